// @ts-check
/// `<gridlore-flipper game="flipper:110011101">`: a toggle puzzle to play, around a table for
/// everyone who cannot.

import { GridPuzzle } from '../board/grid.js';

class Flipper extends GridPuzzle {
  get title() { return 'Flipper'; }
  get choices() { return 'Puzzle'; }
  get opening() { return 'Press squares until no dot is left: a dot shows the colour that its square has to have.'; }
}

customElements.define('gridlore-flipper', Flipper);
