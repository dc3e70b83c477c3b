// @ts-check
/// The page's side of the worker in which a pattern goes: one request after the other, each with its answer.

/**
 * What the engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ generation: string, start: string, rule: string, states: number, engine: string, name: string | null, canUndo: boolean, canRedo: boolean, edges: [number, number, number, number] | null }} World
 * @typedef {{ name: string, title: string, about: string }} Named
 * @typedef {{ error?: string, isBroken?: boolean, world?: World, reached?: boolean, to?: string, text?: string,
 *   measure?: { population: string, bounds: [number, number, number, number] | null }, patterns?: Named[], rules?: Named[] }} Answer
 * @typedef {{ x: number, y: number, scale: number, columns: number, rows: number }} Window
 */

/** Megabytes for what the engine knows of a pattern; phones have less. */
const MEGABYTES = Number(/** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? 4) < 4 ? 128 : 512;

export class LifeEngine {
  #worker = new Worker(new URL('./life-worker.js', import.meta.url), { type: 'module' });
  /** @type {Map<number, { resolve: (told: { answer: Answer, picture?: Uint8Array }) => void, reject: (why: unknown) => void }>} */
  #waiting = new Map();
  #tickets = 0;

  constructor() {
    this.#worker.addEventListener('message', (/** @type {MessageEvent<{ ticket: number, answer: Answer, picture?: Uint8Array }>} */ event) => {
      const { ticket, ...told } = event.data;
      const asked = this.#waiting.get(ticket);
      this.#waiting.delete(ticket);
      if (told.answer.isBroken) asked?.reject(new Error(told.answer.error));
      else asked?.resolve(told);
    });
    this.#worker.addEventListener('error', () => {
      for (const asked of this.#waiting.values()) asked.reject(new Error('the engine did not start'));
      this.#waiting.clear();
    });
  }

  /** @param {string} request @returns {Promise<{ answer: Answer, picture?: Uint8Array }>} */
  #send(request) {
    return new Promise((resolve, reject) => {
      const ticket = ++this.#tickets;
      this.#waiting.set(ticket, { resolve, reject });
      this.#worker.postMessage({ ticket, request });
    });
  }

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    return (await this.#send(request)).answer;
  }

  /** @param {string} id */
  open(id) {
    return this.ask(`open ${MEGABYTES}\n${id}`);
  }

  /** What is in sight, a byte a block. @param {Window} window @param {boolean} aged */
  async look({ x, y, scale, columns, rows }, aged) {
    return (await this.#send(`look ${BigInt(x)} ${BigInt(y)} ${scale} ${columns} ${rows} ${aged ? 1 : 0}`)).picture;
  }

  close() {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}
