// @ts-check
/// The steps of undo and redo. The engine has the steps of this visit in its memory of the pattern;
/// this class has a saved line for each, so that they survive a reload.

/**
 * A state before or after a step: its saved line, unless it is too large for one, and its notes.
 * `kind` belongs to the step: a moment before a run or a change of labels, a change of the cells or
 * the rule, or a different pattern.
 * @typedef {'moment' | 'edit' | 'replacement'} Kind
 * @typedef {{ line?: string, notes: import('../label/notes.js').Notes, kind: Kind }} Step
 */

/** The number of steps that can be undone, here and in the engine. */
const MAX_STEPS = 100;
/** The number of characters that are stored; the browser's storage holds about five million. */
const MAX_CHARACTERS = 400_000;

export class UndoSteps {
  /** The states before the current one, and those after it, both with the nearest last. @type {Step[]} */ #past = [];
  /** @type {Step[]} */ #future = [];
  /** The engine knows the states with the numbers from `#first` to `#last`; the number of the current state is the number of earlier states. */ #first = 0;
  #last = 0;

  get canUndo() { return this.#canMove(this.#past, this.#past.length > this.#first && this.#past.length <= this.#last); }
  get canRedo() { return this.#canMove(this.#future, this.#past.length >= this.#first && this.#past.length < this.#last); }

  /** @param {Step[]} steps @param {boolean} isInEngine */
  #canMove(steps, isInEngine) {
    const next = steps[steps.length - 1];
    return next !== undefined && (isInEngine || next.line !== undefined);
  }

  /** Adds a step that the engine has also added. @param {Step} before the state before it */
  add(before) {
    const now = this.#past.length;
    if (now < this.#first || now > this.#last) this.#first = now;
    this.#past.push(before);
    this.#future = [];
    this.#last = now + 1;
    if (this.#past.length > MAX_STEPS) {
      this.#past.shift();
      this.#last--;
      this.#first = Math.max(0, this.#first - 1);
    }
  }

  /**
   * Goes one step back or forward. Returns the state there, and whether the engine knows it.
   * @param {'undo' | 'redo'} way
   * @param {Omit<Step, 'kind'>} now the current state
   */
  move(way, now) {
    const [from, to] = way === 'undo' ? [this.#past, this.#future] : [this.#future, this.#past];
    const number = this.#past.length;
    const step = from.pop();
    if (!step) return undefined;
    to.push({ ...now, kind: step.kind });
    return { ...step, isInEngine: way === 'undo' ? number > this.#first && number <= this.#last : number >= this.#first && number < this.#last };
  }

  /** Forgets the states that redo would return to. */
  dropFuture() {
    this.#future = [];
    this.#last = Math.min(this.#last, this.#past.length);
  }

  /** Returns the history as text for the browser's storage: as many of the nearest steps as fit. */
  text() {
    let left = MAX_CHARACTERS;
    const kept = (/** @type {Step[]} */ steps) => {
      const lines = [];
      for (const { line, kind } of steps.toReversed()) {
        if (line === undefined || (left -= line.length) < 0) break;
        lines.unshift([line, kind]);
      }
      return lines;
    };
    return { past: kept(this.#past), future: kept(this.#future) };
  }

  /**
   * Continues with a stored history.
   * @param {{ past?: unknown, future?: unknown }} stored
   * @param {(line: string) => import('../label/notes.js').Notes} notesOf
   */
  restore({ past, future }, notesOf) {
    const steps = (/** @type {unknown} */ list) => (Array.isArray(list) ? list : []).filter((item) => typeof item?.[0] === 'string')
      .map(([line, kind]) => ({ line, notes: notesOf(line), kind }));
    [this.#past, this.#future] = [steps(past), steps(future)];
    this.#first = this.#last = this.#past.length;
  }
}
