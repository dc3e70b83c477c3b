// @ts-check
/// `<gridlore-flipper game="flipper:110011101">`: a playable toggle puzzle. Without scripts, the
/// table inside it remains.

import { GridPuzzle } from '../board/grid.js';

class Flipper extends GridPuzzle {
  get title() { return 'Flipper'; }
  get choices() { return 'Puzzle'; }
  get opening() { return 'Press squares until no dots are left. A dot shows the colour that its square needs.'; }
}

customElements.define('gridlore-flipper', Flipper);
