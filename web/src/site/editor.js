/// The post editor: a live preview with playable boards, buttons that insert puzzles, and autosave.
/// The form inside it also works without scripts.

import { ask } from '../engine/engine.js';
import { randomSeed } from '../page/random.js';
import { count } from '../page/words.js';
import { takeBlock } from './block-for-post.js';
import { sendFile } from './send.js';
import { addShortcuts, replaceSelection } from './markdown-keys.js';

/** Delay of the preview after the last key. */
const PREVIEW_DELAY_MS = 400;
/** Delay of the autosave after the first change. */
const AUTOSAVE_DELAY_MS = 3000;

/** The kind whose puzzles are written out in posts, because generating one can take seconds. */
const DRAWN = 'variant-sudoku';
/** The engine that generates them. */
const STUDIO = 'variant-studio';

/** @param {string} kind @param {string} code */
const fence = (kind, code) => `\`\`\`${kind}\n${code}\n\`\`\``;

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
    form.addEventListener('submit', () => { clearTimeout(this.#autosaveTimer); this.#isDirty = false; });
    addEventListener('beforeunload', (event) => { if (this.#isDirty) event.preventDefault(); });
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden' && this.#isDirty) this.#autosave(); });
    for (const button of this.querySelectorAll('button[data-kind]')) {
      button.addEventListener('click', () => this.#insertPuzzle(/** @type {HTMLElement} */ (button).dataset.kind ?? ''));
    }
    this.addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#autosave();
    });
    const chooser = this.querySelector('input[type="file"]');
    if (chooser instanceof HTMLInputElement) {
      chooser.addEventListener('change', async (event) => { await this.#upload(event, chooser); chooser.value = ''; });
    }
    text.addEventListener('dragover', (event) => { event.preventDefault(); text.classList.add('dropping'); });
    text.addEventListener('dragleave', () => text.classList.remove('dropping'));
    text.addEventListener('drop', (event) => { text.classList.remove('dropping'); this.#upload(event, event.dataTransfer); });
    text.addEventListener('paste', (event) => this.#upload(event, event.clipboardData));
    addShortcuts(text);
    preview.hidden = false;
    this.toggleAttribute('ready', true);
    const block = takeBlock();
    if (block) {
      text.setSelectionRange(text.value.length, text.value.length);
      this.insertBlock(block);
      this.#say('The puzzle was inserted at the end. Undo removes it.');
    }
    this.#updatePreview();
  }

  #form = document.createElement('form');
  #text = document.createElement('textarea');
  /** @type {HTMLElement} */
  #preview = document.createElement('section');
  #isDirty = false;
  #previewTimer = 0;
  #autosaveTimer = 0;
  /** The number of the last preview request: an answer to an earlier one is ignored. */
  #previews = 0;

  #changed() {
    clearTimeout(this.#previewTimer);
    this.#previewTimer = setTimeout(() => this.#updatePreview(), PREVIEW_DELAY_MS);
    if (!this.#isDirty) this.#autosaveTimer = setTimeout(() => this.#autosave(), AUTOSAVE_DELAY_MS);
    this.#isDirty = true;
  }

  async #updatePreview() {
    const turn = ++this.#previews;
    const smart = this.#form.querySelector('input[name="smart"]');
    const isSmart = smart instanceof HTMLInputElement && smart.checked;
    const body = new URLSearchParams({ markdown: this.#text.value, smart: isSmart ? '1' : '' });
    const answer = await fetch(this.getAttribute('preview') ?? '', { method: 'POST', body }).catch(() => null);
    if (turn !== this.#previews) return;
    if (!answer?.ok) {
      this.#say(answer?.status === 401 ? 'Your session has ended. Sign in again in another tab.' : 'The preview is not available right now.');
      return;
    }
    // The server has rendered and sanitised the text: only its puzzle elements run scripts.
    this.#preview.innerHTML = await answer.text();
  }

  /** Returns the current values of the form. */
  #content() {
    return new URLSearchParams([...new FormData(this.#form)].map(([name, value]) => [name, String(value)]));
  }

  /** Sends the form to the server, which stores it apart from the post until the post is saved. */
  async #autosave() {
    clearTimeout(this.#autosaveTimer);
    const body = this.#content();
    const answer = await fetch(this.getAttribute('unsaved') ?? '', { method: 'POST', body, keepalive: body.toString().length < 60_000 }).catch(() => null);
    if (answer?.ok) {
      // The text may have changed during the request.
      this.#isDirty = this.#content().toString() !== body.toString();
      if (this.#isDirty) this.#autosaveTimer = setTimeout(() => this.#autosave(), AUTOSAVE_DELAY_MS);
      this.#say(`Autosaved at ${new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}. The post itself is not saved yet.`);
    } else if (answer?.status === 409) {
      this.#say(await answer.text());
    } else {
      this.#say('Autosave failed. Trying again in a few seconds.');
      this.#autosaveTimer = setTimeout(() => this.#autosave(), 2 * AUTOSAVE_DELAY_MS);
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

  /**
   * Uploads files that were dropped, pasted or chosen, and inserts them.
   * @param {Event} event
   * @param {{ files: FileList | null } | null} source
   */
  async #upload(event, source) {
    const files = [...source?.files ?? []];
    if (!files.length) return;
    event.preventDefault();
    // One by one, so that the files before a refused one are still inserted.
    for (const [number, file] of files.entries()) {
      this.#say(files.length === 1 ? 'Uploading a file…' : `Uploading file ${number + 1} of ${files.length}…`);
      const sent = await sendFile(this.getAttribute('uploads') ?? '', file);
      if (sent.fault !== undefined) {
        this.#say(sent.fault);
        return;
      }
      this.insertBlock(sent.markdown);
    }
    this.#say(files.length === 1 ? 'File inserted.' : `${count(files.length, 'file')} inserted.`);
  }

  /** @param {string} kind */
  async #insertPuzzle(kind) {
    const preset = this.querySelector(`#preset-${kind}`);
    const params = preset instanceof HTMLSelectElement ? preset.value : '';
    const seeded = `${params}#${randomSeed()}`;
    if (kind !== DRAWN) return this.insertBlock(fence(kind, seeded));
    this.#say('Creating a puzzle\u2026');
    const { game, error } = await ask(STUDIO, { op: 'open', id: `${kind}:${seeded}` });
    const { block } = game ? await ask(STUDIO, { op: 'block', text: game.id.slice(kind.length + 1) }) : {};
    this.#say(block ? 'Puzzle inserted.' : `No puzzle was created: ${error}.`);
    if (block) this.insertBlock(fence(kind, block.trim()));
  }

  /** Inserts a block at the cursor, on its own lines. @param {string} block */
  insertBlock(block) {
    const { value, selectionEnd: at } = this.#text;
    const before = value.slice(0, at).replace(/\n*$/, '');
    const after = value.slice(at).replace(/^\n*/, '');
    const piece = `${before ? '\n\n' : ''}${block}\n${after ? '\n' : ''}`;
    this.#text.focus();
    this.#text.setSelectionRange(before.length, value.length - after.length);
    replaceSelection(this.#text, piece);
    const end = before.length + piece.length - (after ? 1 : 0);
    this.#text.setSelectionRange(end, end);
    this.#changed();
  }
}

customElements.define('gridlore-editor', Editor);
