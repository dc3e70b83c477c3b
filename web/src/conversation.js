// @ts-check
/// The page's side of a worker that keeps something: one request after the other, each with its answer.

/**
 * @template Told
 * @typedef {{ resolve: (told: Told) => void, reject: (why: unknown) => void }} Asked
 */

/** @template {{ answer: { error?: string, isBroken?: boolean } }} Told */
export class Conversation {
  #worker;
  /** @type {Map<number, Asked<Told>>} */ #waiting = new Map();
  #tickets = 0;

  /** @param {URL} address of the worker's module */
  constructor(address) {
    this.#worker = new Worker(address, { type: 'module' });
    this.#worker.addEventListener('message', (/** @type {MessageEvent<Told & { ticket: number }>} */ { data }) => {
      const asked = this.#waiting.get(data.ticket);
      this.#waiting.delete(data.ticket);
      if (data.answer.isBroken) asked?.reject(new Error(data.answer.error));
      else asked?.resolve(data);
    });
    this.#worker.addEventListener('error', () => {
      for (const asked of this.#waiting.values()) asked.reject(new Error('the engine did not start'));
      this.#waiting.clear();
    });
  }

  /** @param {object} request @returns {Promise<Told>} */
  send(request) {
    return new Promise((resolve, reject) => {
      const ticket = ++this.#tickets;
      this.#waiting.set(ticket, { resolve, reject });
      this.#worker.postMessage({ ticket, ...request });
    });
  }

  /** Ends the worker at once, whatever it does; what was asked is answered with an error. */
  close() {
    this.#worker.terminate();
    for (const asked of this.#waiting.values()) asked.reject(new Error('stopped'));
    this.#waiting.clear();
  }
}
