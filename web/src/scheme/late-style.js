// @ts-check
/// Style sheets that are loaded only when they are needed.

import { element } from '../page/element.js';

/**
 * Adds a style sheet to the page, once. Resolves when it applies, or when it could not be loaded.
 * @param {URL} address
 * @returns {Promise<void>}
 */
export function loadStyle({ href }) {
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = element('link', { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve());
  });
}
