// @ts-check
/// `<gridlore-variant-sudoku-workshop>`: an editor for variant sudokus. The setter draws the rules
/// on the board; the verdict beside it immediately says how many solutions there are.

import { ask } from '../engine/engine.js';
import { Cells } from '../board/cells.js';
import { commandOf } from '../board/controls/keyboard.js';
import { Selection } from '../board/selection.js';
import { dialog } from '../page/dialog.js';
import { button, element, isForControl } from '../page/element.js';
import { randomSeed } from '../page/random.js';
import { svgElement } from '../page/svg.js';
import { keepBlock } from '../site/block-for-post.js';
import { count } from '../page/words.js';
import { openExport, openImport } from '../sudoku/files.js';
import { Draft, nameOf } from './draft.js';
import { deleteDraft, deletedDrafts, drafts, keepDraft, restoreDraft } from './drafts.js';
import { groupsOf, symmetriesOf } from './symmetry.js';
import { GROUPS, TOOLS, drawnBy, strayIn } from './tools.js';
import { LiveVerdict } from './verdict.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('./tools.js').Tool} Tool */

const [KIND, STUDIO] = ['variant-sudoku', 'variant-studio'];
const SIZES = ['4x4', '5x5', '6x6', '7x7', '8x8', '9x9', '10x10', '12x12', '16x16'];
/** The tools that do not add rules. */
const [GIVEN, REGION] = ['Given digits', 'Regions'];
/** The options for blank cells. */
const [CANDIDATES, SOLUTIONS, NOTHING] = ['True candidates', 'Solutions', 'Nothing'];
/** Marks a blank cell whose image under the symmetry has a given. */
const OPEN = '\u25cb';
/** The distance within which a press counts as a press on an edge, in cells. */
const EDGE = 0.16;
/** Side of a cell in the drawing. */
const CELL = 48;
/** Returns an id for a new draft. */
const newId = () => String(randomSeed());
const ABOUT = 'Paste a link from SudokuPad, f-puzzles, Penpa-edit or Interactive Sudoku Solver, a text block, or JSON. Or choose a file.';

class VariantSudokuWorkshop extends HTMLElement {
  #draft = Draft.empty(9, 9);
  #id = newId();
  /** The size of the board that is shown. */ #shape = '';
  /** The line that Add replaces. @type {string | undefined} */ #edited;
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
  /** The puzzle's title and rules in print. @type {HTMLElement} */ #paper = element('div', { class: 'on-paper' });
  /** @type {HTMLTextAreaElement} */ #text = element('textarea', { rows: '14', spellcheck: 'false', 'aria-label': 'Puzzle as text' });
  /** @type {HTMLSelectElement} */ #size = element('select', { 'aria-label': 'Size' }, ...SIZES.map((size) => element('option', { value: size }, size.replace('x', ' by '))));
  /** @type {HTMLSelectElement} */ #list = element('select', { 'aria-label': 'Drafts' });
  #title = element('input', { type: 'text', maxlength: '120', autocomplete: 'off' });
  #author = element('input', { type: 'text', maxlength: '120', autocomplete: 'off' });
  #words = element('textarea', { rows: '3' });
  /** Whether the puzzle contains its solution. */
  #withSolution = element('input', { type: 'checkbox' });
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
    this.#withSolution.addEventListener('change', () => this.#change((draft) => { draft.hasSolution = this.#withSolution.checked; }));
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
      element('label', {}, 'Rules in your own words', this.#words), this.#auto,
      element('label', { class: 'choice' }, this.#withSolution, 'Include the solution so that other programs can check digits'),
      element('div', { class: 'row' },
        button('Play', () => this.#play(), { class: 'main' }),
        button('Put into a post', () => this.#post()),
        button('Export', () => this.#export())),
      element('details', {}, element('summary', {}, 'Puzzle as text'), element('p', { class: 'about' }, 'Every rule has a line here, even if there is no tool for it. The board is updated when you leave the field.'), this.#text));
    const bar = element('div', { class: 'drafts row' },
      element('label', {}, 'Draft ', this.#list), element('label', {}, 'New board ', this.#size),
      button('Open a puzzle', () => openImport(this, KIND, (game) => this.#import(game), () => this.#cells.focus(), { engine: STUDIO, about: ABOUT })),
      button('Delete draft', () => this.#delete()), button('Restore draft', () => this.#restore(), { 'data-restore': '' }));
    this.replaceChildren(bar, this.#unsaved, this.#paper, element('div', { class: 'studio' }, this.#board, side));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#board.addEventListener('pointerdown', (event) => this.#pressEdge(event), { capture: true });
    this.#value.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#addRule();
    });
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
    this.#edited = undefined;
    this.#selection.reset(0);
    return this.#renew();
  }

  /** @param {string} id */
  #open(id) {
    const found = drafts().find((one) => one.id === id);
    if (found) this.#begin(Draft.of(found.text), id);
  }

  #delete() {
    if (!deleteDraft(this.#id)) return this.#say('The draft was not deleted: the browser\u2019s storage is full, so it could not be restored later.');
    const [next] = drafts();
    this.#begin(next ? Draft.of(next.text) : Draft.empty(9, 9), next?.id ?? newId());
    this.#say('Draft deleted. Restore draft recovers it.');
  }

  #restore() {
    const back = restoreDraft();
    if (back) this.#begin(Draft.of(back.text), back.id);
    this.#say(back ? 'Draft restored.' : 'No deleted draft.');
  }

  /** Stores a draft in the browser, or says that this was not possible. @param {Draft} draft */
  #keep(draft) {
    const isKept = keepDraft(this.#id, draft.stored);
    this.#unsaved.textContent = isKept ? '' : 'Not saved: the browser\u2019s storage is full or blocked. Export the puzzle, or copy it from “Puzzle as text”.';
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

  /** Shows a changed draft; Undo returns to the current one. @param {Draft} draft */
  #set(draft) {
    if (draft.stored === this.#draft.stored) return;
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
    this.#edit(undefined);
    this.#renew();
  }

  /**
   * Draws the draft and asks for the verdict. A change that the engine refuses is taken back.
   * @param {Draft} [before]
   */
  #renew(before) {
    this.#say('');
    this.#renewed = this.#redraw(before);
    return this.#renewed;
  }

  /** @param {Draft} [before] */
  async #redraw(before) {
    const { stored, drawn } = this.#draft;
    const { game, drawing, error } = await ask(STUDIO, { op: 'draft', text: drawn });
    if (stored !== this.#draft.stored) return;
    if (!game || !drawing) {
      this.#say(`${error?.replace(/^line \d+, column \d+: /, '') ?? 'This cannot be drawn'}.`);
      if (before) {
        this.#draft = before;
        this.#undo.pop();
      }
      return this.#refresh();
    }
    this.#game = game;
    const isSameSize = this.#shape === `${game.rows}x${game.columns}`;
    this.#shape = `${game.rows}x${game.columns}`;
    const hadFocus = this.#cells.hasFocus;
    this.#cells.build(game, 'Sudoku', drawing.svg);
    this.#board.replaceChildren(this.#cells.element);
    this.#board.style.setProperty('--columns', String(this.#cells.size.width));
    // Cells that were selected meanwhile stay selected.
    if (!isSameSize) this.#selection.reset(0);
    this.#paint();
    if (hadFocus) this.#cells.focus();
    this.#auto.textContent = this.#draft.rules ? '' : `If you leave this empty, the puzzle says: ${drawing.rules.join(' ')}`;
    const heading = [drawing.title, drawing.author && `by ${drawing.author}`].filter(Boolean).join(' ');
    this.#paper.replaceChildren(...(heading ? [element('h1', {}, heading)] : []), element('ul', {}, ...drawing.rules.map((rule) => element('li', {}, rule))));
    this.#keep(this.#draft);
    this.#refresh();
    this.toggleAttribute('ready', true);
    await this.#verdict.ask(drawn, this.#draft.hasSolution ? this.#draft : undefined);
    const { solved } = this.#verdict;
    if (!solved || stored !== this.#draft.stored) return;
    // Undo does not stop at this change.
    this.#draft = this.#draft.changed((draft) => { draft.solution = Draft.of(solved).solution; });
    this.#keep(this.#draft);
    this.#refresh();
  }

  /** Updates the fields and lists beside the board. */
  #refresh() {
    const { lines, title, author, rules, rows, columns, text } = this.#draft;
    for (const [field, value] of /** @type {[HTMLInputElement | HTMLTextAreaElement, string][]} */ ([[this.#title, title], [this.#author, author], [this.#words, rules], [this.#text, text]])) {
      // Do not overwrite a field in which the setter is typing.
      if (field !== document.activeElement) field.value = value;
    }
    this.#size.value = `${rows}x${columns}`;
    this.#withSolution.checked = this.#draft.hasSolution;
    this.#undoButton.setAttribute('aria-disabled', String(!this.#undo.length));
    this.#redoButton.setAttribute('aria-disabled', String(!this.#redo.length));
    this.#rules.replaceChildren(...lines.map((line) => element('li', {},
      button(line, () => this.#pick(line), { class: 'quiet', title: 'Change it', ...(line === this.#edited ? { 'aria-current': 'true' } : {}) }),
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
    this.#edit(undefined);
    this.#set(this.#draft.without(line));
    this.#say(`Removed: ${line}. Undo restores it.`);
    // The button that had the focus is gone.
    this.#cells.focus();
  }

  /** Selects the cells of a line, with its tool and number, to change it. @param {string} line */
  #pick(line) {
    const drawn = drawnBy(line, this.#draft);
    if (drawn) {
      this.#tool.value = drawn.tool.title;
      this.#toolChanged();
      this.#value.value = drawn.value;
      if (drawn.side) this.#side.value = drawn.side;
      this.#edit(line);
    }
    this.#selection.selectAll(drawn?.cells ?? [...line.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => (Number(row) - 1) * this.#draft.columns + Number(column) - 1));
    this.#say(drawn ? 'Change its cells or its number, then press Change. Delete removes it.' : 'Change it under “Puzzle as text”.');
    this.#cells.focus();
    this.#paint();
  }

  /** Makes Add replace a line, or add a new one. @param {string | undefined} line */
  #edit(line) {
    this.#edited = line;
    this.#add.textContent = line === undefined ? 'Add' : 'Change';
    for (const made of this.#rules.querySelectorAll('button.quiet')) {
      if (made.textContent === line) made.setAttribute('aria-current', 'true');
      else made.removeAttribute('aria-current');
    }
  }

  /** Removes the line that is being changed, or the last one of the tool at the cursor. */
  #removeAtCursor() {
    const name = nameOf(this.#selection.cursor, this.#draft.columns);
    const isHere = (/** @type {string} */ line) => new RegExp(`\\b${name}\\b`).test(line) && drawnBy(line, this.#draft)?.tool === this.#chosen;
    const line = this.#edited ?? this.#draft.lines.findLast(isHere);
    if (line) this.#remove(line);
    else this.#say(`No ${this.#tool.value.toLowerCase()} at ${name}.`);
  }

  /** Adds a mark between two cells where their edge is pressed. @param {PointerEvent} event */
  #pressEdge(event) {
    const tool = this.#chosen;
    const cell = event.target instanceof Element ? event.target.closest('.cell') : null;
    if (tool?.touch !== 'edge' || !cell || event.button !== 0 || event.pointerType === 'touch') return;
    const { left, top, width, height } = cell.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    const index = [...this.#cells.element.querySelectorAll('.cell')].indexOf(cell);
    const { rows, columns } = this.#draft;
    const [row, column] = [Math.floor(index / columns), index % columns];
    const near = [[x, 0, -1], [1 - x, 0, 1], [y, -1, 0], [1 - y, 1, 0]].filter(([gap]) => gap < EDGE);
    if (near.length !== 1) return;
    const [[, down, right]] = near;
    if (row + down < 0 || row + down >= rows || column + right < 0 || column + right >= columns) return;
    event.preventDefault();
    event.stopPropagation();
    this.#selection.selectAll([index, index + down * columns + right].sort((one, other) => one - other));
    this.#addRule();
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

  /** The groups of cells that are given together under the chosen symmetry. */
  get #groups() { return groupsOf(this.#symmetry.value, this.#draft.rows, this.#draft.columns); }

  /** The blank cells that the chosen symmetry maps to a given. */
  get #openCells() {
    const isGiven = (/** @type {number} */ cell) => /[^-.]/.test(this.#draft.givens[cell]);
    return new Set(this.#groups.filter((group) => group.some(isGiven)).flat().filter((cell) => this.#draft.givens[cell] === '.'));
  }

  /** @returns {Tool | undefined} */
  get #chosen() { return TOOLS.find(({ title }) => title === this.#tool.value); }

  #toolChanged() {
    const tool = this.#chosen;
    this.#edit(undefined);
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
    if (this.#tool.value === REGION) return this.#addRegion();
    if (!tool) return;
    const value = this.#value.value.trim();
    if (tool.value && !tool.value.isOptional && !value) {
      this.#say(`${tool.title}: enter the ${tool.value.label.toLowerCase()}.`);
      return this.#value.focus();
    }
    if (cells.length < (tool.least ?? 0)) return this.#say(`${tool.title}: choose at least ${count(tool.least ?? 0, 'cell')}. ${tool.about}`);
    const { columns } = this.#draft;
    const stray = strayIn(tool, cells, columns);
    if (stray !== undefined) {
      const [at, previous] = [nameOf(stray, columns), nameOf(cells[cells.indexOf(stray) - 1], columns)];
      return this.#say(`${previous} and ${at} do not ${tool.touch === 'edge' ? 'share an edge' : 'touch'}. ${tool.about}`);
    }
    const side = this.#side.value;
    const lines = tool.lines(cells, this.#draft, value, side);
    const edited = this.#edited;
    if (edited === undefined && lines.every((line) => this.#draft.lines.includes(line))) return this.#say(`This rule already exists: ${lines.join('; ')}.`);
    const { text } = this.#draft;
    // The next rule can be drawn while the engine checks this one.
    this.#edit(undefined);
    this.#selection.reset(this.#selection.cursor);
    if (tool.value && !tool.value.usual) this.#value.value = '';
    this.#paint();
    const changed = edited === undefined ? lines.reduce((draft, line) => draft.with(line), this.#draft) : this.#draft.replaced(edited, lines);
    // Only with a solution is it known which digits clear the fog.
    await this.#set(changed.lights ? changed.changed((draft) => { draft.hasSolution = true; }) : changed);
    if (this.#draft.text !== text) return this.#say(`${edited === undefined ? 'Added' : 'Changed'}: ${lines.join('; ')}.`);
    // If it was refused, the cells and the number return, unless another rule has been begun.
    if (this.#selection.isSeveral || this.#tool.value !== tool.title) return;
    this.#edit(edited);
    this.#selection.selectAll(cells);
    if (!this.#value.value) this.#value.value = value;
  }

  /** Makes the selected cells a region. */
  async #addRegion() {
    const cells = this.#selection.cells;
    await this.#set(this.#draft.withRegion(cells, this.#game?.cells.map(({ region }) => region) ?? []));
    const { rows, columns } = this.#draft;
    const side = Math.max(rows, columns);
    if (cells.length !== side) this.#say(`This region has ${count(cells.length, 'cell')}. A region with every digit has ${side}.`);
    this.#selection.reset(this.#selection.cursor);
    this.#paint();
  }

  /** Handles a key while a rule's tool is chosen: digits enter its number. @param {KeyboardEvent} event */
  #typed({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return false;
    const { value } = this.#chosen ?? {};
    if (/^\d$/.test(key)) {
      if (value) this.#value.value = this.#value.value === value.usual ? key : this.#value.value + key;
      else this.#say(`${this.#tool.value} has no number. For a given, choose ${GIVEN} under Tool.`);
      return true;
    }
    if (key !== 'Backspace' && key !== 'Delete') return false;
    if (key === 'Backspace' && value && this.#value.value) this.#value.value = this.#value.value.slice(0, -1);
    else this.#removeAtCursor();
    return true;
  }

  // ---- questions --------------------------------------------------------------------------------

  async #makeUnique() {
    await this.#renewed;
    if (this.#verdict.verdict?.solutions === 'unique' && !this.#openCells.size) return this.#say('The solution is unique already.');
    const givens = await this.#verdict.givens(this.#draft.text, this.#groups);
    if (!givens) return this.#say('No givens were found: there is no solution, or the search took too long.');
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

  /**
   * Returns the text block for readers, and what they should know about it. A puzzle without a
   * known solution is published without one.
   */
  async #published() {
    // Only the solution is worth waiting for: the search can take seconds.
    if (this.#draft.hasSolution) await this.#renewed;
    const { hasSolution, lights, plain } = this.#draft;
    const solved = hasSolution ? this.#verdict.solved : undefined;
    const block = solved ?? (await ask(STUDIO, { op: 'block', text: plain })).block ?? plain;
    const verdict = this.#verdict.verdict?.solutions;
    const warnings = verdict && verdict !== 'unique' ? [{ none: 'This puzzle has no solution.', several: 'This puzzle has several solutions.', unknown: 'It is not known whether the solution is unique.' }[verdict]] : [];
    if (hasSolution && !solved) warnings.push('No single solution is known, so none is included.');
    if (lights && !solved) warnings.push('Without a solution, every digit clears the fog.');
    return { block, warnings };
  }

  /** Returns the address of the puzzle for readers. */
  async #share() {
    const { block, warnings } = await this.#published();
    const { game } = await ask(STUDIO, { op: 'draft', text: block });
    return { share: game?.share, warnings };
  }

  async #play() {
    const page = this.getAttribute('play') ?? '';
    const { share } = await this.#share();
    if (share) location.assign(`${page}#${encodeURIComponent(share)}`);
  }

  async #export() {
    const { share, warnings } = await this.#share();
    this.#say(warnings.join(' '));
    if (share) openExport(this, KIND, share, () => this.#cells.focus(), STUDIO);
  }

  async #post() {
    const { block, warnings } = await this.#published();
    const text = element('textarea', { readonly: '', rows: '12', 'aria-label': 'Block for a post' });
    text.value = `\u0060\u0060\u0060${KIND}\n${block.trim()}\n\u0060\u0060\u0060\n`;
    const status = element('p', { role: 'status' }, [...warnings, 'Paste this block into a post. Readers play it there.'].join(' '));
    // People who write on this site have a link to the admin pages.
    const writes = document.querySelector('header a[href="/admin"]');
    const open = button('Open a post', () => {
      if (keepBlock(text.value.trim())) location.assign('/admin');
      else status.textContent = 'The browser\u2019s storage is full or blocked. Copy the block instead.';
    }, { title: 'The block is inserted into the next post that you open' });
    dialog(this, 'Put into a post', [status, text, element('div', { class: 'row few' }, ...(writes ? [open] : []), button('Copy', async () => {
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
    this.#drawFog(game);
    this.#drawPath();
  }

  /** Returns what the verdict shows in a blank cell. @param {number} index @param {string} label */
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

  /** Shades the cells that are in the fog at the start. @param {Game} game */
  #drawFog({ cells, columns }) {
    const above = this.#cells.element.querySelector('.above');
    above?.querySelector('.fog-shade')?.remove();
    const { lights } = this.#draft;
    if (!above || !lights) return;
    const squares = cells.map(({ absent }, index) => (absent || lights.has(index) ? '' : `M${(index % columns) * CELL} ${Math.floor(index / columns) * CELL}h${CELL}v${CELL}h-${CELL}z`));
    above.append(svgElement('path', { class: 'fog-shade', d: squares.join('') }));
  }

  /** Draws a line through the cells chosen for a line, in the order of selection. */
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
    else if (event.key === 'Escape' && this.#edited !== undefined) this.#edit(undefined);
    else if (this.#chosen && this.#typed(event)) this.#paint();
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
