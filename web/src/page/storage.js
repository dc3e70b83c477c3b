// @ts-check
/// Values stored in the reader's browser between visits. Where storage is blocked or full, puzzles
/// still work; they are just not saved.

/** The stored text of this name, or `undefined`. @param {string} name */
export function loadStored(name) {
  try {
    return localStorage.getItem(`gridlore:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a text under a name; `undefined` removes it.
 * @param {string} name
 * @param {string | undefined} text
 */
export function store(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(`gridlore:${name}`);
    else localStorage.setItem(`gridlore:${name}`, text);
  } catch {
    // Storage is full or blocked: the game continues without being saved.
  }
}
