// @ts-check
/// The answers to a query, as a list or as a table with a column for each variable. Boards are
/// drawn.

import { button, element } from '../page/element.js';

/**
 * @typedef {{ rows: number, columns: number, cells: string[], isSudoku: boolean }} Board
 * @typedef {{ name: string, text: string, board?: Board }} Binding
 * @typedef {{ bindings: Binding[], residuals: string[] }} Answer
 * @typedef {{ printed: string } | { answer: Answer } | { end: string, isError: boolean }} Entry
 */

/** Minimum number of answers for which the table is the default, if every answer is short. */
const TABLE_FROM = 4;
/** Maximum number of characters of a short answer. */
const MAX_SHORT = 60;
/** Maximum number of characters of output; earlier output is dropped. */
const MAX_OUTPUT = 20_000;

/** Renders a board as a table. @param {Board} board @param {string} label */
export function boardTable({ rows, columns, cells, isSudoku }, label) {
  const tableRow = (/** @type {number} */ row) => element('tr', {}, ...cells.slice(row * columns, (row + 1) * columns).map((cell, column) => {
    const right = isSudoku && column % 3 === 2 && column < 8 ? 'right' : '';
    const below = isSudoku && row % 3 === 2 && row < 8 ? 'below' : '';
    return element('td', { class: `${right} ${below}`.trim() }, cell);
  }));
  const table = element('table', { class: 'board still small', 'aria-label': label }, element('tbody', {}, ...Array.from({ length: rows }, (_, row) => tableRow(row))));
  table.style.setProperty('--columns', String(columns));
  table.style.aspectRatio = `${columns} / ${rows}`;
  return table;
}

/** Formats an answer on one line. @param {Answer} answer */
export const answerText = ({ bindings, residuals }) => [...bindings.map(({ name, text }) => `${name} = ${text}`), ...residuals].join(', ') || 'true';

export class Answers {
  root = element('div', { class: 'answers', tabindex: '0', role: 'group', 'aria-label': 'Answers', hidden: '' });
  /** @type {Entry[]} */ #entries = [];
  #count = 0;
  #isShort = true;
  /** Whether the user chose the table or the list; `undefined` for the default. @type {boolean | undefined} */ #choice;
  #tableButton = button('Table view', () => this.#toggleTable(), { class: 'quiet', 'aria-pressed': 'false', hidden: '' });
  /** The body of the last table. @type {HTMLElement | undefined} */ #rows;
  /** The number of the last row. */ #lastNumber = 0;

  get tableButton() { return this.#tableButton; }
  get count() { return this.#count; }

  clear() {
    this.#entries = [];
    this.#count = 0;
    this.#isShort = true;
    this.#rebuild();
  }

  /** @param {Entry} entry */
  add(entry) {
    const wasTable = this.#isTable;
    const last = this.#entries[this.#entries.length - 1];
    if ('printed' in entry && last && 'printed' in last) {
      last.printed = (last.printed + entry.printed).slice(-MAX_OUTPUT);
      if (!wasTable) {
        const shown = this.root.lastElementChild;
        if (shown) shown.textContent = last.printed;
        return;
      }
    } else {
      this.#entries.push('printed' in entry ? { printed: entry.printed.slice(-MAX_OUTPUT) } : entry);
    }
    if ('answer' in entry) {
      this.#count++;
      this.#isShort &&= answerText(entry.answer).length <= MAX_SHORT && entry.answer.bindings.length > 0;
    }
    if (wasTable !== this.#isTable) this.#rebuild();
    else this.#put(entry);
  }

  get #isTable() { return this.#choice ?? (this.#count >= TABLE_FROM && this.#isShort); }

  #toggleTable() {
    this.#choice = !this.#isTable;
    this.#rebuild();
  }

  #rebuild() {
    this.#rows = undefined;
    this.#lastNumber = 0;
    this.root.replaceChildren();
    this.root.hidden = true;
    this.#tableButton.hidden = true;
    for (const entry of this.#entries) this.#put(entry);
  }

  /** @param {Entry} entry */
  #put(entry) {
    this.root.hidden = false;
    this.#tableButton.hidden = this.#count === 0;
    this.#tableButton.setAttribute('aria-pressed', String(this.#isTable));
    if ('printed' in entry) this.root.append(element('pre', { class: 'printed', 'aria-label': 'Output' }, entry.printed));
    else if ('end' in entry) this.root.append(element('p', { class: entry.isError ? 'end wrong' : 'end' }, entry.end));
    else if (this.#isTable) this.#putRow(entry.answer);
    else this.root.append(this.#item(entry.answer));
  }

  /** @param {Answer} answer */
  #item({ bindings, residuals }) {
    const item = element('div', { class: 'answer' });
    const parts = bindings.length + residuals.length;
    if (parts === 0) item.append(element('code', {}, 'true'));
    let part = 0;
    const line = (/** @type {(Node | string)[]} */ ...inside) => item.append(element('code', {}, ...inside, ++part < parts ? ',' : ''));
    for (const { name, text, board } of bindings) {
      const variable = element('span', { class: 'variable' }, name);
      if (board) item.append(element('div', { class: 'drawn' }, element('code', {}, variable, ' ='), boardTable(board, name))), part++;
      else line(variable, ' = ', text);
    }
    for (const residual of residuals) line(residual);
    return item;
  }

  /** @param {Answer} answer */
  #putRow({ bindings, residuals }) {
    const names = bindings.map(({ name }) => name);
    const key = `${names.join(' ')}${residuals.length ? ' ,' : ''}`;
    // An answer with different variables from the previous one starts a new table.
    if (!this.#rows || this.#rows.dataset.key !== key || this.#rows.parentElement?.parentElement !== this.root.lastElementChild) {
      this.#rows = element('tbody');
      this.#rows.dataset.key = key;
      const heads = [...names.map((name) => element('th', { scope: 'col' }, element('span', { class: 'variable' }, name))), ...residuals.length ? [element('th', { scope: 'col' }, 'Constraints')] : []];
      this.root.append(element('div', { class: 'wide' }, element('table', { class: 'found' }, element('thead', {}, element('tr', {}, element('td'), ...heads)), this.#rows)));
    }
    const number = element('th', { scope: 'row' }, String(++this.#lastNumber));
    const cells = bindings.map(({ name, text, board }) => element('td', {}, board ? boardTable(board, name) : element('code', {}, text)));
    if (residuals.length) cells.push(element('td', {}, element('code', {}, residuals.join(', '))));
    this.#rows.append(element('tr', {}, number, ...cells.length ? cells : [element('td', {}, element('code', {}, 'true'))]));
  }
}
