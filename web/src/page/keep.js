// @ts-check
/// What the reader's browser keeps between visits. A browser that keeps nothing, or is full, still
/// plays.

/** What is kept under this name. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(`gridlore:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a name; `undefined` forgets it. @param {string} name @param {string | undefined} text */
export function keep(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(`gridlore:${name}`);
    else localStorage.setItem(`gridlore:${name}`, text);
  } catch {
    // Full or forbidden: the game goes on unkept.
  }
}
