// @ts-check
/// Downloads a pattern as a file in one of several formats.

import { download } from '../../page/download.js';
import { button, element } from '../../page/element.js';
import { withLabels } from '../label/label-script.js';

/** The formats, by file extension. */
const FORMATS = ['rle', 'mc', 'cells', 'lif', 'life', 'mcl', 'png'];

export class PatternFile {
  #format = element('select', { 'aria-label': 'Format' }, ...FORMATS.map((ending) => element('option', {}, ending)));
  row = element('div', { class: 'row' }, this.#format, button('Download', () => this.#download()));
  #engine;
  #field;
  #labels;
  #nameOf;
  #say;

  /**
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {import('../field.js').Field} field
   * @param {() => readonly import('../label/notes.js').Label[]} labels
   * @param {(ending: string) => string} nameOf the name of a file
   * @param {(text: string) => void} say
   */
  constructor(engine, field, labels, nameOf, say) {
    this.#engine = engine;
    this.#field = field;
    this.#labels = labels;
    this.#nameOf = nameOf;
    this.#say = say;
  }

  async #download() {
    const ending = this.#format.value;
    let blob;
    let warning = '';
    if (ending === 'png') {
      blob = await this.#field.picture();
    } else {
      const { text, error } = await this.#engine.ask(`file ${ending}`);
      if (text === undefined) return this.#say(error ?? '');
      const { measure } = await this.#engine.ask('measure');
      const [x, y] = !this.#field.edges && measure?.bounds || [0, 0];
      const labelled = withLabels(text, ending, this.#labels(), { x, y });
      if (labelled === undefined) warning = ` It has no labels: ${ending} files have no comments.`;
      blob = new Blob([labelled ?? text], { type: 'text/plain' });
    }
    if (!blob) return;
    const file = this.#nameOf(ending);
    download(blob, file);
    this.#say(`Downloaded as ${file}.${warning}`);
  }
}
