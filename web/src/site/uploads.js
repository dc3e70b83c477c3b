// @ts-check
/// `<gridlore-uploads>`: uploads the files of the form inside it one by one and reports progress.
/// Without scripts the form uploads them in one request, which allows fewer pictures.

import { count } from '../page/words.js';
import { freshPart } from './part.js';
import { sendFile } from './send.js';

class Uploads extends HTMLElement {
  connectedCallback() {
    this.querySelector('form')?.addEventListener('submit', (event) => this.#send(event));
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement | null} */ (form.querySelector('input[type=file]'));
    const button = form.querySelector('button');
    const files = [...input?.files ?? []];
    if (!files.length || !input || !button) return;
    event.preventDefault();
    button.disabled = true;
    /** @type {string[]} */
    const faults = [];
    for (const [number, file] of files.entries()) {
      this.#output(form).textContent = `Uploading file ${number + 1} of ${files.length}…`;
      const sent = await sendFile(`${form.action}?answer=text`, file);
      if (sent.fault !== undefined) faults.push(sent.fault);
    }
    button.disabled = false;
    await this.#refreshList();
    this.#output(form).textContent = `Uploaded ${count(files.length - faults.length, 'file')}.`;
    this.#report(form, faults);
    if (!faults.length) form.reset();
  }

  /** Returns the line that reports progress. @param {HTMLFormElement} form */
  #output(form) {
    let line = form.querySelector('output');
    if (!line) {
      line = document.createElement('output');
      form.append(line);
    }
    return line;
  }

  /**
   * Lists the files that were refused, replacing an earlier list.
   * @param {HTMLFormElement} form
   * @param {string[]} faults
   */
  #report(form, faults) {
    form.querySelector('.problem')?.remove();
    if (!faults.length) return;
    const problem = document.createElement('div');
    problem.className = 'problem';
    problem.setAttribute('role', 'alert');
    for (const fault of faults) {
      const line = document.createElement('p');
      line.textContent = fault;
      problem.append(line);
    }
    form.prepend(problem);
  }

  /** Reloads the list of files from the server. */
  async #refreshList() {
    const fresh = await freshPart(location.pathname, '.pictures');
    if (fresh) document.querySelector('.pictures')?.replaceWith(fresh);
    if (fresh?.children.length) document.querySelector('.empty')?.remove();
  }
}

customElements.define('gridlore-uploads', Uploads);
