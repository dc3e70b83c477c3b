// @ts-check
/// The entry of the current pattern in the list of games of this browser. Only patterns that the
/// user made or changed have one. A pattern keeps its entry after a reload.

import { loadStored, store } from '../../page/storage.js';

/** Milliseconds between a change and the update of the entry. */
const UPDATE_AFTER_MS = 1000;
/** The longest saved line that is stored in the list, in characters. */
const MAX_LINE = 6000;

export class Entry {
  /** @type {string | undefined} */ #id;
  /** The number of steps of the history that can be undone. */ #depth = 0;
  /**
   * The steps that replaced the pattern, each with the entry of the pattern on its other side.
   * @type {Map<number, string | undefined>}
   */
  #replacements = new Map();
  #timer = 0;
  #home;
  #engine;
  #world;
  #line;
  #name;
  #failed;

  /**
   * @param {() => string} home the id that the page gives the element
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {() => import('../life-engine.js').World | undefined} world
   * @param {(max: number) => Promise<{ text?: string }>} line the saved line of the pattern
   * @param {() => string | undefined} name of the pattern
   * @param {(error: unknown) => void} failed
   */
  constructor(home, engine, world, line, name, failed) {
    this.#home = home;
    this.#engine = engine;
    this.#world = world;
    this.#line = line;
    this.#name = name;
    this.#failed = failed;
  }

  /**
   * Continues with the entry that the pattern had before a reload, if any.
   * @param {unknown} replacements those of the steps that can be undone or redone
   * @param {boolean} isReplaced whether a link has replaced that pattern, in a separate step
   */
  resume(replacements, isReplaced) {
    const id = loadStored(this.#stored);
    const shift = isReplaced ? -1 : 0;
    if (Array.isArray(replacements)) this.#replacements = new Map(replacements.filter(Array.isArray).map(([steps, other]) => [this.#depth + steps + shift, other ?? undefined]));
    if (isReplaced) this.#replacements.set(this.#depth, id);
    else this.#id = id;
  }

  /** Returns the entries on the other sides of steps, each with its distance from the current one in steps. */
  replacements() {
    return [...this.#replacements].map(([depth, id]) => [depth - this.#depth, id]);
  }

  get #stored() { return `entry:${this.#home()}`; }

  /** Records that the user has made or changed the pattern. */
  changed() {
    if (!this.#id) this.#use(`life@${Date.now().toString(36)}`);
    this.#schedule();
  }

  /** @param {string | undefined} id */
  #use(id) {
    this.#id = id;
    store(this.#stored, id);
  }

  /** Called when a step was added to the history. */
  pushed() {
    this.#depth++;
    for (const depth of this.#replacements.keys()) if (depth >= this.#depth) this.#replacements.delete(depth);
  }

  /** Called when a step that replaced the pattern was added to the history. */
  replaced() {
    this.pushed();
    this.#replacements.set(this.#depth, this.#id);
    this.#use(undefined);
  }

  undone() {
    this.#cross(this.#depth--);
  }

  redone() {
    this.#cross(++this.#depth);
  }

  /** Switches to the entry on the other side of a step that replaced the pattern. @param {number} depth */
  #cross(depth) {
    if (this.#replacements.has(depth)) {
      const other = this.#replacements.get(depth);
      this.#replacements.set(depth, this.#id);
      this.#use(other);
    }
    if (this.#id) this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.update().catch(this.#failed), UPDATE_AFTER_MS);
  }

  /** Updates the entry, if there is one. */
  async update() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const [id, world] = [this.#id, this.#world()];
    if (!id || !world) return;
    const { text } = await this.#line(MAX_LINE);
    if (!text) return;
    const { rememberPattern } = await import('./past-patterns.js');
    await rememberPattern(this.#engine, { generation: world.generation, name: this.#name(), line: text }, id);
  }

  /** Updates the entry if a change is pending. */
  async flush() {
    if (this.#timer) await this.leave();
  }

  /** Updates the entry before another pattern replaces this one. */
  async leave() {
    await this.update().catch(this.#failed);
  }

  /** Stops: the element was removed. */
  close() {
    clearTimeout(this.#timer);
  }
}
