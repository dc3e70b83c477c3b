// @ts-check
/// The notes of a pattern: its name, whether it was edited, and its labels. The last field of a
/// saved line contains them.

/**
 * A label on the field. `x` and `y` are the cell at its centre, or a place between cells. It has
 * its full size at `zoom`, in pixels per cell, and is shown from a quarter to four times that zoom,
 * as in LifeViewer.
 * @typedef {{ x: number, y: number, zoom: number, text: string }} Label
 */

/**
 * `choice` is the pattern's name in the library. Notes are never changed, only replaced.
 * @typedef {{ readonly name?: string, readonly choice?: string, readonly isEdited?: boolean, readonly labels: readonly Label[] }} Notes
 */

/** Maximum number of labels per pattern, and of characters per label. */
export const MAX_LABELS = 200;
export const MAX_LABEL_LENGTH = 200;
/** Maximum coordinate of a label. */
const MAX_PLACE = 2 ** 52;

/** @param {number} value */
const hundredths = (value) => Math.round(value * 100) / 100;

/** @type {Notes} */
export const NO_NOTES = { labels: [] };

/**
 * Returns a label with its values in range; `undefined` if they are invalid.
 * @param {number} x
 * @param {number} y
 * @param {number} zoom pixels per cell, or negative for cells per pixel
 * @param {string} text
 * @returns {Label | undefined}
 */
export function labelOf(x, y, zoom, text) {
  const scale = zoom < 0 ? -1 / zoom : zoom;
  if (!(Math.abs(x) <= MAX_PLACE && Math.abs(y) <= MAX_PLACE && scale > 0 && scale < 1e6) || !text.trim()) return undefined;
  return { x: hundredths(x), y: hundredths(y), zoom: scale, text: text.trim().slice(0, MAX_LABEL_LENGTH) };
}

/** Appends the notes to a saved line of the engine. @param {string} line @param {Notes} notes */
export function withNotes(line, { name, choice, isEdited, labels }) {
  const fields = new URLSearchParams();
  if (name) fields.set('name', name);
  if (choice) fields.set('choice', choice);
  if (isEdited) fields.set('edited', '1');
  for (const { x, y, zoom, text } of labels) fields.append('label', `${x} ${y} ${Number(zoom.toPrecision(6))} ${text}`);
  // Percent signs in an address may be decoded before the line is read.
  return fields.size ? `${line};${fields.toString().replaceAll('%', '~')}` : line;
}

/** Returns the notes of a saved line. @param {string} line @returns {Notes} */
export function notesOf(line) {
  const fields = new URLSearchParams((line.split(';')[4] ?? '').replaceAll('~', '%'));
  const labels = fields.getAll('label').flatMap((field) => {
    const parts = /^(\S+) (\S+) (\S+) ([^]*)$/.exec(field);
    return parts ? labelOf(Number(parts[1]), Number(parts[2]), Number(parts[3]), parts[4]) ?? [] : [];
  });
  return { name: fields.get('name') ?? undefined, choice: fields.get('choice') ?? undefined, isEdited: fields.has('edited'), labels: labels.slice(0, MAX_LABELS) };
}
