// @ts-check
/// Features of posts that need scripts: buttons that copy code, and solutions that open once their
/// board is solved. Without scripts, readers open solutions by hand.

import { button, element } from '../page/element.js';

/** Milliseconds for which a button says that the code was copied. */
const COPIED_MS = 2000;

/** @param {Element} code a block of code */
function addCopyButton(code) {
  const block = code.parentElement;
  if (!block || !code.matches('[class^=language-]:not(.language-console)') || block.closest('gridlore-prolog, .enlarged')) return;
  const box = element('div', { class: 'code' });
  const copy = button('Copy', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent ?? '').then(() => true, () => false);
    copy.textContent = isCopied ? 'Copied' : 'Copying failed';
    setTimeout(() => { copy.textContent = 'Copy'; }, COPIED_MS);
  }, { 'aria-live': 'polite' });
  block.replaceWith(box);
  box.append(block, copy);
}

/**
 * Returns the last board before an element.
 * @param {Element} place
 */
function boardBefore(place) {
  const boards = [...document.querySelectorAll('.prose .playable')];
  return boards.findLast((board) => board.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Opens a solution when the board before it is solved. @param {HTMLDetailsElement} solution */
function openWhenSolved(solution) {
  const board = boardBefore(solution);
  if (!board) return;
  const open = () => {
    if (!board.hasAttribute('solved')) return;
    solution.open = true;
    watcher.disconnect();
  };
  const watcher = new MutationObserver(open);
  watcher.observe(board, { attributeFilter: ['solved'] });
  open();
}

// Only pages in a secure context can write to the clipboard.
if (navigator.clipboard) document.querySelectorAll('.prose pre > code').forEach(addCopyButton);
for (const solution of document.querySelectorAll('.prose details.solution')) {
  if (solution instanceof HTMLDetailsElement) openWhenSolved(solution);
}
