// @ts-check
/// Adds to each entry of the list of lessons how many of its boards the reader has solved.

import { element } from '../page/element.js';
import { count } from '../page/words.js';
import { solvedBoards } from './progress.js';

for (const item of document.querySelectorAll('[data-lesson]')) {
  const solved = solvedBoards(item.getAttribute('data-lesson') ?? '').size;
  if (solved) item.append(element('span', { class: 'progress' }, ` ${count(solved, 'board')} solved`));
}
