// @ts-check
/// The clock of a game: it starts with the first move, stands still while the page is hidden, and
/// counts what the engine has not heard of yet.

/** `04:12`, or `1:04:12`. @param {number} ms */
export function time(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return seconds < 3600 ? `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export class Clock {
  /** Milliseconds that the engine has not heard of. */ #unspent = 0;
  /** When it was last read, while it runs. @type {number | undefined} */ #since;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #ticking;
  /** A game that is over takes no more time. */ still = false;

  /** @param {() => void} show is called every second while the clock runs */
  constructor(show) {
    this.show = show;
  }

  start() {
    if (this.#ticking) return;
    this.#since = performance.now();
    this.#ticking = setInterval(this.show, 1000);
  }

  /** Stops, and forgets what was counted: another game begins. */
  reset() {
    this.stop();
    this.#unspent = 0;
  }

  stop() {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#since = undefined;
  }

  /** Milliseconds that the engine has not heard of, up to now. */
  read() {
    const now = performance.now();
    if (this.#since !== undefined && !this.still) this.#unspent += Math.round(now - this.#since);
    this.#since = this.#ticking && document.visibilityState === 'visible' ? now : undefined;
    return this.#unspent;
  }

  /** The engine has heard of these. @param {number} ms */
  spend(ms) {
    this.#unspent = Math.max(0, this.#unspent - ms);
  }
}
