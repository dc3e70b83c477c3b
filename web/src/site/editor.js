/// The editor of posts: the preview with boards that can be played, puzzles put in by a button, and
/// the text kept while one writes. Without scripts the form around which it stands still works.

import { randomSeed } from '../page/chance.js';
import { count } from '../page/words.js';
import { sendPicture } from './send.js';

/** Milliseconds after the last key until the preview follows. */
const PREVIEW_AFTER = 400;
/** Milliseconds after the first change until the text is kept. */
const KEEP_AFTER = 3000;

class Editor extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    const text = this.querySelector('textarea[name="markdown"]');
    const preview = this.querySelector('.preview');
    if (!(form instanceof HTMLFormElement) || !(text instanceof HTMLTextAreaElement) || !(preview instanceof HTMLElement)) return;
    this.#form = form;
    this.#text = text;
    this.#preview = preview;
    form.addEventListener('input', () => this.#changed());
    form.addEventListener('submit', () => { clearTimeout(this.#keeping); this.#isDirty = false; });
    addEventListener('beforeunload', (event) => { if (this.#isDirty) event.preventDefault(); });
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden' && this.#isDirty) this.#keep(); });
    for (const button of this.querySelectorAll('button[data-kind]')) {
      button.addEventListener('click', () => this.#putIn(/** @type {HTMLElement} */ (button).dataset.kind ?? ''));
    }
    this.addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#keep();
    });
    const chooser = this.querySelector('input[type="file"]');
    if (chooser instanceof HTMLInputElement) {
      chooser.addEventListener('change', async (event) => { await this.#take(event, chooser); chooser.value = ''; });
    }
    text.addEventListener('dragover', (event) => { event.preventDefault(); text.classList.add('dropping'); });
    text.addEventListener('dragleave', () => text.classList.remove('dropping'));
    text.addEventListener('drop', (event) => { text.classList.remove('dropping'); this.#take(event, event.dataTransfer); });
    text.addEventListener('paste', (event) => this.#take(event, event.clipboardData));
    preview.hidden = false;
    this.toggleAttribute('ready', true);
    this.#show();
  }

  #form = document.createElement('form');
  #text = document.createElement('textarea');
  /** @type {HTMLElement} */
  #preview = document.createElement('section');
  #isDirty = false;
  #showing = 0;
  #keeping = 0;
  /** Counts previews, as an early one may come late. */
  #shown = 0;

  #changed() {
    clearTimeout(this.#showing);
    this.#showing = setTimeout(() => this.#show(), PREVIEW_AFTER);
    if (!this.#isDirty) this.#keeping = setTimeout(() => this.#keep(), KEEP_AFTER);
    this.#isDirty = true;
  }

  async #show() {
    const turn = ++this.#shown;
    const body = new URLSearchParams({ markdown: this.#text.value });
    const answer = await fetch(this.getAttribute('preview') ?? '', { method: 'POST', body }).catch(() => null);
    if (turn !== this.#shown) return;
    if (!answer?.ok) {
      this.#say(answer?.status === 401 ? 'Your session has ended: sign in again in another tab.' : 'There is no preview just now.');
      return;
    }
    // The site made it of the text: nothing in it runs but the boards.
    this.#preview.innerHTML = await answer.text();
  }

  /** What the form holds now. */
  #content() {
    return new URLSearchParams([...new FormData(this.#form)].map(([name, value]) => [name, String(value)]));
  }

  async #keep() {
    clearTimeout(this.#keeping);
    const body = this.#content();
    const answer = await fetch(this.getAttribute('unsaved') ?? '', { method: 'POST', body, keepalive: body.toString().length < 60_000 }).catch(() => null);
    if (answer?.ok) {
      // Somebody may have written on while it was on its way.
      this.#isDirty = this.#content().toString() !== body.toString();
      if (this.#isDirty) this.#keeping = setTimeout(() => this.#keep(), KEEP_AFTER);
      this.#say(`Kept at ${new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}, not saved.`);
    } else {
      this.#say('What you write is not kept just now.');
      this.#keeping = setTimeout(() => this.#keep(), 2 * KEEP_AFTER);
    }
  }

  /** @param {string} text */
  #say(text) {
    let line = this.#form.querySelector('output');
    if (!line) {
      line = document.createElement('output');
      this.#form.querySelector('.facts .bar')?.after(line);
    }
    line.textContent = text;
  }

  /** Sends pictures that were dropped, pasted or chosen. @param {Event} event @param {{ files: FileList | null } | null} carried */
  async #take(event, carried) {
    const files = [...carried?.files ?? []];
    if (!files.length) return;
    event.preventDefault();
    // One by one: each is judged by itself, and those before one that is refused are in the text.
    for (const [number, file] of files.entries()) {
      this.#say(files.length === 1 ? 'Sending a picture …' : `Sending picture ${number + 1} of ${files.length} …`);
      const sent = await sendPicture(this.getAttribute('uploads') ?? '', file);
      if (sent.fault !== undefined) {
        this.#say(sent.fault);
        return;
      }
      this.putIn(sent.markdown);
    }
    this.#say(files.length === 1 ? 'The picture is in the text.' : `${count(files.length, 'picture')} are in the text.`);
  }

  /** @param {string} kind */
  #putIn(kind) {
    const preset = this.querySelector(`#preset-${kind}`);
    const params = preset instanceof HTMLSelectElement ? preset.value : '';
    this.putIn(`\`\`\`${kind}\n${params}#${randomSeed()}\n\`\`\``);
  }

  /** Puts a block at the cursor, on lines of its own. @param {string} block */
  putIn(block) {
    const { value, selectionEnd: at } = this.#text;
    const before = value.slice(0, at).replace(/\n*$/, '');
    const after = value.slice(at).replace(/^\n*/, '');
    const piece = `${before ? '\n\n' : ''}${block}\n${after ? '\n' : ''}`;
    this.#text.focus();
    this.#text.setSelectionRange(before.length, value.length - after.length);
    // As if it were typed, so that the browser can take it back; where that is not done any more,
    // in place.
    if (!document.execCommand('insertText', false, piece)) this.#text.setRangeText(piece);
    const end = before.length + piece.length - (after ? 1 : 0);
    this.#text.setSelectionRange(end, end);
    this.#changed();
  }
}

customElements.define('gridlore-editor', Editor);
