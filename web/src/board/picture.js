// @ts-check
/// Drawings that an engine makes of what it says: laid over the board, one at a time, until the
/// reader goes back to it.

import { button, element } from '../page/element.js';
import { readSvg } from '../page/svg.js';

/**
 * What lays a drawing over the board of a puzzle and takes it away again; nothing where there is
 * none.
 * @param {HTMLElement} puzzle
 * @param {string | undefined} svg
 * @returns {(Node | string)[]}
 */
export function drawn(puzzle, svg) {
  if (!svg) return [];
  const show = button('Show it', () => {
    const isShown = show.getAttribute('aria-pressed') === 'true';
    undraw(puzzle);
    if (isShown) return;
    const drawing = element('div', { class: 'drawing' }, readSvg(svg));
    drawing.addEventListener('click', () => undraw(puzzle));
    puzzle.querySelector('.board.live')?.after(drawing);
    drawing.scrollIntoView({ block: 'nearest' });
    show.setAttribute('aria-pressed', 'true');
    show.textContent = 'Back to the board';
  }, { class: 'quiet', 'aria-pressed': 'false' });
  return [' ', show];
}

/** The board is as it was. @param {HTMLElement} puzzle */
export function undraw(puzzle) {
  puzzle.querySelector('.drawing')?.remove();
  for (const shown of puzzle.querySelectorAll('.why [aria-pressed=true]')) {
    shown.setAttribute('aria-pressed', 'false');
    shown.textContent = 'Show it';
  }
}
