// @ts-check
/// `<gridlore-sudoku-workshop>`: reads a puzzle in any format, shows its solution path step by step
/// with drawings, lists every step of a position, and finds practice boards.

import { ask } from '../engine/engine.js';
import { BusyIndicator } from '../engine/busy.js';
import { button, element, linesOf } from '../page/element.js';
import { linkedLine } from '../page/link.js';
import { readSvg } from '../page/svg.js';
import { count, messageOf } from '../page/words.js';
import { field, gamesOf, openExport } from './files.js';

/** @typedef {import('../engine/engine.js').TutorStep} TutorStep */

const TUTOR = 'sudoku-tutor';
/** The example puzzle, which needs more than singles. */
const EXAMPLE = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';

const option = (/** @type {string} */ value, /** @type {string} */ text) => element('option', { value }, text);

class SudokuWorkshop extends HTMLElement {
  /** The puzzle, as a saved line. */ #game = '';
  /** @type {TutorStep[]} */ #steps = [];
  /** The index of the step that is shown. */ #at = 0;
  /** Whether the steps are a solution path, rather than all steps of one position. */ #isPath = true;
  #stop = new AbortController();
  /** Techniques outside HoDoKu's order, which are never the next step. @type {Set<string>} */ #others = new Set();
  /** @type {HTMLTextAreaElement} */ #text;
  /** @type {HTMLSelectElement} */ #which = element('select', { 'aria-label': 'Choose a puzzle', hidden: '' });
  /** @type {HTMLSelectElement} */ #guide = element('select', { 'aria-label': 'Solving order' });
  /** @type {HTMLSelectElement} */ #technique = element('select', { 'aria-label': 'Technique' });
  /** @type {HTMLElement} */ #message = element('p', { class: 'said', role: 'status' });
  #busy = new BusyIndicator();
  /** The practice board. @type {HTMLElement} */ #found = element('div', { hidden: '' });
  /** @type {HTMLElement} */ #rated = element('p', { class: 'rated' });
  /** @type {HTMLElement} */ #picture = element('figure', { class: 'stepped' });
  /** @type {HTMLElement} */ #why = element('div', { class: 'why', 'aria-live': 'polite' });
  /** @type {HTMLElement} */ #list = element('ol', { class: 'way' });
  /** @type {HTMLElement} */ #viewer = element('div', { class: 'walk', hidden: '' });
  /** @type {Record<string, HTMLButtonElement>} */ #moves = {};
  /** @type {HTMLAnchorElement} */ #play = element('a', {}, 'Play from here');
  #followLink = () => this.#openLinked();

  constructor() {
    super();
    this.#text = element('textarea');
  }

  connectedCallback() {
    addEventListener('hashchange', this.#followLink);
    if (this.querySelector('.paste')) return;
    const { text, file } = field('Puzzle', { placeholder: EXAMPLE });
    this.#text = text;
    const move = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) => {
      this.#moves[name] = button(sign, () => this.#go(to()), { 'aria-label': label });
      return this.#moves[name];
    };
    const side = element('div', { class: 'side' }, this.#rated,
      element('div', { class: 'row' },
        move('first', '\u21e4', 'First step', () => 0),
        move('back', '\u2190', 'Previous step', () => this.#at - 1),
        move('next', '\u2192', 'Next step', () => this.#at + 1),
        move('single', '\u21e2', 'Next digit', () => this.#nextDigit()),
        move('last', '\u21e5', 'Last step', () => this.#steps.length - 1)),
      this.#why,
      element('div', { class: 'row few' }, this.#play,
        button('All steps from here', () => this.#listSteps(this.#here()), { class: 'quiet' }),
        button('Export', () => openExport(this, 'sudoku', this.#here(), () => {}), { class: 'quiet' })));
    this.#viewer.append(this.#picture, side, this.#list);
    this.#viewer.addEventListener('keydown', (event) => this.#key(event));
    this.#which.addEventListener('change', () => this.#solve(this.#which.value));
    this.#guide.addEventListener('change', () => { if (this.#game) this.#solve(this.#game); });
    this.replaceChildren(
      element('div', { class: 'paste side' }, text, file,
        element('div', { class: 'row few' },
          button('Solve step by step', () => this.#readText((game) => this.#solve(game)), { class: 'main' }),
          button('Find all steps', () => this.#readText((game) => this.#listSteps(game))),
          button('Load example', () => {
            text.value = EXAMPLE;
            this.#readText((game) => this.#solve(game));
          }, { class: 'quiet' }),
          this.#which, this.#guide),
        this.#message, this.#busy.element),
      this.#viewer,
      element('div', { class: 'practise side' }, element('h2', {}, 'Practise a technique'),
        element('p', {}, 'Finds boards on which the technique is the next step, and tells you when you have found the step. If such boards are rare, other steps may also be possible.'),
        element('div', { class: 'row few' }, this.#technique, button('Find a board', () => this.#practise())),
        this.#found));
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.#followLink);
    this.#stop.abort(new Error('removed from the page'));
  }

  async #open() {
    const { tutor, error } = await ask(TUTOR, { op: 'tutor', game: `1;sudoku:${EXAMPLE};0;0` });
    if (!tutor) return this.#say(error ?? '');
    this.#guide.replaceChildren(...tutor.guides.map(({ params, title }) => option(params, title)));
    const group = (/** @type {string} */ label, /** @type {string[]} */ names) => element('optgroup', { label }, ...names.map((name) => option(name, name)));
    this.#technique.replaceChildren(group('HoDoKu\u2019s order', tutor.techniques), group('Other techniques', tutor.others));
    this.#others = new Set(tutor.others);
    this.#technique.value = 'X-Wing';
    this.toggleAttribute('ready', true);
    this.#openLinked();
  }

  /** Solves the puzzle in the address, if there is one. */
  #openLinked() {
    const game = linkedLine('1;sudoku:');
    if (!game) return;
    this.#text.value = game.split(';')[1].slice('sudoku:'.length);
    this.#solve(game);
  }

  /** @param {string} text */
  #say(text) {
    this.#message.textContent = text;
  }

  /** Aborts the current request; returns the controller of the next one. */
  #begin() {
    this.#stop.abort(new Error('replaced by another request'));
    this.#stop = new AbortController();
    return this.#stop;
  }

  /**
   * Sends a request and shows the busy indicator if it is slow.
   * @param {Record<string, unknown>} request
   * @param {AbortController} [stop]
   * @returns {Promise<import('../engine/engine.js').Answer | undefined>} `undefined` if it was stopped
   */
  async #ask(request, stop = this.#begin()) {
    try {
      return await this.#busy.during(stop, (signal) => ask(TUTOR, request, signal));
    } catch (error) {
      if (stop === this.#stop) this.#say(stop.signal.aborted ? 'Stopped.' : messageOf(error));
      return undefined;
    }
  }

  /**
   * Reads the text field and calls `then` with its first puzzle.
   * @param {(game: string) => void} then
   */
  async #readText(then) {
    const { games, error } = await gamesOf('sudoku', this.#text.value);
    this.#say(error ?? '');
    this.#which.hidden = games.length < 2;
    this.#which.replaceChildren(...games.map((game, index) => element('option', { value: game }, `Puzzle ${index + 1} of ${games.length}`)));
    if (games.length) then(games[0]);
  }

  /** Shows the solution path of a puzzle, and its ratings. @param {string} game */
  async #solve(game) {
    this.#game = game;
    const answer = await this.#ask({ op: 'way', game, guide: this.#guide.value });
    if (!answer) return;
    const { way, error } = answer;
    if (!way) return this.#fail(error);
    this.#isPath = true;
    const [title, text] = way.isWhole ? ['Solved', 'Every cell is filled.']
      : ['Stuck', 'No technique in this order applies.'];
    // A reload, or Back from the board, shows the puzzle again.
    history.replaceState(history.state, '', `#${encodeURIComponent(game)}`);
    this.#say(`${count(way.steps.length, 'step')}${way.isWhole ? ' to the solution' : ', then no technique in this order applies'}. ${way.note}`.trim());
    this.#rated.replaceChildren(element('b', {}, way.rating.split('\t').join(', ')));
    this.#show([...way.steps, { name: title, cost: '', notation: '', text, picture: way.picture, isPlacing: false, placed: [], removed: [], before: way.last }]);
    const rated = await this.#ask({ op: 'ratings', game });
    this.#rated.append(...(rated?.ratings ?? []).flatMap(([name, rating]) => [element('br'), `${name}: ${rating}`]));
  }

  /**
   * Lists every step of a position, or those of one technique.
   * @param {string} game
   * @param {string} technique every technique if empty
   */
  async #listSteps(game, technique = '') {
    this.#game = game;
    const answer = await this.#ask({ op: 'steps', game, ...(technique ? { technique } : {}) });
    if (!answer) return;
    const { steps, error } = answer;
    if (!steps) return this.#fail(error);
    this.#isPath = false;
    this.#say(steps.length ? `${count(steps.length, 'step')} available here (at most 20 per technique).` : 'No known technique applies here.');
    this.#rated.replaceChildren(...this.#filter(steps));
    this.#show(steps);
  }

  /**
   * Creates a filter for the list of steps by technique; empty if there is only one.
   * @param {TutorStep[]} steps
   */
  #filter(steps) {
    const names = [...new Set(steps.map(({ name }) => name))];
    if (names.length < 2) return [];
    const counted = names.map((name) => option(name, `${name} (${steps.filter((step) => step.name === name).length})`));
    const wanted = element('select', { 'aria-label': 'Filter steps' }, option('', 'All techniques'), ...counted);
    wanted.addEventListener('change', () => this.#show(steps.filter(({ name }) => !wanted.value || name === wanted.value)));
    return [wanted];
  }

  /** Hides the steps and shows an error. @param {string | undefined} error */
  #fail(error) {
    this.#viewer.hidden = true;
    this.#say(error ? `${error[0].toUpperCase()}${error.slice(1)}` : '');
  }

  /** @param {TutorStep[]} steps */
  #show(steps) {
    this.#steps = steps;
    this.#viewer.hidden = !steps.length;
    this.#list.replaceChildren(...steps.map((step, index) => {
      const made = button('', () => this.#go(index), { class: step.isPlacing ? 'placing' : '' });
      made.append(element('span', {}, step.name), element('small', {}, step.cost));
      return element('li', {}, made);
    }));
    if (steps.length) this.#go(0);
  }

  /** Returns the index after the next step that fills a cell. */
  #nextDigit() {
    const next = this.#steps.findIndex((step, index) => index >= this.#at && step.isPlacing);
    return next < 0 ? this.#steps.length - 1 : next + 1;
  }

  /** Returns the position before the step that is shown, as a saved line. */
  #here() {
    const step = this.#steps[this.#at];
    const [version, id] = this.#game.split(';');
    return step ? `${version};${id};0;1;!${step.before}` : this.#game;
  }

  /** @param {number} to */
  #go(to) {
    if (!this.#steps.length) return;
    this.#at = Math.min(Math.max(to, 0), this.#steps.length - 1);
    const step = this.#steps[this.#at];
    this.#picture.replaceChildren(readSvg(step.picture));
    this.#why.replaceChildren(
      element('b', {}, `${this.#isPath && step.notation ? `${this.#at + 1}. ` : ''}${step.name}`),
      ...linesOf(step.text, 'p'), ...(step.notation ? [element('p', { class: 'notation' }, element('code', {}, step.notation))] : []));
    [...this.#list.querySelectorAll('button')].forEach((shown, index) => {
      if (index === this.#at) shown.setAttribute('aria-current', 'step');
      else shown.removeAttribute('aria-current');
    });
    const shown = this.#list.children[this.#at];
    // Scrolls the list without scrolling the page.
    if (shown instanceof HTMLElement) this.#list.scrollTop = shown.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    const [first, last] = [this.#at === 0, this.#at === this.#steps.length - 1];
    for (const [name, isOff] of Object.entries({ first, back: first, next: last, single: last, last })) this.#moves[name].setAttribute('aria-disabled', String(isOff));
    const own = new URL(this.getAttribute('play') ?? '/play/sudoku', location.href);
    own.hash = this.#here();
    this.#play.href = own.href;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const to = /** @type {Record<string, number>} */ ({ ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#steps.length - 1 })[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const isInList = this.#list.contains(document.activeElement);
    this.#go(to);
    if (isInList) this.#list.querySelectorAll('button')[this.#at].focus({ preventScroll: true });
  }

  /** Shows a board on which to find the chosen technique, below the list of techniques. */
  async #practise() {
    const technique = this.#technique.value;
    await import('./sudoku-lesson.js');
    const lesson = document.createElement('gridlore-sudoku-lesson');
    lesson.className = 'playable';
    lesson.setAttribute('technique', technique);
    lesson.setAttribute('boards', '0');
    lesson.toggleAttribute('rare', this.#others.has(technique));
    this.#found.replaceChildren(lesson);
    this.#found.hidden = false;
  }
}

customElements.define('gridlore-sudoku-workshop', SudokuWorkshop);
