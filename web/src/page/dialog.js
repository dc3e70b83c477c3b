// @ts-check
/// A modal dialog: a title, contents and a row of buttons. Escape closes it.

import { button, element } from './element.js';

/**
 * Shows a dialog. Every button closes it before its action runs.
 * @param {HTMLElement} host
 * @param {string} title
 * @param {Node[]} contents
 * @param {[string, string, () => void][]} buttons text, class, action
 * @param {() => void} closed
 */
export function dialog(host, title, contents, buttons, closed) {
  const made = element('dialog', { class: 'won', 'aria-label': title }, element('h2', {}, title), ...contents);
  made.append(element('div', { class: 'row few' }, ...buttons.map(([text, kind, act]) => button(text, () => {
    made.close();
    act();
  }, { class: kind }))));
  made.addEventListener('close', () => {
    made.remove();
    closed();
  });
  // A press outside the dialog closes it, as Escape does.
  made.addEventListener('click', (event) => {
    const { left, right, top, bottom } = made.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (event.target === made && event.detail && (x < left || x > right || y < top || y > bottom)) made.close();
  });
  host.append(made);
  made.showModal();
  return made;
}
