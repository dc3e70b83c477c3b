// @ts-check
/// Keyboard shortcuts for Markdown in a text field: bold, italic, code and links.

/** Marks around the selected text, by key. */
const MARKS = new Map([['b', '**'], ['i', '*'], ['e', '`']]);

/**
 * Replaces the selection, so that the browser's undo reverts it.
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
export function replaceSelection(field, text) {
  // `execCommand` is deprecated, so there is a fallback, which cannot be undone.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Puts marks around the selected text, or removes them if it has them.
 * @param {HTMLTextAreaElement} field
 * @param {string} mark
 */
function mark(field, mark) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const selected = value.slice(start, end);
  const length = mark.length;
  const isMarked = value.slice(start - length, start) === mark && value.slice(end, end + length) === mark
    // An asterisk that marks bold text does not mark italic text.
    && (length > 1 || value[start - 2] !== mark || value[start - 3] === mark);
  if (isMarked) {
    field.setSelectionRange(start - length, end + length);
    replaceSelection(field, selected);
    field.setSelectionRange(start - length, end - length);
  } else {
    replaceSelection(field, mark + selected + mark);
    field.setSelectionRange(start + length, end + length);
  }
}

/**
 * Turns the selected text into a link. Without an address, the cursor is placed where the address
 * belongs.
 * @param {HTMLTextAreaElement} field
 * @param {string} address
 */
function link(field, address = '') {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const selected = value.slice(start, end);
  replaceSelection(field, `[${selected}](${address})`);
  const inside = selected ? start + selected.length + 3 : start + 1;
  if (!address) field.setSelectionRange(inside, inside);
}

/** @param {HTMLTextAreaElement} field */
export function addShortcuts(field) {
  field.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const found = MARKS.get(event.key);
    if (!found && event.key !== 'k') return;
    event.preventDefault();
    if (found) mark(field, found);
    else link(field);
  });
  // Pasting an address over selected text makes the text a link.
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    const { value, selectionStart: start, selectionEnd: end } = field;
    const selected = value.slice(start, end);
    if (start === end || !/^https?:\/\/[^\s()]+$/.test(text) || /^https?:|\n/.test(selected)) return;
    event.preventDefault();
    link(field, text);
  });
}
