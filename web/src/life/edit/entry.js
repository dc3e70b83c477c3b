// @ts-check
/// The entry of the present pattern in the list of games of this browser. Only patterns that the
/// user made or changed have one. It stays the same after a reload.

import { loadStored, store } from '../../page/storage.js';

/** Milliseconds after a change until the entry is updated. */
const UPDATE_AFTER_MS = 1000;

export class Entry {
  /** @type {string | undefined} */ #id;
  #timer = 0;
  #home;
  #engine;
  #world;
  #failed;

  /**
   * @param {() => string} home the id that the page gives the element
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {() => import('../life-engine.js').World | undefined} world
   * @param {(error: unknown) => void} failed
   */
  constructor(home, engine, world, failed) {
    this.#home = home;
    this.#engine = engine;
    this.#world = world;
    this.#failed = failed;
  }

  /** Continues with the entry that the pattern had before a reload, if any. */
  resume() {
    this.#id = loadStored(this.#stored);
  }

  get #stored() { return `entry:${this.#home()}`; }

  /** Records that the user has made or changed the pattern. */
  changed() {
    if (!this.#id) {
      this.#id = `life@${Date.now().toString(36)}`;
      store(this.#stored, this.#id);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.update().catch(this.#failed), UPDATE_AFTER_MS);
  }

  /** Updates the entry, if there is one. */
  async update() {
    clearTimeout(this.#timer);
    const [id, world] = [this.#id, this.#world()];
    if (!id || !world) return;
    const { rememberPattern } = await import('./past-patterns.js');
    await rememberPattern(this.#engine, world, id);
  }

  /** Updates the entry, and leaves it: another pattern follows. */
  async leave() {
    await this.update().catch(this.#failed);
    this.#id = undefined;
    store(this.#stored, undefined);
  }

  /** Stops: the element was removed. */
  close() {
    clearTimeout(this.#timer);
  }
}
