// @ts-check
/// The files and links of other programs: read into games, and games written. An engine of its own
/// knows the formats, and is fetched when it is needed.

import { ask } from '../engine/engine.js';
import { dialog } from '../page/dialog.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';

/** How a file of each format ends. @type {Record<string, string>} */
const ENDINGS = { sdk: 'sdk', sdx: 'sdx', ss: 'ss', opensudoku: 'opensudoku' };

/** A field for a text, and a file to take it from. @param {string} label @param {Record<string, string>} [attributes] */
export function field(label, attributes = {}) {
  const text = element('textarea', { 'aria-label': label, rows: '4', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', ...attributes });
  const file = element('input', { type: 'file', 'aria-label': 'A file' });
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
    text.dispatchEvent(new Event('input'));
  });
  return { text, file };
}

/**
 * The games that a text holds.
 * @param {string} kind
 * @param {string} text
 * @returns {Promise<{ games: string[], error?: string }>}
 */
export async function gamesOf(kind, text) {
  if (!text.trim()) return { games: [], error: 'Nothing is there yet: paste a puzzle, or choose a file.' };
  const { games, error } = await ask(`${kind}-tutor`, { op: 'read', kind, text });
  return { games: games ?? [], error: error && `This could not be read: ${error}.` };
}

/**
 * A dialog that takes a puzzle in.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {(game: string) => void} take
 * @param {() => void} closed
 */
export function importing(host, kind, take, closed) {
  const { text, file } = field('A puzzle');
  const trouble = element('p', { role: 'alert' });
  const open = button('Open', async () => {
    const { games, error } = await gamesOf(kind, text.value);
    trouble.textContent = error ?? '';
    if (!games.length) return;
    shown.close();
    take(games[0]);
  }, { class: 'main' });
  const shown = dialog(host, 'Import', [
    element('p', {}, 'Paste a puzzle: 81 characters, a grid, candidates as forums show them, a line of HoDoKu\u2019s library, a link of SudokuWiki; or open a file (.sdm, .sdk, .sdx, .ss, .opensudoku). Of several, the first is opened.'),
    text, file, trouble, element('div', { class: 'row few' }, open)], [['Close', 'quiet', () => {}]], closed);
  text.focus();
}

/**
 * A dialog that gives a game out.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {string} game a saved line
 * @param {() => void} closed
 */
export async function exporting(host, kind, game, closed) {
  const { tutor, error } = await ask(`${kind}-tutor`, { op: 'tutor', game });
  const text = element('textarea', { readonly: '', 'aria-label': 'The position', rows: '6', spellcheck: 'false' });
  const format = element('select', { 'aria-label': 'Format' }, ...(tutor?.formats ?? []).map(({ params, title }) => element('option', { value: params }, title)));
  const told = element('p', { role: 'status' }, error ?? '');
  if (!tutor?.formats.length) {
    dialog(host, 'Export', [element('p', {}, error ?? 'Boards of this size go out by their link alone: Share copies it.')], [['Close', '', () => {}]], closed);
    return;
  }
  const write = async () => {
    const { written, error } = await ask(`${kind}-tutor`, { op: 'write', game, format: format.value });
    text.value = written ?? error ?? '';
    told.textContent = '';
  };
  format.addEventListener('change', write);
  await write();
  dialog(host, 'Export', [element('label', {}, 'Format ', format), text, told, element('div', { class: 'row few' },
    button('Copy', async () => {
      try {
        await navigator.clipboard.writeText(text.value);
        told.textContent = 'Copied.';
      } catch {
        text.select();
        told.textContent = 'Selected: copy it with Ctrl+C.';
      }
    }, { class: 'main' }),
    button('Save as a file', () => download(new Blob([text.value]), `${kind}.${ENDINGS[format.value] ?? 'txt'}`)))], [['Close', 'quiet', () => {}]], closed);
}
