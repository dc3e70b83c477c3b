// @ts-check
/// A dialog over the page: a title, what it holds, a row of buttons. Escape closes it.

import { button, element } from './element.js';

/**
 * Shows a dialog; every button closes it first.
 * @param {HTMLElement} host
 * @param {string} title
 * @param {Node[]} contents
 * @param {[string, string, () => void][]} buttons text, class, what it does
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
  host.append(made);
  made.showModal();
  return made;
}
