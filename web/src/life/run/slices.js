// @ts-check
/// Adapts the size of engine requests, so that each takes about as long as a frame.

/** Target duration of one request to the engine. */
const SLICE_MS = 14;
/** Bounds of the nodes per request. */
const MIN_NODES = 2000;
const MAX_NODES = 20_000_000;

export class Slices {
  #nodes = 20_000;
  /** The total number of nodes of all requests so far. */ sum = 0;

  /**
   * Sends one request, and adjusts the nodes of the next one towards the target duration.
   * @param {(nodes: number) => Promise<import('../life-engine.js').Answer>} send
   */
  async next(send) {
    const start = performance.now();
    this.sum += this.#nodes;
    const answer = await send(this.#nodes);
    const factor = Math.min(2, Math.max(0.5, SLICE_MS / Math.max(performance.now() - start, 1)));
    if (!answer.error) this.#nodes = Math.round(Math.min(MAX_NODES, Math.max(MIN_NODES, this.#nodes * factor)));
    return answer;
  }
}
