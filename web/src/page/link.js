// @ts-check
/// Links to what is shown: the line behind the `#` of an address, such as `1;cover:seven;5`.

/** The line in the address, where it has one of these beginnings. @param {...string} beginnings */
export function linkedLine(...beginnings) {
  let line = '';
  try {
    line = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not an address of ours.
  }
  return beginnings.some((beginning) => line.startsWith(beginning)) ? line : undefined;
}

/** Whether this is the first element of its name on the page: links belong to that one. @param {HTMLElement} element */
export const isFirst = (element) => document.querySelector(element.localName) === element;

/**
 * Copies a link that leads back here, or shows it as the page's address; returns a sentence that
 * says which.
 * @param {string} line
 * @param {string} what what it leads to, in words
 */
export async function copyLink(line, what) {
  const address = new URL(location.href);
  address.hash = line;
  try {
    await navigator.clipboard.writeText(address.href);
    return `The link to this ${what} is copied.`;
  } catch {
    history.replaceState(null, '', address);
    return `The address of this page now leads to this ${what}.`;
  }
}

/** A link in the address shows something as it was; once that has changed, a reload must not bring it back. @param {string} kind */
export function dropLink(kind) {
  if (location.hash.startsWith(`#1;${kind}:`)) history.replaceState(null, '', location.pathname + location.search);
}
