// @ts-check
/// The dialog that adds, changes or removes a label. The page loads this module on first use.

import { dialog } from '../../page/dialog.js';
import { element } from '../../page/element.js';
import { labelled } from '../../page/panel.js';
import { MAX_LABEL_LENGTH, labelOf } from './notes.js';

/** @typedef {import('./notes.js').Label} Label */

/**
 * Asks for a label. Returns the new one; `null` if it is to be removed, and `undefined` after
 * Cancel.
 * @param {HTMLElement} host
 * @param {Label | undefined} old `undefined` for a new one
 * @param {{ x: number, y: number }} place
 * @param {number} zoom of the view
 * @returns {Promise<Label | null | undefined>}
 */
export function askLabel(host, old, place, zoom) {
  const text = element('textarea', { rows: '2', maxlength: String(MAX_LABEL_LENGTH), 'aria-describedby': 'label-advice' });
  text.value = old?.text ?? '';
  const numberInput = (/** @type {number} */ value) => {
    const input = element('input', { type: 'number', step: 'any', autocomplete: 'off' });
    input.value = String(Number(value.toPrecision(15)));
    return input;
  };
  const [x, y, size] = [numberInput(place.x), numberInput(place.y), numberInput(Number((old?.zoom ?? zoom).toPrecision(4)))];
  const label = () => labelOf(x.valueAsNumber, y.valueAsNumber, size.valueAsNumber, text.value)
    // An invalid number leaves the value unchanged.
    ?? labelOf(place.x, place.y, old?.zoom ?? zoom, text.value) ?? (old ? null : undefined);
  return new Promise((resolve) => {
    /** @type {Label | null | undefined} */
    let wish;
    const save = () => { wish = label(); };
    const made = dialog(host, old ? 'Change label' : 'Add label', [
      labelled('Text', text),
      element('div', { class: 'row' }, labelled('Column', x), labelled('Row', y), labelled('Zoom', size)),
      element('p', { class: 'about', id: 'label-advice' }, 'The text has its full size at this zoom, in pixels per cell. It fades out as the zoom approaches a quarter of this value or four times this value.'),
    ], [['Save', 'main', save], ...(old ? [/** @type {[string, string, () => void]} */ (['Remove', '', () => { wish = null; }])] : []), ['Cancel', '', () => {}]], () => resolve(wish));
    made.classList.add('labelling');
    // Enter saves, and Shift+Enter starts another line.
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      made.querySelector('button')?.click();
    });
    text.focus();
    text.select();
  });
}
