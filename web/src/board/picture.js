// @ts-check
/// Drawings of a hint's steps, laid over the board one at a time until the player hides them.

import { button, element } from '../page/element.js';
import { readSvg } from '../page/svg.js';

const SHOW = 'Show on board';

/**
 * Creates a button that shows a drawing over the board and hides it again. Returns an empty list if
 * there is no drawing.
 * @param {HTMLElement} puzzle
 * @param {string | undefined} svg
 * @returns {(Node | string)[]}
 */
export function drawingButton(puzzle, svg) {
  if (!svg) return [];
  const show = button(SHOW, () => {
    const isShown = show.getAttribute('aria-pressed') === 'true';
    hideDrawing(puzzle);
    if (isShown) return;
    const drawing = element('div', { class: 'drawing' }, readSvg(svg));
    drawing.addEventListener('click', () => hideDrawing(puzzle));
    puzzle.querySelector('.board.live')?.after(drawing);
    drawing.scrollIntoView({ block: 'nearest' });
    show.setAttribute('aria-pressed', 'true');
    show.textContent = 'Hide drawing';
  }, { class: 'quiet', 'aria-pressed': 'false' });
  return [' ', show];
}

/** Removes the drawing from the board. @param {HTMLElement} puzzle */
export function hideDrawing(puzzle) {
  puzzle.querySelector('.drawing')?.remove();
  for (const shown of puzzle.querySelectorAll('.why [aria-pressed=true]')) {
    shown.setAttribute('aria-pressed', 'false');
    shown.textContent = SHOW;
  }
}
