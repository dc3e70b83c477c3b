// @ts-check
/// `<gridlore-flipper game="flipper:110011101">`: a playable toggle puzzle. Without scripts, the
/// table inside it remains. On its own page, the address names a board of Lights Out by its size
/// and seed.

import { GridPuzzle } from '../board/grid.js';
import { ask } from '../engine/engine.js';
import { linkedLine } from '../page/link.js';
import { randomSeed } from '../page/random.js';
import { loadStored } from '../page/storage.js';
import { idOf, showInAddress, sizedInAddress, sizedOf } from './address.js';

/** @typedef {import('../engine/engine.js').Game} Game */

class Flipper extends GridPuzzle {
  /** The size and seed of each game that was opened by size and seed. @type {Map<string, import('./address.js').Sized>} */ #sized = new Map();
  #isBorrowed = false;

  get title() { return 'Flipper'; }
  get choices() { return 'Puzzle'; }
  get opening() { return 'Press squares until no dots are left. A dot shows the colour that its square needs.'; }
  get borrowsFirst() { return this.#isBorrowed; }

  /** Returns the board in the address, as the reader left it or in its initial state. */
  async firstGame() {
    const sized = this.isPage && !linkedLine('1;flipper:') ? sizedInAddress(randomSeed) : undefined;
    if (!sized) return undefined;
    const { game } = await ask(this.kind, { op: 'open', id: idOf(sized) });
    if (game) this.#sized.set(game.id, sized);
    const own = game && loadStored(game.id);
    this.#isBorrowed = !own;
    return own ?? `1;${idOf(sized)};0;0`;
  }

  /** @param {string} source @param {string} id */
  generated(source, id) {
    const sized = sizedOf(source);
    if (sized) this.#sized.set(id, sized);
  }

  /** @param {Game} game */
  gameChanged(game) {
    if (!this.isPage) return;
    showInAddress(this.#sized.get(game.id));
    this.repaint();
  }

  /** Until the first press, the address alone names the board. */
  get share() { return this.isPage && this.game && this.#sized.has(this.game.id) && !this.game.canUndo ? '' : super.share; }

  get about() {
    const sized = this.#sized.get(this.game?.id ?? '');
    return sized ? `Lights Out ${sized.columns} × ${sized.rows}, seed ${sized.seed}` : '';
  }
}

customElements.define('gridlore-flipper', Flipper);
