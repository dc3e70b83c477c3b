// @ts-check
/// Two sliders: generations per step, and steps per second.

import { element } from '../../page/element.js';
import { prefersReducedMotion } from '../../page/motion.js';
import { labelled } from '../../page/panel.js';
import { count } from '../../page/words.js';
import { readable } from '../readable.js';

/** The largest step is 2^58 generations: the engine counts to 2^62. */
const HIGHEST = 58;
/** Steps per second; one notch beyond the last is the maximum speed. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60];
/** Milliseconds between two steps when reduced motion is preferred. */
const REDUCED_MOTION_MS = 250;

export class Pace {
  #step = element('input', { type: 'range', min: '0', max: String(HIGHEST), value: '0' });
  #stepShown = element('output');
  #speed = element('input', { type: 'range', min: '0', max: String(SPEEDS.length), value: '4' });
  #speedShown = element('output');
  /** The sliders with their labels. */
  rows = [labelled('Step size', this.#step, this.#stepShown), labelled('Steps per second', this.#speed, this.#speedShown)];

  constructor() {
    for (const slider of [this.#step, this.#speed]) slider.addEventListener('input', () => this.#show());
    this.#show();
  }

  /** Generations per step. */
  get stride() { return 2n ** BigInt(this.#step.value); }

  /** Milliseconds from the start of one step to the start of the next. */
  get intervalMs() { return prefersReducedMotion() ? REDUCED_MOTION_MS : 1000 / (SPEEDS[Number(this.#speed.value)] ?? 1000); }

  get #speedText() {
    const speed = SPEEDS[Number(this.#speed.value)];
    return speed ? `${count(speed, 'step')} per second` : 'Maximum speed';
  }

  /** Changes the step size; returns a message with the new size. @param {number} notches */
  changeStep(notches) {
    this.#move(this.#step, notches);
    const size = this.#stepShown.textContent;
    return `${size} ${size === '1' ? 'generation' : 'generations'} per step.`;
  }

  /** Changes the speed; returns a message with the new speed. @param {number} notches */
  changeSpeed(notches) {
    this.#move(this.#speed, notches);
    return `${this.#speedText}.`;
  }

  /** @param {HTMLInputElement} slider @param {number} notches */
  #move(slider, notches) {
    slider.value = String(Number(slider.value) + notches);
    this.#show();
  }

  #show() {
    const [power, speed] = [Number(this.#step.value), SPEEDS[Number(this.#speed.value)]];
    this.#stepShown.textContent = readable(2n ** BigInt(power));
    this.rows[0].title = `Generations per step: 2^${power}`;
    this.#speedShown.textContent = speed ? String(speed) : 'Maximum';
    this.#step.setAttribute('aria-valuetext', `${this.#stepShown.textContent} ${power ? 'generations' : 'generation'}, 2 to the power of ${power}`);
    this.#speed.setAttribute('aria-valuetext', this.#speedText);
  }
}
