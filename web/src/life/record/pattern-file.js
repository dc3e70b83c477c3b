// @ts-check
/// Downloads a pattern as a file in one of several formats.

import { download } from '../../page/download.js';
import { button, element } from '../../page/element.js';

/** The formats, by file extension. */
const FORMATS = ['rle', 'mc', 'cells', 'lif', 'life', 'mcl', 'png'];

export class PatternFile {
  #format = element('select', { 'aria-label': 'Format' }, ...FORMATS.map((ending) => element('option', {}, ending)));
  row = element('div', { class: 'row' }, this.#format, button('Download', () => this.#download()));
  #engine;
  #field;
  #nameOf;
  #say;

  /**
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {import('../field.js').Field} field
   * @param {(ending: string) => string} nameOf the name of a file
   * @param {(text: string) => void} say
   */
  constructor(engine, field, nameOf, say) {
    this.#engine = engine;
    this.#field = field;
    this.#nameOf = nameOf;
    this.#say = say;
  }

  async #download() {
    const ending = this.#format.value;
    let blob;
    if (ending === 'png') {
      blob = await this.#field.picture();
    } else {
      const { text, error } = await this.#engine.ask(`file ${ending}`);
      if (text === undefined) return this.#say(error ?? '');
      blob = new Blob([text], { type: 'text/plain' });
    }
    if (!blob) return;
    const file = this.#nameOf(ending);
    download(blob, file);
    this.#say(`Downloaded as ${file}.`);
  }
}
