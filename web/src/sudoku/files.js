// @ts-check
/// Imports and exports sudokus in the formats of other programs. A separate engine, loaded on first
/// use, knows the formats.

import { ask } from '../engine/engine.js';
import { dialog } from '../page/dialog.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';

/** The file extension of each format that is not plain text. @type {Record<string, string>} */
const ENDINGS = { sdk: 'sdk', sdx: 'sdx', ss: 'ss', opensudoku: 'opensudoku' };

/**
 * A text field and a file input that fills it.
 * @param {string} label
 * @param {Record<string, string>} [attributes]
 */
export function field(label, attributes = {}) {
  const text = element('textarea', { 'aria-label': label, rows: '4', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', ...attributes });
  const file = element('input', { type: 'file', 'aria-label': 'File' });
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
    text.dispatchEvent(new Event('input'));
  });
  return { text, file };
}

/**
 * Reads the puzzles in a text; returns them as saved lines.
 * @param {string} kind
 * @param {string} text
 * @returns {Promise<{ games: string[], error?: string }>}
 */
export async function gamesOf(kind, text) {
  if (!text.trim()) return { games: [], error: 'No puzzle yet: paste one or choose a file.' };
  const { games, error } = await ask(`${kind}-tutor`, { op: 'read', kind, text });
  return { games: games ?? [], error: error && `Could not read the puzzle: ${error}.` };
}

/**
 * Opens the import dialog.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {(game: string) => void} take
 * @param {() => void} closed
 */
export function openImport(host, kind, take, closed) {
  const { text, file } = field('Puzzle');
  const alert = element('p', { role: 'alert' });
  const open = button('Open', async () => {
    const { games, error } = await gamesOf(kind, text.value);
    alert.textContent = error ?? '';
    if (!games.length) return;
    shown.close();
    take(games[0]);
  }, { class: 'main' });
  const shown = dialog(host, 'Import', [
    element('p', {}, 'Paste a puzzle: 81 characters, a grid, a candidate grid from a forum, a HoDoKu library line or a SudokuWiki link. Or choose a file (.sdm, .sdk, .sdx, .ss, .opensudoku). If it contains several puzzles, the first one opens.'),
    text, file, alert, element('div', { class: 'row few' }, open)], [['Close', 'quiet', () => {}]], closed);
  text.focus();
}

/**
 * Opens the export dialog.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {string} game a saved line
 * @param {() => void} closed
 */
export async function openExport(host, kind, game, closed) {
  const { tutor, error } = await ask(`${kind}-tutor`, { op: 'tutor', game });
  const text = element('textarea', { readonly: '', 'aria-label': 'Exported text', rows: '6', spellcheck: 'false' });
  const format = element('select', { 'aria-label': 'Format' }, ...(tutor?.formats ?? []).map(({ params, title }) => element('option', { value: params }, title)));
  const status = element('p', { role: 'status' }, error ?? '');
  if (!tutor?.formats.length) {
    dialog(host, 'Export', [element('p', {}, error ?? 'No file format covers boards of this size. Use Share to copy a link instead.')], [['Close', '', () => {}]], closed);
    return;
  }
  const write = async () => {
    const { written, error } = await ask(`${kind}-tutor`, { op: 'write', game, format: format.value });
    text.value = written ?? error ?? '';
    status.textContent = '';
  };
  format.addEventListener('change', write);
  await write();
  dialog(host, 'Export', [element('label', {}, 'Format ', format), text, status, element('div', { class: 'row few' },
    button('Copy', async () => {
      try {
        await navigator.clipboard.writeText(text.value);
        status.textContent = 'Copied.';
      } catch {
        text.select();
        status.textContent = 'Text selected. Press Ctrl+C to copy it.';
      }
    }, { class: 'main' }),
    button('Download', () => download(new Blob([text.value]), `${kind}.${ENDINGS[format.value] ?? 'txt'}`)))], [['Close', 'quiet', () => {}]], closed);
}
