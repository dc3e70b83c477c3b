// @ts-check
/// The parts of a board that each puzzle can override: names, additional controls and shortcuts,
/// and the reaction to another position or game. The board itself is in `grid.js`.

/** @typedef {import('../engine/engine.js').Game} Game */

export class Puzzle extends HTMLElement {
  /** The kind in game ids. */
  get kind() { return this.localName.replace(/^gridlore-/, ''); }
  /** Returns the engine that answers a request. @param {{ op: string } & Record<string, unknown>} _request */
  engineOf(_request) { return this.kind; }
  /** The name of the board for screen readers. */
  get title() { return this.kind; }
  /** The label of the list of presets. */
  get choices() { return 'Difficulty'; }
  /** The first instruction to a player. */
  get opening() { return 'Choose a cell, then a digit.'; }
  /** What the New button creates, as a noun: `puzzle` or `game`. */
  get noun() { return 'puzzle'; }
  /** The text that distinguishes this game from others in the list of games, besides its level. @returns {string} */
  get gameName() { return ''; }
  /** Whether the browser keeps the games. */
  get isKept() { return true; }
  /** Whether solved puzzles are counted. */
  get hasStatistics() { return true; }
  /**
   * Returns the saved line that the board opens with, instead of the game that was played last.
   * @returns {Promise<string | undefined>}
   */
  async firstGame() { return undefined; }
  /** Whether that game came with a link; it must not replace the reader's own game before it is played. */
  get borrowsFirst() { return false; }
  /** Whether cells have pencil marks. */
  get hasNotes() { return false; }
  /** Additional controls below the keypad. @returns {Node[]} */
  extraControls() { return []; }
  /**
   * Additional items of the More menu.
   * @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} _make
   * @returns {Node[]}
   */
  extraButtons(_make) { return []; }
  /** Returns an element above the board. @param {Game} _game @returns {HTMLElement | undefined} */
  header(_game) { return undefined; }
  /** Additional shortcuts with their actions. @returns {[string, string][]} */
  get keys() { return []; }
  /** Whether the More menu has Solve, which plays the solution. */
  get hasSolve() { return true; }
  /** Handles an additional shortcut; returns whether it was one. @param {string} _key */
  handleKey(_key) { return false; }
  /**
   * Called when a different position or game is shown, with the kind of request that led to it.
   * @param {Game} _game
   * @param {string} _op
   */
  gameChanged(_game, _op) {}
  /** Called when the drawn rules of another puzzle are shown. @param {import('../engine/engine.js').Drawing} _drawing */
  drawingChanged(_drawing) {}
  /**
   * Called when the next puzzle will have different parameters, or when none is ready.
   * @param {string} _params
   * @param {[number, number] | undefined} _range the lowest and the highest rating that its level names
   */
  choiceChanged(_params, _range) {}
  /** Called with the id from which a new puzzle was generated, and with the puzzle's own id. @param {string} _source @param {string} _id */
  generated(_source, _id) {}
  /**
   * Returns the saved line of a puzzle that was generated ahead of time, if there is one.
   * @param {string} _params
   * @param {AbortSignal} _signal ends the wait for one that is being generated
   * @returns {Promise<string | undefined>}
   */
  async takeReady(_params, _signal) { return undefined; }
  /** Facts about the puzzle for the title bar. @returns {string} */
  get about() { return ''; }
  /**
   * Returns whether the board highlights `other` as a peer of `cell`.
   * @param {number} _cell
   * @param {number} _other
   * @param {Game} _game
   */
  sees(_cell, _other, _game) { return false; }
  /**
   * Returns a control that reviews a solved puzzle or a finished game, if there is a review.
   * @param {Game} _game
   * @returns {HTMLElement | undefined}
   */
  review(_game) { return undefined; }
}
