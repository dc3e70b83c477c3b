// @ts-check
/// The clock of a game. It starts with the first move, pauses while the page is hidden, and counts
/// the milliseconds that have not been reported to the engine yet.

import { dialog } from '../page/dialog.js';
import { element } from '../page/element.js';

/** Formats a time: `04:12`, or `1:04:12`. @param {number} ms */
export function formatTime(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return seconds < 3600 ? `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export class Clock {
  /** Milliseconds not reported to the engine yet. */ #unreported = 0;
  /** Time of the last reading while the clock runs. @type {number | undefined} */ #since;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #ticking;
  /** Whether the game is over and time no longer counts. */ isFrozen = false;

  /** @param {() => void} show called every second while the clock runs */
  constructor(show) {
    this.show = show;
  }

  start() {
    if (this.#ticking) return;
    this.#since = performance.now();
    this.#ticking = setInterval(this.show, 1000);
  }

  /**
   * Stops the clock behind a dialog that hides the board; it continues when the dialog is closed.
   * @param {HTMLElement} host
   * @param {() => void} closed
   */
  pause(host, closed) {
    const wasRunning = this.isRunning;
    this.read();
    this.stop();
    const shown = dialog(host, 'Paused', [element('p', {}, 'The clock is stopped, and the board is hidden.')], [['Continue', 'main', () => {}]], () => {
      if (wasRunning) this.start();
      closed();
    });
    shown.classList.add('pause');
  }

  get isRunning() { return this.#ticking !== undefined; }

  /** Stops the clock and discards the unreported time, before a different game is shown. */
  reset() {
    this.stop();
    this.#unreported = 0;
  }

  stop() {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#since = undefined;
  }

  /** Returns the milliseconds not reported to the engine yet. */
  read() {
    const now = performance.now();
    if (this.#since !== undefined && !this.isFrozen) this.#unreported += Math.round(now - this.#since);
    this.#since = this.#ticking && document.visibilityState === 'visible' ? now : undefined;
    return this.#unreported;
  }

  /** Records that these milliseconds were reported to the engine. @param {number} ms */
  markReported(ms) {
    this.#unreported = Math.max(0, this.#unreported - ms);
  }
}
