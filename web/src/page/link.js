// @ts-check
/// Links to the current state of an element: the saved line after the `#` of an address, such as
/// `1;cover:seven;5`.

/**
 * Returns the saved line in the address if it starts with one of these prefixes.
 * @param {...string} prefixes
 */
export function linkedLine(...prefixes) {
  let line = '';
  try {
    line = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Badly encoded, so not one of our links.
  }
  return prefixes.some((prefix) => line.startsWith(prefix)) ? line : undefined;
}

/**
 * Returns whether this is the first element of its name on the page: the one to which a link in the
 * address applies.
 * @param {HTMLElement} element
 */
export const isFirst = (element) => document.querySelector(element.localName) === element;

/** Returns the address of this page with a saved line. @param {string} line */
export function addressOfLine(line) {
  const address = new URL(location.href);
  address.hash = line;
  return address.href;
}

/**
 * Copies a link to this state or, where the clipboard is blocked, puts it into the address bar.
 * Returns a message that says which.
 * @param {string} line
 * @param {string} what noun for what the link opens, such as `board`
 */
export async function copyLink(line, what) {
  const address = addressOfLine(line);
  try {
    await navigator.clipboard.writeText(address);
    return `Link to this ${what} copied.`;
  } catch {
    history.replaceState(null, '', address);
    return `Could not copy. The address bar now holds the link to this ${what}.`;
  }
}

/**
 * Removes the link from the address once the linked state has changed: a reload must not bring it
 * back.
 * @param {string} kind
 */
export function dropLink(kind) {
  if (location.hash === '#today' || location.hash.startsWith(`#1;${kind}:`)) history.replaceState(null, '', location.pathname + location.search);
}
