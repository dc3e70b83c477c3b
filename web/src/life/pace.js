// @ts-check
/// How far a step goes, and how many there are in a second: two sliders.

import { element } from '../page/element.js';
import { wantsNoMotion } from '../page/motion.js';
import { labelled } from '../page/panel.js';

/** The highest power of two of a step: the engine counts to 2^62. */
const HIGHEST = 58;
/** Steps in a second; one notch farther they are as quick as can be. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60];
/** Milliseconds between two steps for who wants no motion. */
const CALM_MS = 250;

export class Pace {
  #step = element('input', { type: 'range', min: '0', max: String(HIGHEST), value: '0' });
  #stepShown = element('output');
  #speed = element('input', { type: 'range', min: '0', max: String(SPEEDS.length), value: '4' });
  #speedShown = element('output');
  /** The sliders with their names. */
  rows = [labelled('Generations a step', this.#step, this.#stepShown), labelled('Steps', this.#speed, this.#speedShown)];

  constructor() {
    for (const slider of [this.#step, this.#speed]) slider.addEventListener('input', () => this.#show());
    this.#show();
  }

  /** Generations of a step. */
  get stride() { return 2n ** BigInt(this.#step.value); }

  /** Milliseconds from the beginning of a step to that of the next. */
  get intervalMs() { return wantsNoMotion() ? CALM_MS : 1000 / (SPEEDS[Number(this.#speed.value)] ?? 1000); }

  /** Makes steps longer or shorter; says what they are now. @param {number} notches */
  lengthen(notches) {
    this.#move(this.#step, notches);
    return `${this.#stepShown.textContent} generations a step.`;
  }

  /** Makes steps follow sooner or later; says how they do now. @param {number} notches */
  hasten(notches) {
    this.#move(this.#speed, notches);
    return `${this.#speedShown.textContent}.`;
  }

  /** @param {HTMLInputElement} slider @param {number} notches */
  #move(slider, notches) {
    slider.value = String(Number(slider.value) + notches);
    this.#show();
  }

  #show() {
    const [power, speed] = [Number(this.#step.value), SPEEDS[Number(this.#speed.value)]];
    this.#stepShown.textContent = power < 7 ? String(2 ** power) : `2^${power}`;
    this.#speedShown.textContent = speed ? `${speed} a second` : 'as quick as can be';
    this.#step.setAttribute('aria-valuetext', `2 to the power of ${power} generations`);
    this.#speed.setAttribute('aria-valuetext', this.#speedShown.textContent);
  }
}
