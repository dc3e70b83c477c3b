// @ts-check
/// The drafts in the browser: every change is kept, and a deleted draft can be restored.

import { loadStored, store } from '../page/storage.js';

/** @typedef {{ id: string, text: string, at: number }} Kept */

const [NAME, DELETED] = ['variant-drafts', 'variant-drafts:deleted'];
/** Maximum number of deleted drafts that can be restored. */
const MAX_DELETED = 20;

/** @param {string} name @returns {Kept[]} */
function load(name) {
  try {
    const list = JSON.parse(loadStored(name) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string' && typeof one?.text === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the drafts, most recently changed first. */
export const drafts = () => load(NAME).sort((one, other) => other.at - one.at);
/** Returns the deleted drafts, most recently deleted first. */
export const deletedDrafts = () => load(DELETED);

/** Keeps a draft under its id; returns whether that was possible. @param {string} id @param {string} text */
export function keepDraft(id, text) {
  return store(NAME, JSON.stringify([{ id, text, at: Date.now() }, ...load(NAME).filter((one) => one.id !== id)]));
}

/** Deletes a draft in a way that can be undone; returns whether that was possible. @param {string} id */
export function deleteDraft(id) {
  const [gone] = load(NAME).filter((one) => one.id === id);
  if (!gone) return true;
  // The draft must not be lost if storage is full: it leaves the list only once it is stored among
  // the deleted drafts.
  const others = load(DELETED);
  for (let count = MAX_DELETED; count > 0; count = Math.floor(count / 2)) {
    if (store(DELETED, JSON.stringify([gone, ...others].slice(0, count)))) {
      store(NAME, JSON.stringify(load(NAME).filter((one) => one.id !== id)));
      return true;
    }
  }
  return false;
}

/** Restores the draft that was deleted last, and returns it. @returns {Kept | undefined} */
export function restoreDraft() {
  const [last, ...others] = load(DELETED);
  if (!last) return undefined;
  store(DELETED, JSON.stringify(others));
  keepDraft(last.id, last.text);
  return last;
}
