// @ts-check
/// Creates HTML elements in one line.

/**
 * Creates an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Makes the arrow keys open a list that acts on each choice, instead of choosing the next entry.
 * @param {HTMLSelectElement} select
 */
export function openByArrows(select) {
  select.addEventListener('keydown', (event) => {
    if (!/^Arrow(Up|Down)$/.test(event.key) || event.altKey) return;
    event.preventDefault();
    select.showPicker();
  });
}

/** Maximum number of lines before text is folded. */
const MAX_LINES = 12;

/**
 * Creates an element for each line of a text. If there are many, only the first line and the last
 * two are shown; the others are folded.
 * @param {string} text @param {'div' | 'p'} name @returns {HTMLElement[]}
 */
export function linesOf(text, name) {
  const lines = text.split('\n').map((line) => element(name, {}, line));
  if (lines.length <= MAX_LINES) return lines;
  const rest = element('details', {}, element('summary', {}, `Show all ${lines.length} lines`), ...lines.slice(1, -2));
  return [...lines.slice(0, 1), rest, ...lines.slice(-2)];
}

/**
 * Creates a button.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(text, act, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/**
 * Returns whether a key is meant for the field or dialog that has the focus, not for the board.
 * @param {KeyboardEvent} event
 */
export function isForControl({ target }) {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
}
