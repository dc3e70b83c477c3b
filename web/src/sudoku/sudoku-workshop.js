// @ts-check
/// `<gridlore-sudoku-workshop>`: a puzzle in whatever form, the way to its solution drawn step by
/// step, every step there is now, and exercises.

import { ask } from '../engine/engine.js';
import { Patience } from '../engine/patience.js';
import { randomSeed } from '../page/chance.js';
import { button, element, linesOf } from '../page/element.js';
import { linkedLine } from '../page/link.js';
import { readSvg } from '../page/svg.js';
import { count } from '../page/words.js';
import { exporting, field, gamesOf } from './files.js';

/** @typedef {import('../engine/engine.js').Told} Told */

const TUTOR = 'sudoku-tutor';
/** So many puzzles are looked through before an exercise is asked for anew, so that it can be stopped. */
const PUZZLES = 40;
/** After so many times without success a board will do that other steps lead on, too. */
const STRICT_ROUNDS = 50;
/** A puzzle of one's own to begin with: singles do not get far in it. */
const EXAMPLE = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';

const option = (/** @type {string} */ value, /** @type {string} */ text) => element('option', { value }, text);

class SudokuWorkshop extends HTMLElement {
  /** The puzzle, as a saved line. */ #game = '';
  /** @type {Told[]} */ #steps = [];
  #at = 0;
  /** What the steps are: a way, or all that there is. */ #isWay = true;
  #stop = new AbortController();
  /** Techniques that are never next. @type {Set<string>} */ #others = new Set();
  /** @type {HTMLTextAreaElement} */ #text;
  /** @type {HTMLSelectElement} */ #which = element('select', { 'aria-label': 'Which puzzle', hidden: '' });
  /** @type {HTMLSelectElement} */ #guide = element('select', { 'aria-label': 'The way' });
  /** @type {HTMLSelectElement} */ #technique = element('select', { 'aria-label': 'Technique' });
  /** @type {HTMLElement} */ #said = element('p', { class: 'said', role: 'status' });
  #patience = new Patience();
  /** A board for practice, and what to do with it. @type {HTMLElement} */ #found = element('div', { class: 'row few', hidden: '' });
  /** @type {HTMLElement} */ #rated = element('p', { class: 'rated' });
  /** @type {HTMLElement} */ #picture = element('figure', { class: 'stepped' });
  /** @type {HTMLElement} */ #why = element('div', { class: 'why', 'aria-live': 'polite' });
  /** @type {HTMLElement} */ #list = element('ol', { class: 'way' });
  /** @type {HTMLElement} */ #walk = element('div', { class: 'walk', hidden: '' });
  /** @type {Record<string, HTMLButtonElement>} */ #moves = {};
  /** @type {HTMLAnchorElement} */ #play = element('a', {}, 'Play from here');
  #following = () => this.#follow();

  constructor() {
    super();
    this.#text = element('textarea');
  }

  connectedCallback() {
    addEventListener('hashchange', this.#following);
    if (this.querySelector('.paste')) return;
    const { text, file } = field('A puzzle', { placeholder: EXAMPLE });
    this.#text = text;
    const move = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) => {
      this.#moves[name] = button(sign, () => this.#go(to()), { 'aria-label': label });
      return this.#moves[name];
    };
    const side = element('div', { class: 'side' }, this.#rated,
      element('div', { class: 'row' },
        move('first', '\u21e4', 'First step', () => 0),
        move('back', '\u2190', 'Step before', () => this.#at - 1),
        move('next', '\u2192', 'Next step', () => this.#at + 1),
        move('single', '\u21e2', 'Next digit', () => this.#nextDigit()),
        move('last', '\u21e5', 'Last step', () => this.#steps.length - 1)),
      this.#why,
      element('div', { class: 'row few' }, this.#play,
        button('Every step from here', () => this.#all(this.#here()), { class: 'quiet' }),
        button('Export', () => exporting(this, 'sudoku', this.#here(), () => {}), { class: 'quiet' })));
    this.#walk.append(this.#picture, side, this.#list);
    this.#walk.addEventListener('keydown', (event) => this.#key(event));
    this.#which.addEventListener('change', () => this.#way(this.#which.value));
    this.#guide.addEventListener('change', () => { if (this.#game) this.#way(this.#game); });
    this.replaceChildren(
      element('div', { class: 'paste side' }, text, file,
        element('div', { class: 'row few' },
          button('Solve step by step', () => this.#take((game) => this.#way(game)), { class: 'main' }),
          button('Every step now', () => this.#take((game) => this.#all(game))),
          button('An example', () => {
            text.value = EXAMPLE;
            this.#take((game) => this.#way(game));
          }, { class: 'quiet' }),
          this.#which, this.#guide),
        this.#said, this.#patience.element),
      this.#walk,
      element('div', { class: 'practise side' }, element('h2', {}, 'Practise a technique'),
        element('p', {}, 'A board comes to the point where the technique is the next step, with every candidate noted. Of rare techniques, where it is one of several.'),
        element('div', { class: 'row few' }, this.#technique, button('Find a board', () => this.#practise())),
        this.#found));
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.#following);
    this.#stop.abort(new Error('gone'));
  }

  async #open() {
    const { tutor, error } = await ask(TUTOR, { op: 'tutor', game: `1;sudoku:${EXAMPLE};0;0` });
    if (!tutor) return this.#say(error ?? '');
    this.#guide.replaceChildren(...tutor.guides.map(({ params, title }) => option(params, title)));
    const group = (/** @type {string} */ label, /** @type {string[]} */ names) => element('optgroup', { label }, ...names.map((name) => option(name, name)));
    this.#technique.replaceChildren(group('In HoDoKu\u2019s order', tutor.techniques), group('Others', tutor.others));
    this.#others = new Set(tutor.others);
    this.#technique.value = 'X-Wing';
    this.toggleAttribute('ready', true);
    this.#follow();
  }

  /** A puzzle in the address is walked through at once. */
  #follow() {
    const game = linkedLine('1;sudoku:');
    if (!game) return;
    this.#text.value = game.split(';')[1].slice('sudoku:'.length);
    this.#way(game);
  }

  /** @param {string} text */
  #say(text) {
    this.#said.textContent = text;
  }

  /** Ends what is asked now; returns what ends the next. */
  #begin() {
    this.#stop.abort(new Error('another question'));
    this.#stop = new AbortController();
    return this.#stop;
  }

  /**
   * Asks, and shows that it takes its time.
   * @param {Record<string, unknown>} request
   * @param {AbortController} [stop]
   * @returns {Promise<import('../engine/engine.js').Answer | undefined>} nothing where it was stopped
   */
  async #ask(request, stop = this.#begin()) {
    try {
      return await this.#patience.during(stop, (signal) => ask(TUTOR, request, signal));
    } catch (error) {
      if (stop === this.#stop) this.#say(stop.signal.aborted ? 'Stopped.' : String(error));
      return undefined;
    }
  }

  /** What was pasted. @param {(game: string) => void} then */
  async #take(then) {
    const { games, error } = await gamesOf('sudoku', this.#text.value);
    this.#say(error ?? '');
    this.#which.hidden = games.length < 2;
    this.#which.replaceChildren(...games.map((game, index) => element('option', { value: game }, `Puzzle ${index + 1} of ${games.length}`)));
    if (games.length) then(games[0]);
  }

  /** @param {string} game */
  async #way(game) {
    this.#game = game;
    const answer = await this.#ask({ op: 'way', game, guide: this.#guide.value });
    if (!answer) return;
    const { way, error } = answer;
    if (!way) return this.#trouble(error);
    this.#isWay = true;
    const [title, text] = way.isWhole ? ['Solved', 'Every cell is filled.']
      : ['Here it stops', 'No technique of this order goes on.'];
    this.#say(`${count(way.steps.length, 'step')}${way.isWhole ? ' to the solution' : ', and then no technique of this order goes on'}. ${way.note}`.trim());
    this.#rated.replaceChildren(element('b', {}, way.rating.split('\t').join(', ')));
    this.#show([...way.steps, { name: title, cost: '', notation: '', text, picture: way.picture, isPlacing: false, before: way.last }]);
    const rated = await this.#ask({ op: 'ratings', game });
    this.#rated.append(...(rated?.ratings ?? []).flatMap(([name, rating]) => [element('br'), `${name}: ${rating}`]));
  }

  /** @param {string} game @param {string} technique every one, where there is none */
  async #all(game, technique = '') {
    this.#game = game;
    const answer = await this.#ask({ op: 'steps', game, ...(technique ? { technique } : {}) });
    if (!answer) return;
    const { steps, error } = answer;
    if (!steps) return this.#trouble(error);
    this.#isWay = false;
    this.#say(steps.length ? `${count(steps.length, 'step')} can be taken here; of one technique, no more than 20 are told.` : 'No technique that is known here goes on.');
    this.#rated.replaceChildren(...this.#filter(steps));
    this.#show(steps);
  }

  /** What leaves the steps of one technique in the list; nothing where there is only one. @param {Told[]} steps */
  #filter(steps) {
    const names = [...new Set(steps.map(({ name }) => name))];
    if (names.length < 2) return [];
    const counted = names.map((name) => option(name, `${name} (${steps.filter((step) => step.name === name).length})`));
    const wanted = element('select', { 'aria-label': 'Only steps of' }, option('', 'Every technique'), ...counted);
    wanted.addEventListener('change', () => this.#show(steps.filter(({ name }) => !wanted.value || name === wanted.value)));
    return [wanted];
  }

  /** @param {string | undefined} error */
  #trouble(error) {
    this.#walk.hidden = true;
    this.#say(error ? `${error[0].toUpperCase()}${error.slice(1)}` : '');
  }

  /** @param {Told[]} steps */
  #show(steps) {
    this.#steps = steps;
    this.#walk.hidden = !steps.length;
    this.#list.replaceChildren(...steps.map((step, index) => {
      const made = button('', () => this.#go(index), { class: step.isPlacing ? 'placing' : '' });
      made.append(element('span', {}, step.name), element('small', {}, step.cost));
      return element('li', {}, made);
    }));
    if (steps.length) this.#go(0);
  }

  /** The step after the next that fills a cell. */
  #nextDigit() {
    const next = this.#steps.findIndex((step, index) => index >= this.#at && step.isPlacing);
    return next < 0 ? this.#steps.length - 1 : next + 1;
  }

  /** The game as it is before the step that is shown. */
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
      element('b', {}, `${this.#isWay && step.notation ? `${this.#at + 1}. ` : ''}${step.name}`),
      ...linesOf(step.text, 'p'), ...(step.notation ? [element('p', { class: 'notation' }, element('code', {}, step.notation))] : []));
    [...this.#list.querySelectorAll('button')].forEach((shown, index) => {
      if (index === this.#at) shown.setAttribute('aria-current', 'step');
      else shown.removeAttribute('aria-current');
    });
    const shown = this.#list.children[this.#at];
    // The list scrolls, and the page does not.
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

  async #practise() {
    const technique = this.#technique.value;
    this.#found.hidden = true;
    const seed = randomSeed();
    const stop = this.#begin();
    for (let round = 0; ; round++) {
      const early = this.#others.has(technique) || round >= STRICT_ROUNDS;
      const answer = await this.#ask({ op: 'exercise', game: `1;sudoku:${EXAMPLE};0;0`, technique, early, seed: seed + round * PUZZLES, nodes: PUZZLES }, stop);
      if (!answer) return;
      if (answer.error) return this.#say(answer.error);
      const [game] = answer.games ?? [];
      if (game) {
        const own = new URL(this.getAttribute('play') ?? '/play/sudoku', location.href);
        own.hash = game;
        if (!early) {
          location.href = own.href;
          return;
        }
        this.#say(`A board where ${technique} can be taken; easier steps lead on, too.`);
        this.#found.replaceChildren(element('a', { href: own.href }, 'Play it'), button('Show me', () => this.#all(game, technique), { class: 'quiet' }));
        this.#found.hidden = false;
        return;
      }
      this.#say(`Looking for a board that comes to ${technique}: ${count((round + 1) * PUZZLES, 'puzzle')} so far.`);
      this.#patience.show(stop);
    }
  }
}

customElements.define('gridlore-sudoku-workshop', SudokuWorkshop);
