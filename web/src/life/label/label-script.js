// @ts-check
/// Labels in pattern files: commands in comment lines, such as
/// `#C [[ LABEL 3 4 8 "glider" ]]`. All other commands of a script are ignored.
///
/// # Source
/// The script commands are those of Chris Rowett's LifeViewer.

import { MAX_LABELS, labelOf } from './notes.js';

/** @typedef {import('./notes.js').Label} Label */

/** The signs that begin a comment, by file extension; the other formats have no comments. @type {Record<string, string>} */
const COMMENT = { rle: '#C', mc: '#C', cells: '!', lif: '#D', mcl: '#D' };
/** Formats in which places are counted from the corner of the pattern. */
const FROM_CORNER = ['rle', 'cells'];

/** Returns the scripts of a file, without the signs of comments. @param {string} text */
function scriptsOf(text) {
  const scripts = [];
  for (let start = text.indexOf('[['); start >= 0; start = text.indexOf('[[', start)) {
    const end = text.indexOf(']]', start);
    if (end < 0) break;
    scripts.push(text.slice(start + 2, end).replace(/^[ \t]*(?:#[A-Za-z]?|!)/gm, ' '));
    start = end + 2;
  }
  return scripts;
}

/**
 * Returns the corner of an RLE file, from which labels are counted. In a bounded world, labels and
 * cells are counted from the middle of the world.
 * @param {string} text
 */
function cornerOf(text) {
  const head = text.slice(0, 10_000);
  const place = /^#CXRLE.*?Pos=(-?\d+),(-?\d+)/m.exec(head) ?? /^#[PR]\s+(-?\d+)\s+(-?\d+)/m.exec(head);
  const isBounded = /^\s*x\s*=.*rule\s*=.*:/m.test(head);
  return place && !isBounded && !/^#(Life|P)/.test(head) ? { x: Number(place[1]), y: Number(place[2]) } : { x: 0, y: 0 };
}

/** Returns the labels in a pattern file of any format. @param {string} text @returns {Label[]} */
export function labelsIn(text) {
  const corner = cornerOf(text);
  const labels = scriptsOf(text).flatMap((script) => [...script.matchAll(/"[^"]*"|\bLABEL\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+"([^"]*)"/gi)])
    .flatMap(([, x, y, zoom, words]) => (words === undefined ? [] : labelOf(Number(x) + corner.x, Number(y) + corner.y, Number(zoom), words.replaceAll('\\n', '\n')) ?? []));
  return labels.slice(0, MAX_LABELS);
}

/**
 * Returns a pattern file with labels as comments; `undefined` if the format has no comments.
 * @param {string} file
 * @param {string} ending its file extension
 * @param {readonly Label[]} labels
 * @param {{ x: number, y: number }} corner the west and north edge of the pattern, or 0 in a bounded world
 */
export function withLabels(file, ending, labels, corner) {
  if (!labels.length) return file;
  const sign = COMMENT[ending];
  if (!sign) return undefined;
  const { x: west, y: north } = FROM_CORNER.includes(ending) ? corner : { x: 0, y: 0 };
  const comments = labels.map(({ x, y, zoom, text }) => `${sign} [[ LABEL ${x - west} ${y - north} ${Number(zoom.toPrecision(6))} "${text.replaceAll('"', '\u2019').replaceAll(']]', '] ]').replaceAll('\n', '\\n')}" ]]`);
  const lines = file.split('\n');
  // Insert the labels after the lines that must be at the top of the file.
  const from = lines.findIndex((line) => !/^(#CXRLE|#N |\[M2\]|#Life|#MCell|!Name)/.test(line));
  return lines.toSpliced(from, 0, ...comments).join('\n');
}
