// @ts-check
/// Imports and exports sudokus in the formats of other programs. A separate engine, loaded on first
/// use, knows the formats.

import { ask } from '../engine/engine.js';
import { dialog } from '../page/dialog.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';

/** The file extension of each format that is not plain text. @type {Record<string, string>} */
const ENDINGS = { sdk: 'sdk', sdx: 'sdx', ss: 'ss', opensudoku: 'opensudoku' };

/** The formats of standard boards. */
const FORMATS = 'Paste a puzzle: 81 characters, a grid, a candidate grid from a forum, a HoDoKu library line or a SudokuWiki link. Or choose a file (.sdm, .sdk, .sdx, .ss, .opensudoku). If it contains several puzzles, the first one opens.';

/** What is exported: the givens, or also the digits that the player entered. */
const [GIVENS, OWN] = ['givens', 'own'];

/**
 * Creates a text field and a file input that fills it.
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
 * @param {string} [engine] the engine that knows the formats
 * @returns {Promise<{ games: string[], error?: string }>}
 */
export async function gamesOf(kind, text, engine = `${kind}-tutor`) {
  if (!text.trim()) return { games: [], error: 'No puzzle yet: paste one or choose a file.' };
  const { games, error } = await ask(engine, { op: 'read', kind, text });
  return { games: games ?? [], error: error && `Could not read the puzzle: ${error}.` };
}

/**
 * Opens the import dialog.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {(game: string, name: string) => void} take called with the saved line and the name that the player gave
 * @param {() => void} closed
 * @param {{ engine?: string, about?: string }} [options] the engine that knows the formats, and a text about them
 */
export function openImport(host, kind, take, closed, { engine, about = FORMATS } = {}) {
  const { text, file } = field('Puzzle');
  const name = element('input', { type: 'text', autocomplete: 'off', maxlength: '60' });
  const alert = element('p', { role: 'alert' });
  const open = button('Open', async () => {
    const { games, error } = await gamesOf(kind, text.value, engine);
    alert.textContent = error ?? '';
    if (!games.length) return;
    shown.close();
    take(games[0], name.value.trim());
  }, { class: 'main' });
  const shown = dialog(host, 'Import', [
    element('p', {}, about),
    text, file, element('label', {}, 'Name in Your games (optional)', name), alert, element('div', { class: 'row few' }, open)], [['Close', 'quiet', () => {}]], closed);
  text.focus();
}

/**
 * Opens the export dialog. The digits that the player entered are optional, and the dialog says
 * whether the format distinguishes them from givens.
 * @param {HTMLElement} host
 * @param {string} kind
 * @param {string} share a saved line
 * @param {() => void} closed
 * @param {string} [engine] the engine that knows the formats
 */
export async function openExport(host, kind, share, closed, engine = `${kind}-tutor`) {
  const [{ tutor, error }, { game }] = await Promise.all([ask(engine, { op: 'tutor', game: share }), ask(kind, { op: 'restore', game: share })]);
  const text = element('textarea', { readonly: '', 'aria-label': 'Exported text', rows: '6', spellcheck: 'false' });
  const format = element('select', { 'aria-label': 'Format' }, ...(tutor?.formats ?? []).map(({ params, title }) => element('option', { value: params }, title)));
  const contents = element('select', { 'aria-label': 'Digits' }, element('option', { value: GIVENS }, 'Givens only'), element('option', { value: OWN }, 'With your digits'));
  const status = element('p', { role: 'status' }, error ?? '');
  if (!tutor?.formats.length) {
    dialog(host, 'Export', [element('p', {}, error ?? 'No file format covers boards of this size. Use Share to copy a link instead.')], [['Close', '', () => {}]], closed);
    return;
  }
  const { id = '', cells = [] } = game ?? {};
  const given = cells.filter((cell) => cell.given).length;
  const own = cells.filter((cell) => !cell.given && cell.symbol).length;
  let isChosen = false;
  const write = async () => {
    const chosen = format.value;
    const both = await ask(engine, { op: 'write', game: share, format: chosen });
    // A format distinguishes the player's digits from givens if reading the text back yields the
    // same puzzle.
    const back = own && both.written ? (await ask(engine, { op: 'read', kind, text: both.written })).games?.[0] : share;
    const isMerged = back?.split(';')[1] !== id;
    if (!isChosen) contents.value = isMerged ? GIVENS : OWN;
    const { written, error } = contents.value === OWN ? both : await ask(engine, { op: 'write', game: `1;${id};0;0`, format: chosen });
    if (format.value !== chosen) return;
    text.value = written ?? error ?? '';
    status.textContent = !own ? '' : contents.value === GIVENS ? `${count(given, 'given')}, without your own digits.`
      : `${count(given, 'given')} and ${count(own, 'digit')} of your own${isMerged ? '. In this format they look alike.' : ', marked as such.'}`;
  };
  format.addEventListener('change', write);
  contents.addEventListener('change', () => {
    isChosen = true;
    return write();
  });
  await write();
  dialog(host, 'Export', [element('label', {}, 'Format ', format), ...(own ? [element('label', {}, 'Digits ', contents)] : []), text, status, element('div', { class: 'row few' },
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
