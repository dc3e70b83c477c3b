// @ts-check
/// Reads patterns that the user pastes, drops, types or chooses as a file.

import { button, element } from '../page/element.js';
import { messageOf } from '../page/words.js';

/**
 * @typedef {object} Receiver
 * @property {(text: string, source: string) => Promise<unknown>} load receives a text, with words for its source
 * @property {(text: string) => void} fail receives an error message
 */

export class PatternInput {
  #receiver;
  #text = element('textarea', { rows: '4', spellcheck: 'false', 'aria-label': 'Pattern text', placeholder: 'RLE, Life 1.05 or 1.06, plaintext, MCell, Macrocell or an apgcode' });
  #chooser = element('input', { type: 'file', hidden: '', tabindex: '-1', 'aria-label': 'Pattern file' });
  /** A collapsed field to paste into. */
  field = element('details', { class: 'keys' }, element('summary', {}, 'Paste a pattern'), this.#text,
    element('div', { class: 'row' }, button('Load pattern', () => this.#loadTyped())));
  /** The button that opens a file. @type {Node[]} */
  opener = [button('Open file', () => this.#chooser.click()), this.#chooser];

  /** @param {Receiver} receiver */
  constructor(receiver) {
    this.#receiver = receiver;
    this.#chooser.addEventListener('change', () => {
      const [file] = this.#chooser.files ?? [];
      if (file) this.#loadFile(file);
      this.#chooser.value = '';
    });
  }

  /** Listens for patterns that are pasted or dropped on an element. @param {HTMLElement} host */
  listen(host) {
    host.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      this.#loadTransfer(event, event.clipboardData, 'Pasted text');
    });
    host.addEventListener('dragover', (event) => event.preventDefault());
    host.addEventListener('drop', (event) => this.#loadTransfer(event, event.dataTransfer, 'Dropped text'));
  }

  /** @param {Event} event @param {DataTransfer | null} transfer @param {string} source */
  #loadTransfer(event, transfer, source) {
    const [file] = transfer?.files ?? [];
    const text = transfer?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    if (file) this.#loadFile(file);
    else this.#receiver.load(text, source);
  }

  async #loadTyped() {
    if (!this.#text.value.trim()) return;
    await this.#receiver.load(this.#text.value, 'Pattern text');
    this.field.open = false;
  }

  /** @param {File} file */
  async #loadFile(file) {
    const name = file.name || 'the file';
    try {
      await this.#receiver.load(await textOf(file), name);
    } catch (error) {
      this.#receiver.fail(`Could not read ${name}: ${messageOf(error)}`);
    }
  }
}

/** The text of a file, which can be gzipped. @param {Blob} file */
async function textOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const bytes = await new Response(stream).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Old pattern files are Latin-1.
    return new TextDecoder('latin1').decode(bytes);
  }
}
