// @ts-check
/// `<gridlore-variant-sudoku-workshop>`: an editor for variant sudokus. The setter draws the rules
/// on the board; the verdict beside it says at once how many solutions there are.

import { ask } from '../engine/engine.js';
import { Cells } from '../board/cells.js';
import { commandOf } from '../board/controls/keyboard.js';
import { Selection } from '../board/selection.js';
import { dialog } from '../page/dialog.js';
import { button, element, isForControl } from '../page/element.js';
import { randomSeed } from '../page/random.js';
import { svgElement } from '../page/svg.js';
import { count } from '../page/words.js';
import { openExport, openImport } from '../sudoku/files.js';
import { Draft } from './draft.js';
import { deleteDraft, deletedDrafts, drafts, keepDraft, restoreDraft } from './drafts.js';
import { groupsOf, symmetriesOf } from './symmetry.js';
import { GROUPS } from './tools.js';
import { LiveVerdict } from './verdict.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('./tools.js').Tool} Tool */

const [KIND, STUDIO] = ['variant-sudoku', 'variant-studio'];
const SIZES = ['4x4', '5x5', '6x6', '7x7', '8x8', '9x9', '10x10', '12x12', '16x16'];
/** The tools that are no rules. */
const [GIVEN, REGION] = ['Given digits', 'Regions'];
/** What blank cells can show. */
const [CANDIDATES, SOLUTIONS, NOTHING] = ['True candidates', 'Solutions', 'Nothing'];
/** In a blank cell whose image under the symmetry has a given. */
const OPEN = '\u25cb';
/** Side of a cell in the drawing. */
const CELL = 48;
/** An id for a new draft. */
const newId = () => String(randomSeed());
const ABOUT = 'Paste a link of SudokuPad, f-puzzles, Penpa-edit or Interactive Sudoku Solver, a text block, or JSON. Or choose a file.';

class VariantSudokuWorkshop extends HTMLElement {
  #draft = Draft.empty(9, 9);
  #id = newId();
  /** Resolves when the draft is drawn and its verdict is known. @type {Promise<void>} */ #renewed = Promise.resolve();
  /** @type {Draft[]} */ #undo = [];
  /** @type {Draft[]} */ #redo = [];
  /** @type {Game | undefined} */ #game;
  #selection = new Selection(() => this.#paint());
  #cells = new Cells(this.#selection, { press: () => {}, changed: () => this.#paint() });
  #verdict = new LiveVerdict(STUDIO, () => this.#paint());
  /** @type {HTMLElement} */ #board = element('div', { class: 'setting playable' });
  /** @type {HTMLSelectElement} */ #tool = element('select', { 'aria-label': 'Tool' });
  /** @type {HTMLElement} */ #about = element('p', { class: 'about' });
  /** @type {HTMLElement} */ #unsaved = element('p', { class: 'unsaved', role: 'alert', hidden: '' });
  /** @type {HTMLInputElement} */ #value = element('input', { type: 'text', autocomplete: 'off', maxlength: '12' });
  /** @type {HTMLElement} */ #valueLabel = element('label', {}, element('span'), this.#value);
  /** @type {HTMLSelectElement} */ #side = element('select', { 'aria-label': 'Direction' });
  /** @type {HTMLButtonElement} */ #add = button('Add', () => this.#addRule(), { class: 'main' });
  /** @type {HTMLElement} */ #digits = element('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' });
  /** @type {HTMLElement} */ #rules = element('ul', { class: 'rule-list', 'aria-label': 'Rules of the puzzle' });
  /** @type {HTMLElement} */ #said = element('p', { class: 'said', role: 'status' });
  /** What blank cells show. @type {HTMLSelectElement} */ #overlay = element('select', { 'aria-label': 'Blank cells show' }, ...[CANDIDATES, SOLUTIONS, NOTHING].map((name) => element('option', {}, name)));
  /** @type {HTMLSelectElement} */ #symmetry = element('select', { 'aria-label': 'Symmetry of givens' });
  /** @type {HTMLTextAreaElement} */ #text = element('textarea', { rows: '14', spellcheck: 'false', 'aria-label': 'Puzzle as text' });
  /** @type {HTMLSelectElement} */ #size = element('select', { 'aria-label': 'Size' }, ...SIZES.map((size) => element('option', { value: size }, size.replace('x', ' by '))));
  /** @type {HTMLSelectElement} */ #list = element('select', { 'aria-label': 'Drafts' });
  #title = element('input', { type: 'text', maxlength: '120', autocomplete: 'off' });
  #author = element('input', { type: 'text', maxlength: '120', autocomplete: 'off' });
  #words = element('textarea', { rows: '3' });
  /** @type {HTMLElement} */ #auto = element('p', { class: 'about' });
  /** @type {HTMLButtonElement} */ #undoButton = button('Undo', () => this.#step(this.#undo, this.#redo));
  /** @type {HTMLButtonElement} */ #redoButton = button('Redo', () => this.#step(this.#redo, this.#undo));
  /** @type {HTMLButtonElement} */ #multi = button('Multi', () => {
    this.#selection.isMulti = !this.#selection.isMulti;
    this.#multi.setAttribute('aria-pressed', String(this.#selection.isMulti));
  }, { 'aria-pressed': 'false', 'aria-label': 'Multi: select several cells' });

  connectedCallback() {
    if (this.querySelector('.setting')) return;
    const groups = GROUPS.map(([name, tools]) => element('optgroup', { label: name }, ...tools.map((tool) => element('option', {}, tool.title))));
    this.#tool.append(element('option', {}, GIVEN), ...groups, element('option', {}, REGION));
    this.#tool.addEventListener('change', () => this.#toolChanged());
    for (const choice of [this.#overlay, this.#symmetry]) choice.addEventListener('change', () => this.#paint());
    this.#size.addEventListener('change', () => this.#begin(Draft.empty(.../** @type {[number, number]} */ (this.#size.value.split('x').map(Number))), newId()));
    this.#list.addEventListener('change', () => this.#open(this.#list.value));
    for (const [field, name] of /** @type {[HTMLInputElement | HTMLTextAreaElement, 'title' | 'author' | 'rules'][]} */ ([[this.#title, 'title'], [this.#author, 'author'], [this.#words, 'rules']])) {
      const typed = (/** @type {Draft} */ draft) => { draft[name] = field.value.trim(); };
      field.addEventListener('input', () => this.#keep(this.#draft.changed(typed)));
      field.addEventListener('change', () => this.#change(typed));
    }
    this.#text.addEventListener('change', () => this.#readText(this.#text.value));
    const side = element('div', { class: 'side' },
      this.#verdict.element, this.#verdict.list,
      element('div', { class: 'row' }, this.#tool, this.#multi),
      this.#about,
      element('div', { class: 'row entry' }, this.#valueLabel, this.#side, this.#add),
      this.#digits,
      element('div', { class: 'row even' }, this.#undoButton, this.#redoButton, button('Clear givens', () => this.#setGiven('.'))),
      this.#said,
      element('h2', {}, 'Rules'), this.#rules,
      element('div', { class: 'row even' },
        element('label', {}, 'Blank cells show', this.#overlay), element('label', {}, 'Symmetry of givens', this.#symmetry)),
      element('div', { class: 'row' },
        button('Make unique', () => this.#makeUnique(), { title: 'Add the givens that make the first solution unique' }),
        button('Fill the rest', () => this.#fill(), { title: 'Fill the cells with the first solution' }),
        button('Unnecessary clues', () => this.#findUnnecessary())),
      element('h2', {}, 'Publish'),
      element('label', {}, 'Title', this.#title), element('label', {}, 'Author', this.#author),
      element('label', {}, 'Rules in your words', this.#words), this.#auto,
      element('div', { class: 'row' },
        button('Play', () => this.#play(), { class: 'main' }),
        button('Put into a post', () => this.#post()),
        button('Export', () => { if (this.#game) openExport(this, KIND, this.#game.share, () => this.#cells.focus(), STUDIO); })),
      element('details', {}, element('summary', {}, 'Puzzle as text'), element('p', { class: 'about' }, 'Every rule has words here, also those without a tool. The board follows when you leave the field.'), this.#text));
    const bar = element('div', { class: 'drafts row' },
      element('label', {}, 'Draft ', this.#list), element('label', {}, 'New board ', this.#size),
      button('Open a puzzle', () => openImport(this, KIND, (game) => this.#import(game), () => this.#cells.focus(), { engine: STUDIO, about: ABOUT })),
      button('Delete draft', () => this.#delete()), button('Restore draft', () => this.#restore(), { 'data-restore': '' }));
    this.replaceChildren(bar, this.#unsaved, element('div', { class: 'studio' }, this.#board, side));
    this.addEventListener('keydown', (event) => this.#key(event));
    const [last] = drafts();
    this.#toolChanged();
    this.#begin(last ? Draft.of(last.text) : this.#draft, last?.id ?? this.#id);
  }

  // ---- drafts -----------------------------------------------------------------------------------

  /** Shows another draft. @param {Draft} draft @param {string} id */
  #begin(draft, id) {
    this.#draft = draft;
    this.#id = id;
    [this.#undo, this.#redo] = [[], []];
    this.#selection.reset(0);
    return this.#renew();
  }

  /** @param {string} id */
  #open(id) {
    const found = drafts().find((one) => one.id === id);
    if (found) this.#begin(Draft.of(found.text), id);
  }

  #delete() {
    if (!deleteDraft(this.#id)) return this.#say('The draft was not deleted: the browser\u2019s storage has no room to keep it for Restore draft.');
    const [next] = drafts();
    this.#begin(next ? Draft.of(next.text) : Draft.empty(9, 9), next?.id ?? newId());
    this.#say('Draft deleted. Restore draft brings it back.');
  }

  #restore() {
    const back = restoreDraft();
    if (back) this.#begin(Draft.of(back.text), back.id);
    this.#say(back ? 'Draft restored.' : 'No deleted draft.');
  }

  /** Keeps a draft in the browser, or says that it could not. @param {Draft} draft */
  #keep(draft) {
    const isKept = keepDraft(this.#id, draft.text);
    this.#unsaved.textContent = isKept ? '' : 'Not saved: the browser\u2019s storage is full or blocked. Export the puzzle, or copy it from Puzzle as text.';
    this.#unsaved.hidden = isKept;
  }

  /** Opens an imported puzzle as a draft. @param {string} game a saved line */
  async #import(game) {
    const { block, error } = await ask(STUDIO, { op: 'block', text: game.split(';')[1].replace(`${KIND}:`, '') });
    if (block) await this.#begin(Draft.of(block), newId());
    this.#say(error ? `Could not read the puzzle: ${error}.` : 'Puzzle opened as a new draft.');
  }

  #listDrafts() {
    const all = drafts();
    this.#list.replaceChildren(...all.map(({ id, text }, index) => {
      const { title, rows, columns } = Draft.of(text);
      return element('option', { value: id, ...(id === this.#id ? { selected: '' } : {}) }, title || `Untitled ${all.length - index}, ${rows} by ${columns}`);
    }));
    for (const made of this.querySelectorAll('[data-restore]')) if (made instanceof HTMLElement) made.hidden = !deletedDrafts().length;
  }

  // ---- changes ----------------------------------------------------------------------------------

  /** @param {(draft: Draft) => void} change */
  #change(change) { return this.#set(this.#draft.changed(change)); }

  /** Shows a changed draft; Undo returns to the present one. @param {Draft} draft */
  #set(draft) {
    if (draft.text === this.#draft.text) return;
    this.#undo.push(this.#draft);
    this.#redo = [];
    const before = this.#draft;
    this.#draft = draft;
    return this.#renew(before);
  }

  /** @param {Draft[]} from @param {Draft[]} to */
  #step(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(this.#draft);
    this.#draft = next;
    this.#renew();
  }

  /**
   * Draws the draft and asks for the verdict. A change that the engine refuses is taken back.
   * @param {Draft} [before]
   */
  #renew(before) {
    this.#renewed = this.#redraw(before);
    return this.#renewed;
  }

  /** @param {Draft} [before] */
  async #redraw(before) {
    const { text } = this.#draft;
    const { game, drawing, error } = await ask(STUDIO, { op: 'draft', text });
    if (text !== this.#draft.text) return;
    if (!game || !drawing) {
      this.#say(`${error?.replace(/^line \d+, column \d+: /, '') ?? 'This cannot be drawn'}.`);
      if (before) {
        this.#draft = before;
        this.#undo.pop();
      }
      return this.#refresh();
    }
    this.#game = game;
    const { cursor } = this.#selection;
    const hadFocus = this.#cells.hasFocus;
    this.#cells.build(game, 'Sudoku', drawing.svg);
    this.#board.replaceChildren(this.#cells.element);
    this.#board.style.setProperty('--columns', String(this.#cells.size.width));
    this.#selection.reset(Math.min(cursor, game.cells.length - 1));
    this.#paint();
    if (hadFocus) this.#cells.focus();
    this.#auto.textContent = this.#draft.rules ? '' : `Without your words, the puzzle says: ${drawing.rules.join(' ')}`;
    this.#keep(this.#draft);
    this.#refresh();
    this.toggleAttribute('ready', true);
    await this.#verdict.ask(text);
  }

  /** Updates the fields and lists beside the board. */
  #refresh() {
    const { lines, title, author, rules, rows, columns, text } = this.#draft;
    [this.#title.value, this.#author.value, this.#words.value, this.#text.value] = [title, author, rules, text];
    this.#size.value = `${rows}x${columns}`;
    this.#undoButton.setAttribute('aria-disabled', String(!this.#undo.length));
    this.#redoButton.setAttribute('aria-disabled', String(!this.#redo.length));
    this.#rules.replaceChildren(...lines.map((line) => element('li', {},
      button(line, () => this.#pick(line), { class: 'quiet', title: 'Select its cells' }),
      button('\u00d7', () => this.#remove(line), { 'aria-label': `Remove ${line}`, class: 'remove' }))));
    if (!lines.length) this.#rules.append(element('li', { class: 'about' }, 'None yet, besides rows, columns and boxes.'));
    const { value } = this.#symmetry;
    this.#symmetry.replaceChildren(...symmetriesOf(rows, columns).map((name) => element('option', name === value ? { selected: '' } : {}, name)));
    const symbols = this.#game?.symbols ?? [];
    this.#digits.replaceChildren(...symbols.map(({ symbol }) => button(symbol, () => this.#setGiven(symbol))));
    this.#listDrafts();
  }

  /** @param {string} line */
  #remove(line) {
    this.#set(this.#draft.without(line));
    this.#say(`Removed: ${line}. Undo brings it back.`);
  }

  /** Selects the cells that a line names. @param {string} line */
  #pick(line) {
    const cells = [...line.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => (Number(row) - 1) * this.#draft.columns + Number(column) - 1);
    this.#selection.selectAll(cells);
    this.#paint();
  }

  /** @param {string} text */
  async #readText(text) {
    const { block, error } = await ask(STUDIO, { op: 'block', text });
    if (!block) return this.#say(`Not read: ${error}.`);
    await this.#set(Draft.of(block));
  }

  /** @param {string} sign */
  #setGiven(sign) {
    this.#set(this.#draft.given(this.#selection.cells, sign));
  }

  /** The groups of cells that are given together, by the chosen symmetry. */
  get #groups() { return groupsOf(this.#symmetry.value, this.#draft.rows, this.#draft.columns); }

  /** The blank cells that the chosen symmetry maps to a given. */
  get #openCells() {
    const isGiven = (/** @type {number} */ cell) => /[^-.]/.test(this.#draft.givens[cell]);
    return new Set(this.#groups.filter((group) => group.some(isGiven)).flat().filter((cell) => this.#draft.givens[cell] === '.'));
  }

  /** @returns {Tool | undefined} */
  get #chosen() { return GROUPS.flatMap(([, tools]) => tools).find(({ title }) => title === this.#tool.value); }

  #toolChanged() {
    const tool = this.#chosen;
    this.#digits.hidden = this.#tool.value !== GIVEN;
    this.#add.hidden = this.#tool.value === GIVEN;
    this.#about.textContent = tool?.about ?? (this.#tool.value === GIVEN ? 'Choose cells, then a digit.' : 'Drag over the cells of a region, then press Add.');
    this.#valueLabel.hidden = !tool?.value;
    const [label] = this.#valueLabel.children;
    label.textContent = tool?.value ? `${tool.value.label} ` : '';
    this.#value.value = tool?.value?.usual ?? '';
    this.#side.hidden = !tool?.sides;
    this.#side.replaceChildren(...(tool?.sides ?? []).map((side) => element('option', {}, side)));
    this.#paint();
  }

  async #addRule() {
    const cells = this.#selection.path;
    const tool = this.#chosen;
    if (this.#tool.value === REGION) return this.#set(this.#draft.withRegion(this.#selection.cells, this.#game?.cells.map(({ region }) => region) ?? []));
    if (!tool) return;
    const value = this.#value.value.trim();
    if (tool.value && !tool.value.isOptional && !value) {
      this.#say(`${tool.title} needs a ${tool.value.label.toLowerCase()}.`);
      return this.#value.focus();
    }
    if (cells.length < (tool.least ?? 0)) return this.#say(`${tool.title} needs at least ${count(tool.least ?? 0, 'cell')}. ${tool.about}`);
    const { text } = this.#draft;
    const lines = tool.lines(cells, this.#draft, value, this.#side.value);
    await this.#change((draft) => { for (const line of lines) if (!draft.lines.includes(line)) draft.lines.push(line); });
    if (this.#draft.text !== text) {
      this.#say(`Added: ${lines.join('; ')}.`);
      if (tool.value && !tool.value.usual) this.#value.value = '';
      this.#selection.selectOnly(this.#selection.cursor);
    }
  }

  // ---- questions --------------------------------------------------------------------------------

  async #makeUnique() {
    await this.#renewed;
    if (this.#verdict.verdict?.solutions === 'unique' && !this.#openCells.size) return this.#say('The solution is unique already.');
    const givens = await this.#verdict.givens(this.#draft.text, this.#groups);
    if (!givens) return this.#say('No givens were found: there is no solution, or the search was too long.');
    await this.#change((draft) => { for (const [cell, sign] of givens) draft.givens[cell] = sign; });
    this.#say(`${count(givens.length, 'given')} added. The solution is unique.`);
  }

  async #fill() {
    await this.#renewed;
    const solution = this.#verdict.verdict?.examples[0];
    if (!solution) return this.#say('There is no solution to fill in.');
    this.#change((draft) => { draft.givens = draft.givens.map((sign, cell) => (sign === '.' ? solution[cell] : sign)); });
    this.#say('Filled with the first solution. Undo removes it.');
  }

  async #findUnnecessary() {
    await this.#renewed;
    if (this.#verdict.verdict?.solutions !== 'unique') return this.#say('Clues can be unnecessary only if the solution is unique.');
    this.#say('Trying each clue\u2026');
    this.#say(await this.#verdict.unnecessary(this.#draft.text));
  }

  // ---- publishing -------------------------------------------------------------------------------

  #play() {
    const page = this.getAttribute('play') ?? '';
    if (this.#game) location.assign(`${page}#${encodeURIComponent(this.#game.share)}`);
  }

  async #post() {
    const { block } = await ask(STUDIO, { op: 'block', text: this.#draft.text });
    const text = element('textarea', { readonly: '', rows: '12', 'aria-label': 'Block for a post' });
    text.value = `\u0060\u0060\u0060${KIND}\n${(block ?? this.#draft.text).trim()}\n\u0060\u0060\u0060\n`;
    const status = element('p', { role: 'status' }, 'Paste this block into a post. Readers play it there.');
    const verdict = this.#verdict.verdict?.solutions;
    if (verdict && verdict !== 'unique') status.prepend({ none: 'This puzzle has no solution. ', several: 'This puzzle has several solutions. ', unknown: 'It is not known whether the solution is unique. ' }[verdict]);
    dialog(this, 'Put into a post', [status, text, element('div', { class: 'row few' }, button('Copy', async () => {
      try {
        await navigator.clipboard.writeText(text.value);
        status.textContent = 'Copied.';
      } catch {
        text.select();
        status.textContent = 'Text selected. Press Ctrl+C to copy it.';
      }
    }, { class: 'main' }))], [['Close', 'quiet', () => {}]], () => this.#cells.focus());
  }

  // ---- display ----------------------------------------------------------------------------------

  /** @param {string} text */
  #say(text) { this.#said.textContent = text; }

  #paint() {
    const game = this.#game;
    if (!game) return;
    const open = this.#openCells;
    const cells = game.cells.map((cell, index) => {
      if (cell.symbol || cell.absent) return cell;
      if (open.has(index)) return { ...cell, symbol: OPEN, label: `${cell.label}, open for a given` };
      return { ...cell, ...this.#shownIn(index, cell.label) };
    });
    const differing = this.#overlay.value === SOLUTIONS ? this.#verdict.differing : [];
    const hint = differing.length ? { cells: differing, removed: [], target: null, press: null } : undefined;
    this.#cells.paint({ ...game, cells }, { wrong: this.#verdict.conflict, hint, showsClashes: true, sees: () => false });
    this.#drawPath();
  }

  /** What the verdict shows in a blank cell. @param {number} index @param {string} label */
  #shownIn(index, label) {
    const verdict = this.#verdict.verdict;
    if (!verdict || verdict.solutions === 'none') return {};
    if (this.#overlay.value === CANDIDATES) return verdict.isWhole ? { marks: verdict.candidates[index] } : {};
    const [one, other = one] = verdict.examples;
    if (this.#overlay.value === NOTHING || !one) return {};
    const [sign, second] = [one[index], other[index]];
    if (sign === second) return { symbol: sign, label: `${label}, ${sign} in ${verdict.examples.length > 1 ? 'both solutions' : 'the solution'}` };
    return { symbol: sign + second, label: `${label}, ${sign} in one solution, ${second} in the other` };
  }

  /** Draws the cells that are chosen for a line, in their order. */
  #drawPath() {
    const above = this.#cells.element.querySelector('.above');
    above?.querySelector('.chosen-path')?.remove();
    const { path } = this.#selection;
    if (!above || path.length < 2 || this.#tool.value === GIVEN || this.#tool.value === REGION) return;
    const { columns } = this.#draft;
    const points = path.map((cell) => `${(cell % columns + 0.5) * CELL},${(Math.floor(cell / columns) + 0.5) * CELL}`);
    above.append(svgElement('polyline', { class: 'chosen-path', points: points.join(' ') }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    if (!game || event.defaultPrevented || isForControl(event)) return;
    const { cursor, isSeveral } = this.#selection;
    const command = commandOf(event, game, { cursor, isSeveral, pen: 'digit', hasNotes: false });
    if (command?.act === 'undo') this.#step(this.#undo, this.#redo);
    else if (command?.act === 'redo') this.#step(this.#redo, this.#undo);
    else if (!this.#cells.hasFocus) return;
    else if (event.key === 'Enter' && this.#tool.value !== GIVEN) this.#addRule();
    else if (command?.act === 'go') {
      this.#selection.selectOnly(command.to);
      this.#cells.focus();
    } else if (command?.act === 'add') {
      this.#selection.add(command.to);
      this.#cells.focus();
    } else if (command?.act === 'select all') this.#selection.selectAll(game.cells.map((_, index) => index));
    else if (command?.act === 'select one') this.#selection.selectOnly(cursor);
    else if (command?.act === 'write') this.#setGiven(command.symbol);
    else if (command?.act === 'clear') this.#setGiven('.');
    else return;
    event.preventDefault();
  }
}

customElements.define('gridlore-variant-sudoku-workshop', VariantSudokuWorkshop);
