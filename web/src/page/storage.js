// @ts-check
/// Values stored in the reader's browser between visits. Where storage is blocked or full, puzzles
/// still work; they are just not saved.

/** Returns the name of a value in the browser's storage. @param {string} name */
export const storedName = (name) => `gridlore:${name}`;

/** Returns the text stored under this name, or `undefined`. @param {string} name */
export function loadStored(name) {
  try {
    return localStorage.getItem(storedName(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores text under a name; `undefined` removes it. Returns whether that was possible.
 * @param {string} name
 * @param {string | undefined} text
 */
export function store(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(storedName(name));
    else localStorage.setItem(storedName(name), text);
    return true;
  } catch {
    // Storage is full or blocked: the game continues without being saved.
    return false;
  }
}
