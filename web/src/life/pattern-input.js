// @ts-check
/// Reads patterns that the user pastes, drops, types or chooses as a file.

import { button, element } from '../page/element.js';
import { messageOf } from '../page/words.js';

/**
 * @typedef {object} Receiver
 * @property {(text: string, source: string) => Promise<unknown>} load receives text that replaces the pattern, with words for its source
 * @property {(text: string, source: string) => Promise<unknown>} paste receives text from the clipboard
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

  /** Listens for patterns that are pasted or dropped. @param {HTMLElement | Document} host */
  listen(host) {
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => host.addEventListener(name, act);
    on('paste', (/** @type {ClipboardEvent} */ event) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const { file, text } = contentOf(event.clipboardData);
      event.preventDefault();
      if (file) this.#loadFile(file);
      else this.#receiver.paste(text, 'Pasted text');
    });
    on('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    on('drop', (/** @type {DragEvent} */ event) => {
      const { file, text } = contentOf(event.dataTransfer);
      event.preventDefault();
      if (file) this.#loadFile(file);
      else if (text.trim()) this.#receiver.load(text, 'Dropped text');
    });
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

/**
 * Returns the first file and the text that are pasted or dropped.
 * @param {DataTransfer | null} transfer
 */
function contentOf(transfer) {
  return { file: transfer?.files[0], text: transfer?.getData('text/plain') ?? '' };
}

/** Returns the text of a file, which may be gzipped. @param {Blob} file */
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
