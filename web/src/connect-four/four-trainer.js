// @ts-check
/// The trainer: positions in which only one move is right, from a built-in set and from the
/// player's reviewed games. The board shows the opponent's reply to a wrong move.

import { ask } from '../engine/engine.js';
import { BusyIndicator } from '../engine/busy.js';
import { button, element } from '../page/element.js';
import { count, messageOf } from '../page/words.js';
import { DEFENCES, WINS } from './four-exercises.js';
import { loadProgress, missedMoves, saveProgress } from './four-progress.js';
import { loadStyle } from '../scheme/late-style.js';
import { SIDES } from './sides.js';
import { positionOf, savedPosition } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('./four-progress.js').Exercise} Exercise */
/** @typedef {import('./four-progress.js').Kind} Kind */

/** Search nodes per request. A search that needs more is requested again. */
const NODES_PER_REQUEST = 800_000;

/** Maximum number of exercise ids stored for each set. */
const MAX_IDS = 300;

/** The sets of exercises with their titles. @type {[Kind, string][]} */
const KINDS = [['wins', 'Find the only winning move'], ['defences', 'Find the only saving move'], ['own', 'From your games']];

/** @param {[string, number][]} set @param {boolean} isWin @returns {Exercise[]} */
const fromSet = (set, isWin) => set.map(([moves, column]) => ({ id: `connect-four:${moves}`, press: column - 1, isWin }));

/** The board size of the built-in exercises. */
const USUAL = '7x6';

/** Returns the board size in an id. @param {string} id */
export const sizeOf = (id) => /:(.*):/.exec(id)?.[1] ?? USUAL;

/** Describes a size in words: `7 by 6`; `9 by 7, 5 in a row`. @param {string} size */
function sizeInWords(size) {
  const [width, height, run = '4'] = size.split('x');
  return `${width} by ${height}${run === '4' ? '' : `, ${run} in a row`}`;
}

/**
 * @typedef {object} Host
 * @property {string} kind
 * @property {(id: string) => Promise<void>} show shows a position on the board
 * @property {(press: number) => Promise<void>} play drops a disc on the board
 * @property {() => Game | undefined} game the position on the board
 * @property {(text: string) => void} say
 * @property {(text: string) => void} announce like `say`, for text that the trainer shows itself
 * @property {() => void} leave returns to the player's own game
 * @property {() => void} focusBoard
 */

export class Trainer {
  #host;
  #progress = loadProgress();
  #kind = /** @type {Kind} */ ('wins');
  /** @type {Exercise | undefined} */ #exercise;
  /** Exercises skipped since the trainer was opened. @type {Set<string>} */ #skipped = new Set();
  /** What the trainer waits for. @type {'move' | 'engine' | 'choice'} */ #state = 'engine';
  /** Whether the exercise was answered before: only the first answer counts. */ #isTried = false;
  /** Changes with every exercise, so that late engine answers are ignored. */ #round = 0;

  /** The size of the player's own board. */ #size = USUAL;

  #kinds = element('select', { 'aria-label': 'Exercises' });
  #task = element('p', { class: 'task' });
  #origin = element('p', { class: 'about' });
  /** Says that the exercise has a different size from the player's own board. */ #notice = element('p', { class: 'about notice', hidden: '' });
  #answer = element('div', { class: 'why', hidden: '' });
  #buttons = element('div', { class: 'row' });
  #tally = element('dl', { class: 'tally' });
  #busy = new BusyIndicator(() => this.#host.focusBoard());
  /** @type {HTMLElement} */ element = element('section', { class: 'trainer', 'aria-label': 'Trainer' },
    this.#task, this.#origin, this.#notice, this.#answer, this.#busy.element, this.#buttons,
    element('div', { class: 'row choose' }, this.#kinds, button('Leave', () => this.#host.leave(), { 'aria-label': 'Leave the trainer' })), this.#tally);

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.#kinds.addEventListener('change', () => {
      this.#kind = /** @type {Kind} */ (this.#kinds.value);
      this.#next();
    });
  }

  /** Creates a trainer with its style sheet. @param {Host} host */
  static async open(host) {
    await loadStyle(new URL('./analysis.css', import.meta.url));
    return new Trainer(host);
  }

  /**
   * Shows the next exercise. If the player's board has a different size from the built-in
   * exercises, those from the player's own games of that size come first.
   * @param {string} size the size of the player's own board
   */
  begin(size) {
    this.#progress = loadProgress();
    this.#size = size;
    const own = missedMoves();
    const same = own.filter(({ id }) => sizeOf(id) === size).length;
    const isOther = size !== USUAL;
    this.#kinds.replaceChildren(...KINDS.map(([kind, title]) => element('option', { value: kind, ...(kind === 'own' && !own.length ? { disabled: '' } : {}) },
      kind !== 'own' ? `${title}${isOther ? ` (${sizeInWords(USUAL)})` : ''}`
        : own.length ? `${title} (${own.length}${isOther ? `, ${same || 'none'} on ${sizeInWords(size)}` : ''})` : `${title} (none yet: review a game that you played)`)));
    if (this.#kind === 'own' && !own.length) this.#kind = 'wins';
    if (isOther && same) this.#kind = 'own';
    this.#kinds.value = this.#kind;
    this.#next();
  }

  /** Ends pending work. */
  end() {
    this.#round += 1;
    this.#state = 'engine';
    this.#skipped.clear();
  }

  /** @returns {Exercise[]} */
  get #set() {
    if (this.#kind !== 'own') return this.#kind === 'wins' ? fromSet(WINS, true) : fromSet(DEFENCES, false);
    const isOther = (/** @type {Exercise} */ { id }) => Number(sizeOf(id) !== this.#size);
    return missedMoves().sort((one, other) => isOther(one) - isOther(other));
  }

  /**
   * Returns the exercise to show next: one that has not been tried, else one that has not been
   * solved, else any; each time from easy to hard.
   * @param {Exercise[]} set
   */
  #chosen(set) {
    const { tried, solved } = this.#progress[this.#kind];
    const after = set.findIndex(({ id }) => id === this.#exercise?.id) + 1;
    const fresh = set.filter(({ id }) => !this.#skipped.has(id));
    return fresh.find(({ id }) => !tried.includes(id)) ?? fresh.find(({ id }) => !solved.includes(id)) ?? set[after % set.length];
  }

  async #next() {
    const set = this.#set;
    const exercise = set.length ? this.#chosen(set) : undefined;
    this.#exercise = exercise;
    this.#isTried = false;
    this.#drawTally(set);
    if (!exercise) {
      this.#notice.hidden = true;
      this.#state = 'engine';
      this.#task.textContent = 'No exercises from your games yet.';
      this.#origin.textContent = 'Play a game and press Review. Positions in which you missed the only right move will appear here.';
      this.#answer.hidden = true;
      this.#buttons.replaceChildren();
      this.#tally.replaceChildren();
      return this.#host.announce(`${this.#task.textContent} ${this.#origin.textContent}`);
    }
    await this.#showExercise(exercise);
  }

  /** @param {Exercise} exercise */
  async #showExercise(exercise) {
    const round = ++this.#round;
    const set = this.#set;
    this.#answer.hidden = true;
    this.#notice.hidden = sizeOf(exercise.id) === this.#size;
    this.#notice.textContent = this.#notice.hidden ? '' : `This exercise has a board of ${sizeInWords(sizeOf(exercise.id))}. Your board of ${sizeInWords(this.#size)} is kept; press Leave to return to it.`;
    await this.#host.show(exercise.id);
    const game = this.#host.game();
    if (round !== this.#round || !game) return;
    if (game.id !== exercise.id) return this.#report('This exercise could not be opened', '', [button('Next exercise', () => this.#next())]);
    const side = SIDES[game.side ?? 0];
    this.#task.replaceChildren(element('span', { class: 'disc', 'data-stone': side, 'aria-hidden': 'true' }), `${side} to move. Only one column ${exercise.isWin ? 'wins' : 'saves the game'}. Which one?`);
    const place = `Exercise ${set.findIndex(({ id }) => id === exercise.id) + 1} of ${set.length}`;
    this.#origin.textContent = exercise.played === undefined ? `${place}, from easy to hard.` : `${place}. In your game you played column ${game.presses[exercise.played]?.name}.`;
    this.#buttons.replaceChildren(button('Show the answer', () => this.#reveal(exercise)), button('Skip', () => {
      this.#skipped.add(exercise.id);
      this.#next();
    }));
    this.#state = 'move';
    this.#host.announce(`${this.#task.textContent} ${this.#notice.textContent}`.trim());
    this.#host.focusBoard();
  }

  /** Judges the player's move. @param {number} press */
  async drop(press) {
    const exercise = this.#exercise;
    const game = this.#host.game();
    if (this.#state === 'choice') return this.#host.say('You have already answered this exercise. Try it again, or go to the next one.');
    if (this.#state !== 'move' || !exercise || !game?.presses[press]) return;
    if (!game.presses[press].turns.length) return this.#host.say(`Column ${game.presses[press].name} is full.`);
    this.#state = 'engine';
    const isRight = press === exercise.press;
    this.#record(exercise, isRight);
    await this.#host.play(press);
    await this.#working(exercise, async (signal) => {
      if (isRight) await this.#explainRight(exercise, game, signal);
      else await this.#explainWrong(exercise, game, press, signal);
    });
  }

  /** Plays the right move and explains it. @param {Exercise} exercise */
  async #reveal(exercise) {
    this.#record(exercise, false);
    await this.#showExercise(exercise);
    const game = this.#host.game();
    if (!game || exercise !== this.#exercise) return;
    this.#state = 'engine';
    await this.#host.play(exercise.press);
    await this.#working(exercise, (signal) => this.#explainRight(exercise, game, signal, true));
  }

  /**
   * Runs engine work that the Stop button can end.
   * @param {Exercise} exercise
   * @param {(signal: AbortSignal) => Promise<void>} act
   */
  async #working(exercise, act) {
    const stop = new AbortController();
    this.#buttons.replaceChildren();
    const round = this.#round;
    try {
      await this.#busy.during(stop, act);
    } catch (error) {
      if (round !== this.#round) return;
      this.#report('Stopped', stop.signal.aborted ? 'The explanation was not computed.' : messageOf(error), [...this.#again(exercise), button('Next exercise', () => this.#next())]);
    }
  }

  /**
   * @param {Exercise} exercise
   * @param {Game} game
   * @param {AbortSignal} signal
   * @param {boolean} [isRevealed]
   */
  async #explainRight(exercise, game, signal, isRevealed = false) {
    const round = this.#round;
    const { hint } = await ask(this.#host.kind, { op: 'hint', game: game.save }, signal);
    const scored = await this.#score(exercise.id, exercise.press, signal);
    if (round !== this.#round) return;
    const name = game.presses[exercise.press].name;
    const side = SIDES[game.side ?? 0];
    const end = /at move (\d+)/.exec(scored.text);
    const discs = end ? Math.ceil((Number(end[1]) - playedDiscs(game)) / 2) : 0;
    const result = exercise.isWin ? `${side} wins in ${count(discs, 'move')}.` : 'This saves the draw. Every other column loses.';
    // The hint explains the best move: use it only if that is the exercise's move.
    const why = hint?.press === exercise.press ? ` ${hint.text}` : '';
    const next = button('Next exercise', () => this.#next(), { class: 'main' });
    this.#report(isRevealed ? `The answer is column ${name}` : `Right: column ${name}`, result + why, [next, ...(isRevealed ? [button('Try it yourself', () => this.#showExercise(exercise))] : [])], !isRevealed);
  }

  /**
   * Shows how the opponent answers a wrong move.
   * @param {Exercise} exercise
   * @param {Game} game
   * @param {number} press
   * @param {AbortSignal} signal
   */
  async #explainWrong(exercise, game, press, signal) {
    const round = this.#round;
    const after = this.#host.game();
    if (!after) return;
    const name = game.presses[press].name;
    if (after.solved) return this.#report(`Not column ${name}`, `${after.status}.`, this.#again(exercise));
    const { hint } = await ask(this.#host.kind, { op: 'hint', game: after.save }, signal);
    if (round !== this.#round) return;
    if (hint?.press == null) return this.#report(`Not column ${name}`, hint?.text ?? 'The engine found no reply.', this.#again(exercise));
    const scored = await this.#score(positionOf(after), hint.press, signal);
    if (round !== this.#round) return;
    const reply = after.presses[hint.press].name;
    const other = SIDES[after.side ?? 0];
    await this.#host.play(hint.press);
    if (round !== this.#round) return;
    const result = scored.lower > 0 ? 'wins' : 'holds the draw';
    this.#report(`Not column ${name}`, `${other} replies in column ${reply} and ${result}. ${hint.text}`, this.#again(exercise));
  }

  /** Creates the buttons after a wrong answer. @param {Exercise} exercise */
  #again(exercise) {
    return [button('Try again', () => this.#showExercise(exercise), { class: 'main' }), button('Show the answer', () => this.#reveal(exercise))];
  }

  /**
   * Returns the exact score of a move.
   * @param {string} id
   * @param {number} press
   * @param {AbortSignal} signal
   */
  async #score(id, press, signal) {
    for (;;) {
      const { scored, more, error } = await ask(this.#host.kind, { op: 'score', game: savedPosition(id), press, nodes: NODES_PER_REQUEST }, signal);
      if (error || !scored) throw new Error(error ?? 'this column is full');
      if (!more) return scored;
    }
  }

  /**
   * Shows the answer and the buttons to continue.
   * @param {string} title
   * @param {string} text
   * @param {HTMLButtonElement[]} buttons
   * @param {boolean} [isGood]
   */
  #report(title, text, buttons, isGood = false) {
    this.#state = 'choice';
    this.#answer.classList.toggle('good', isGood);
    this.#answer.replaceChildren(element('b', {}, title), element('p', {}, text));
    this.#answer.hidden = false;
    this.#buttons.replaceChildren(...buttons);
    this.#drawTally(this.#set);
    this.#host.announce(`${title}. ${text}`.trim());
    // The board stays in view.
    buttons[0]?.focus({ preventScroll: true });
  }

  /** Counts the first answer to an exercise. @param {Exercise} exercise @param {boolean} isRight */
  #record(exercise, isRight) {
    if (this.#isTried) return;
    this.#isTried = true;
    const progress = loadProgress();
    const { tried, solved } = progress[this.#kind];
    if (!tried.includes(exercise.id)) tried.push(exercise.id);
    if (isRight && !solved.includes(exercise.id)) solved.push(exercise.id);
    for (const ids of [tried, solved]) ids.splice(0, ids.length - MAX_IDS);
    progress.streak = isRight ? progress.streak + 1 : 0;
    progress.longest = Math.max(progress.longest, progress.streak);
    saveProgress(progress);
    this.#progress = progress;
  }

  /** @param {Exercise[]} set */
  #drawTally(set) {
    const { streak, longest } = this.#progress;
    const { tried, solved } = this.#progress[this.#kind];
    const own = new Set(set.map(({ id }) => id));
    const among = (/** @type {string[]} */ ids) => ids.filter((id) => own.has(id)).length;
    const row = (/** @type {string} */ name, /** @type {string} */ value) => element('div', {}, element('dt', {}, name), element('dd', {}, value));
    this.#tally.replaceChildren(row('Solved', `${among(solved)} of ${set.length}`), row('Tried', String(among(tried))), row('In a row', `${streak}${longest > streak ? ` (best ${longest})` : ''}`));
  }
}

/** Returns the number of discs on the board. @param {Game} game */
const playedDiscs = (game) => game.cells.filter(({ symbol }) => symbol).length;
