// @ts-check
/// The choice of colours for the Life field, which is stored for the next visit. The style sheet
/// defines the colours for each name.

import { element } from '../../page/element.js';
import { labelled } from '../../page/panel.js';
import { loadStored, store } from '../../page/storage.js';

const STORED = 'life:colours';
/** Names in the style sheet, and titles. */
const THEMES = [['', 'Page'], ['night', 'Night'], ['amber', 'Amber'], ['fire', 'Fire'], ['plain', 'Black on white']];

/** Creates the choice of colours, with its label. @param {import('../field.js').Field} field */
export function themeChoice(field) {
  const choice = element('select', {}, ...THEMES.map(([name, title]) => element('option', { value: name }, title)));
  choice.value = loadStored(STORED) ?? '';
  if (choice.selectedIndex < 0) choice.value = '';
  field.canvas.dataset.colours = choice.value;
  choice.addEventListener('change', () => {
    store(STORED, choice.value || undefined);
    field.canvas.dataset.colours = choice.value;
    field.readColours();
  });
  return labelled('Colours', choice);
}
