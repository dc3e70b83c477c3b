// @ts-check
/// The page's side of an engine worker. Each request carries a ticket number that its answer
/// repeats.

/** The engine can no longer be used: it failed to load, or it crashed. */
export class EngineFailure extends Error {}

/** @typedef {import('./worker.js').Message} Message */

/**
 * A request that has not been answered yet.
 * @template Result
 * @typedef {{ message: Message, resolve: (result: Result) => void, reject: (reason: unknown) => void }} Pending
 */

/** @template {{ error?: string, isBroken?: boolean }} Answer */
export class Conversation {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Pending<{ answer: Answer, picture?: Uint8Array }>>} */ #pending = new Map();
  #tickets = 0;

  /**
   * Sends a request. The promise rejects with [`EngineFailure`] if the engine fails, and with the
   * signal's reason if the request is aborted. Aborting terminates the worker immediately; other
   * pending requests are sent again to a new worker.
   * @param {Message} message
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ answer: Answer, picture?: Uint8Array }>}
   */
  send(message, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const ticket = ++this.#tickets;
      this.#pending.set(ticket, { message, resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.#pending.delete(ticket)) return;
        this.#terminate();
        for (const [other, request] of this.#pending) this.#runningWorker().postMessage({ ticket: other, ...request.message });
        reject(signal.reason);
      });
      this.#runningWorker().postMessage({ ticket, ...message });
    });
  }

  /**
   * Terminates the worker immediately and rejects pending requests with `stopped`. The next request
   * starts a new worker.
   */
  close() {
    this.#terminate();
    this.#rejectAll(new Error('stopped'));
  }

  /** Returns the worker, started if none is running. */
  #runningWorker() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (/** @type {MessageEvent<{ ticket: number, answer: Answer, picture?: Uint8Array }>} */ { data }) => {
      const request = this.#pending.get(data.ticket);
      this.#pending.delete(data.ticket);
      if (data.answer.isBroken) request?.reject(new EngineFailure(data.answer.error));
      else request?.resolve(data);
    });
    worker.addEventListener('error', () => {
      this.#terminate();
      this.#rejectAll(new Error('the engine did not start'));
    });
    this.#worker = worker;
    return worker;
  }

  #terminate() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** @param {Error} reason */
  #rejectAll(reason) {
    for (const request of this.#pending.values()) request.reject(reason);
    this.#pending.clear();
  }
}
