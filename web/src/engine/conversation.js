// @ts-check
/// The page's side of a worker in which engines run: requests go out, each with a ticket, and their
/// answers come back.

/** The engine is not in a state to be asked again: it did not load, or it broke off. */
export class Broken extends Error {}

/** @typedef {import('./worker.js').Message} Message */

/**
 * @template Answered
 * @typedef {{ message: Message, resolve: (answered: Answered) => void, reject: (why: unknown) => void }} Waiting
 */

/** @template {{ error?: string, isBroken?: boolean }} Answer */
export class Conversation {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Waiting<{ answer: Answer, picture?: Uint8Array }>>} */ #waiting = new Map();
  #tickets = 0;

  /**
   * Asks. The promise is rejected with [`Broken`] where the engine is, and with the signal's reason
   * when that aborts the request: what runs is stopped at once with its worker, and other requests
   * that were waiting are asked again of a fresh one.
   * @param {Message} message
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ answer: Answer, picture?: Uint8Array }>}
   */
  send(message, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const ticket = ++this.#tickets;
      this.#waiting.set(ticket, { message, resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(ticket)) return;
        this.#end();
        for (const [other, asked] of this.#waiting) this.#running().postMessage({ ticket: other, ...asked.message });
        reject(signal.reason);
      });
      this.#running().postMessage({ ticket, ...message });
    });
  }

  /** Ends the worker at once, whatever it does; what was asked is rejected with `stopped`. The next request begins a fresh worker. */
  close() {
    this.#end();
    this.#rejectAll(new Error('stopped'));
  }

  #running() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (/** @type {MessageEvent<{ ticket: number, answer: Answer, picture?: Uint8Array }>} */ { data }) => {
      const asked = this.#waiting.get(data.ticket);
      this.#waiting.delete(data.ticket);
      if (data.answer.isBroken) asked?.reject(new Broken(data.answer.error));
      else asked?.resolve(data);
    });
    worker.addEventListener('error', () => {
      this.#end();
      this.#rejectAll(new Error('the engine did not start'));
    });
    this.#worker = worker;
    return worker;
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** @param {Error} why */
  #rejectAll(why) {
    for (const asked of this.#waiting.values()) asked.reject(why);
    this.#waiting.clear();
  }
}
