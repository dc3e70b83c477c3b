// @ts-check
/// How patterns come in from outside: as a text or a file that is pasted, dropped, typed or chosen.

import { button, element } from '../page/element.js';
import { messageOf } from '../page/words.js';

/**
 * @typedef {object} Taker
 * @property {(text: string, from: string) => Promise<unknown>} take a text has come, and where it came from, in words
 * @property {(text: string) => void} fail something cannot be read; why
 */

export class Intake {
  #taker;
  #text = element('textarea', { rows: '4', spellcheck: 'false', 'aria-label': 'A pattern as text', placeholder: 'RLE, Life 1.05 or 1.06, plaintext, MCell, Macrocell, an apgcode' });
  #chooser = element('input', { type: 'file', hidden: '', tabindex: '-1', 'aria-label': 'A file with a pattern' });
  /** A field to paste into, closed at first. */
  field = element('details', { class: 'keys' }, element('summary', {}, 'Paste a pattern'), this.#text,
    element('div', { class: 'row' }, button('Load this', () => this.#takeTyped())));
  /** The button that opens a file. @type {Node[]} */
  opener = [button('Open', () => this.#chooser.click()), this.#chooser];

  /** @param {Taker} taker */
  constructor(taker) {
    this.#taker = taker;
    this.#chooser.addEventListener('change', () => {
      const [file] = this.#chooser.files ?? [];
      if (file) this.#takeFile(file);
      this.#chooser.value = '';
    });
  }

  /** Takes what is pasted or dropped on an element. @param {HTMLElement} host */
  follow(host) {
    host.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      this.#takeCarried(event, event.clipboardData, 'What was pasted');
    });
    host.addEventListener('dragover', (event) => event.preventDefault());
    host.addEventListener('drop', (event) => this.#takeCarried(event, event.dataTransfer, 'What was dropped'));
  }

  /** @param {Event} event @param {DataTransfer | null} carried @param {string} from */
  #takeCarried(event, carried, from) {
    const [file] = carried?.files ?? [];
    const text = carried?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    if (file) this.#takeFile(file);
    else this.#taker.take(text, from);
  }

  async #takeTyped() {
    if (!this.#text.value.trim()) return;
    await this.#taker.take(this.#text.value, 'The text');
    this.field.open = false;
  }

  /** @param {File} file */
  async #takeFile(file) {
    const name = file.name || 'The file';
    try {
      await this.#taker.take(await textOf(file), name);
    } catch (error) {
      this.#taker.fail(`${name} cannot be read: ${messageOf(error)}`);
    }
  }
}

/** The text of a file, which may be packed. @param {Blob} file */
async function textOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const bytes = await new Response(stream).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Old files of the field are Latin-1.
    return new TextDecoder('latin1').decode(bytes);
  }
}
