// @ts-check
/// Fetches parts of a page from the server.

/**
 * Fetches the current version of a part of a page; `null` if the server does not respond or the
 * page has no such part.
 * @param {string} address
 * @param {string} selector
 */
export async function freshPart(address, selector) {
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => null);
  const text = answer?.ok ? await answer.text() : '';
  return new DOMParser().parseFromString(text, 'text/html').querySelector(selector);
}
