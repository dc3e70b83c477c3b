/// An independent fediverse server: Fedify, which verifies every signature that it receives.

import { createServer } from 'node:http';
import {
  Accept, Create, Delete, Follow, Like, MemoryKvStore, Note, PUBLIC_COLLECTION, Person, Undo, Update, createFederation, generateCryptoKeyPair,
} from '@fedify/fedify';

/** A server with the account `dee`. */
export class Peer {
  /** The activities that `dee` received: the kind of each, and the title of its object. */
  received = [];

  static async open() {
    const peer = new Peer();
    const keys = await generateCryptoKeyPair('RSASSA-PKCS1-v1_5');
    const federation = createFederation({ kv: new MemoryKvStore(), allowPrivateAddress: true });
    federation
      .setActorDispatcher('/users/{identifier}', async (context, identifier) => {
        const [own] = await context.getActorKeyPairs(identifier);
        return new Person({ id: context.getActorUri(identifier), preferredUsername: identifier, name: 'Dee', inbox: context.getInboxUri(identifier), publicKey: own.cryptographicKey });
      })
      .setKeyPairsDispatcher(() => [keys]);
    const record = async (context, activity) => {
      const object = await activity.getObject(context);
      peer.received.push({ kind: activity.constructor.name, title: String(object?.name ?? ''), id: activity.objectId?.href, url: object?.url?.href });
    };
    const inbox = federation.setInboxListeners('/users/{identifier}/inbox', '/inbox');
    for (const kind of [Accept, Create, Update, Delete, Follow, Undo]) inbox.on(kind, record);
    peer.server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const body = parts.length ? Buffer.concat(parts) : undefined;
      const answer = await federation.fetch(new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers: /** @type {HeadersInit} */ (request.headers), body }), { contextData: undefined });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
    });
    await new Promise((resolve) => peer.server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (peer.server.address());
    peer.handle = `dee@127.0.0.1:${port}`;
    peer.context = federation.createContext(new URL(`http://127.0.0.1:${port}`), undefined);
    peer.actor = peer.context.getActorUri('dee');
    return peer;
  }

  /** Returns the account with a name at a site, found through WebFinger as other servers do. */
  async find(base, handle) {
    const found = await fetch(`${base}/.well-known/webfinger?resource=acct:${handle}`);
    const { links } = await found.json();
    return this.context.lookupObject(links.find(({ rel }) => rel === 'self').href);
  }

  /** Returns an object, read from its server with a signed request. */
  async read(address) {
    return this.context.lookupObject(address, { documentLoader: await this.context.getDocumentLoader({ identifier: 'dee' }) });
  }

  id(name) {
    return new URL(`#${name}-${this.count = (this.count ?? 0) + 1}`, this.actor);
  }

  async send(recipient, activity) {
    await this.context.sendActivity({ identifier: 'dee' }, recipient, activity, { immediate: true });
  }

  async follow(account) {
    this.asked = new Follow({ id: this.id('follow'), actor: this.actor, object: account.id });
    await this.send(account, this.asked);
  }

  async unfollow(account) {
    await this.send(account, new Undo({ id: this.id('undo'), actor: this.actor, object: this.asked }));
  }

  async like(account, object) {
    await this.send(account, new Like({ id: this.id('like'), actor: this.actor, object }));
  }

  /** Replies publicly to an object; returns the reply. */
  async reply(account, object, content) {
    const note = new Note({ id: this.id('note'), attribution: this.actor, replyTarget: object, content, to: PUBLIC_COLLECTION });
    await this.send(account, new Create({ id: this.id('create'), actor: this.actor, object: note, to: PUBLIC_COLLECTION }));
    return note;
  }

  async withdraw(account, note) {
    await this.send(account, new Delete({ id: this.id('delete'), actor: this.actor, object: note.id, to: PUBLIC_COLLECTION }));
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(() => resolve(undefined)));
  }
}
