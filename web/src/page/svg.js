// @ts-check
/// SVG drawings, parsed from an engine's output or built by the page.

/** Parses an SVG document into an element of this page. @param {string} text */
export function readSvg(text) {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  return document.importNode(documentElement, true);
}

/**
 * Creates an SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
