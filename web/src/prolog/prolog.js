// @ts-check
/// `<gridlore-prolog game="prolog:queens">`: an editable program, queries, and their answers one by
/// one or all together.

import { Conversation } from '../engine/conversation.js';
import { megabytes } from '../engine/memory.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { Timeline } from '../exhibit/timeline.js';
import { randomSeed } from '../page/random.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { keyList } from '../page/panel.js';
import { count, messageOf, number } from '../page/words.js';
import { Answers, answerText } from './answers.js';
import { CodeField, piecesOf } from './code-field.js';

/**
 * The answers of the engine, as the crate gridlore-wasm serialises them.
 * @typedef {{ program: string, queries: string[], title: string | null, line: string }} Listing
 * @typedef {import('./code-field.js').Note} Note
 * @typedef {{ came: 'answer' | 'no' | 'paused' | 'error' | 'halted', printed?: string, error?: string, bindings: import('./answers.js').Binding[], residuals: string[], isLast: boolean, inferences: number }} Step
 * @typedef {{ error?: string, isBroken?: boolean, at?: number, listing?: Listing, line?: string, messages?: Note[], printed?: string, steps?: Step[], inferences?: number, pieces?: string, library?: { name: string, title: string }[] }} EngineAnswer
 */

/** Target duration of one request of a running query, which can be stopped between requests. */
const SLICE_MS = 25;
/** Milliseconds after Stop before the worker is terminated if its request has not returned. */
const STOP_TIMEOUT_MS = 400;
/** The inference limit of a program's directives. */
const MAX_CONSULT_INFERENCES = 50_000_000;
/** Number of inferences after which a query pauses until the user continues it. */
const PAUSE_INFERENCES = 2_000_000_000;
/** Number of characters of output after which a query pauses. */
const PAUSE_OUTPUT = 500_000;
/** Answers per request. */
const BATCH = 50;
/** Number of answers that All fetches at a time. */
const ALL = 1000;
/** Milliseconds after the last key before the program is checked. */
const IDLE_MS = 700;
/** Milliseconds after the last key before the text is stored. */
const STORE_MS = 200;
/**
 * Memory limit of a program in megabytes; less on phones. While memory grows, the engine needs up
 * to four times as much.
 */
const MEMORY_LIMIT_MB = megabytes(48, 128);

class Prolog extends Exhibit {
  /** @type {Conversation<EngineAnswer>} */ #worker = new Conversation();
  /** The program that the engine has consulted, if any. @type {string | undefined} */ #consulted;
  /** The id of the open program: the page's own, a library program, or one from a link. */ #origin = '';
  /** Its original listing. @type {Listing | undefined} */ #listing;
  /** The queries that are not in the query field. @type {string[]} */ #others = [];
  /** Whether a query has started that may have more answers. */ #isOpen = false;
  #isRunning = false;
  #isStopping = false;
  /** Inferences per request, adapted to the target duration. */ #slice = 20_000;
  #spent = { inferences: 0, before: 0, ms: 0, printed: 0, limit: PAUSE_INFERENCES };
  /** The queue of requests that change something. @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #idle;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #storing;
  /** The list of programs that were written, loaded after the first change. @type {typeof import('../games/written.js') | undefined} */ #written;
  /** @type {Timeline<{ id: string, text: string }>} */ #timeline = new Timeline(this, () => this.#now, ({ id, text }, message) => this.#do(() => this.#open(id, message, text)));

  #answers = new Answers();
  #program = new CodeField({ 'aria-label': 'Program' }, (text) => this.#highlight(text));
  #query = new CodeField({ 'aria-label': 'Query', placeholder: 'member(X, [a, b, c]).' }, (text) => this.#highlight(text));
  /** @type {HTMLElement} */ #messages = element('ul', { class: 'messages', 'aria-label': 'Errors and warnings', hidden: '' });
  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #took = element('span');
  #runButton = button('Run query', () => this.#startQuery(1), { class: 'main' });
  #next = button('Next', () => this.#continueQuery(1));
  #all = button('All', () => this.#continueQuery(ALL));
  #stop = button('Stop', () => this.#halt());
  #library = element('select', { 'aria-label': 'Program' });
  #queries = element('select', { 'aria-label': 'Queries', hidden: '' });

  // ---- opening and saving -----------------------------------------------------------------------

  get title() { return 'Prolog'; }
  get noun() { return 'program'; }

  async start() {
    const kept = this.#timeline.connect();
    try {
      const { library } = await this.#send('library');
      this.#library.replaceChildren(element('option', { value: '' }, 'Choose a program…'), ...(library ?? []).map(({ name, title }) => element('option', { value: `prolog:${name}` }, title)));
      const line = this.sharedLine();
      const isOpen = kept && await this.#open(kept.id, '', kept.text);
      if (!isOpen && !await this.#open(line ? line.slice(2) : loadStored(`open:${this.home}`) ?? this.home, line ? 'Program loaded from the link.' : '')) await this.#open(this.home, '');
      this.#timeline.begin();
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.querySelector('.side')?.removeAttribute('hidden');
      this.toggleAttribute('ready', true);
    } catch (error) {
      this.querySelector('.side')?.removeAttribute('hidden');
      this.showFailure(`This program could not be started: ${messageOf(error)}`);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#timeline.disconnect();
    this.#terminate();
    this.toggleAttribute('ready', false);
  }

  /** @param {string} line */
  openLink(line) { this.#replace(line.slice(2), 'Program loaded from the link.', 'opening a link', 'followed'); }

  suspend() {
    this.#isStopping = this.#isRunning;
    if (this.#listing) this.#save();
  }

  /**
   * Replaces the program with another one; Undo and Back return to the previous one.
   * @param {string} id
   * @param {string} message
   * @param {string} what the action, such as `opening a link`
   * @param {'new' | 'followed'} [entry] of the browser's history
   */
  #replace(id, message, what, entry) {
    return this.#timeline.replace(what, () => this.#do(() => this.#open(id, message)), entry);
  }

  /**
   * Opens a program by its id; returns whether it could be opened.
   * @param {string} id
   * @param {string} message
   * @param {string} [text] the program with its queries, instead of the stored changes
   */
  async #open(id, message, text) {
    const { listing, error } = await this.#send(`open\n${id}`);
    if (!listing) {
      if (id === this.home) throw new Error(error);
      this.say(error ?? '');
      return false;
    }
    const draft = text === undefined ? loadStored(`at:${id}`) : `prolog:${text}`;
    const edited = draft ? (await this.#send(`open\n${draft}`)).listing : undefined;
    // Store the latest changes to the previous program.
    if (this.#listing) this.#save();
    if (this.#origin) this.#written?.close(this.#origin);
    this.#origin = id;
    this.#listing = listing;
    this.#show(edited ?? listing);
    this.#library.value = this.#isListed(id) ? id : '';
    if (this.#isListed(id) || id === this.home) store(`open:${this.home}`, id === this.home ? undefined : id);
    await this.#consult();
    this.say(message || (edited && this.#isEdited ? 'Restored from your last visit.' : ''));
    return true;
  }

  /** Returns whether a program is in the library. @param {string} id */
  #isListed(id) { return [...this.#library.options].some(({ value }) => value === id && value !== ''); }

  /** Whether the text differs from the original. */
  get #isEdited() { return this.#text !== this.#combined(this.#listing?.program ?? '', this.#listing?.queries ?? []); }

  /** The current state for the timeline. */
  get #now() {
    if (!this.#listing) return;
    const link = this.#isEdited || this.#origin === this.home ? undefined : `1;${this.#origin}`;
    return { state: { id: this.#origin, text: this.#text }, link };
  }

  /** @param {Listing} listing */
  #show({ program, queries }) {
    this.#clear();
    this.#program.value = program.trimEnd();
    this.#query.value = queries[0] ?? '';
    this.#timeline.keepTexts();
    this.#others = queries.slice(1);
    this.#queries.hidden = queries.length < 2;
    this.#queries.replaceChildren(...queries.map((query) => element('option', { value: query }, query)));
  }

  /**
   * Returns a program and its queries as one text, the current query first.
   * @param {string} program
   * @param {string[]} queries
   */
  #combined(program, queries) {
    const all = new Set(queries.map((text) => text.trim()).filter(Boolean).map((text) => (text.endsWith('.') ? text : `${text}.`)));
    return [program.trimEnd(), '', ...[...all].map((text) => `?- ${text}`), ''].join('\n');
  }

  /** The current program and its queries as one text. */
  get #text() { return this.#combined(this.#program.value, [this.#query.value, ...this.#others]); }

  /** Returns the id of the current text, for a link. */
  async #line() { return (await this.#send(`line\n${this.#text}`)).line ?? ''; }

  /** Stores the text in the browser if it differs from the original. */
  #save() {
    clearTimeout(this.#storing);
    const text = this.#text;
    store(`at:${this.#origin}`, this.#isEdited ? `prolog:${text}` : undefined);
    this.#timeline.record();
    if (!this.#isEdited) return;
    const [first = ''] = text.trim().split('\n');
    this.#written?.remember({ kind: this.kind, title: this.title, id: this.#origin, save: `1;prolog:${text}`, status: first.slice(0, 60), ...this.#written.pictureOfText(text) });
  }

  /** Restores the original program and query. */
  #reset() {
    return this.#timeline.replace('reset', () => this.#do(async () => {
      if (!this.#listing) return false;
      if (!this.#isEdited) {
        this.say('The program is unchanged.');
        return false;
      }
      this.#save();
      this.#written?.close(this.#origin);
      this.#show(this.#listing);
      await this.#consult();
      this.#save();
      this.say('Program reset. Undo or Ctrl+Z restores yours.');
      return true;
    }));
  }

  /** Lists the programs that were written in this browser. */
  async #showGames() {
    if (this.#listing) this.#save();
    const { showGames } = await import('../games/lists.js');
    showGames({
      puzzle: this,
      restore: (save, message) => this.#replace(save.slice(2), message, 'opening an earlier program'),
      closed: () => this.#program.text.focus(),
    });
  }

  // ---- requests ---------------------------------------------------------------------------------

  /** @param {string} request */
  async #send(request) {
    return (await this.#worker.send({ kind: 'prolog', request })).answer;
  }

  /** Terminates the engine; the next request starts a new one. */
  #terminate() {
    this.#worker.close();
    this.#consulted = undefined;
    this.#isOpen = false;
  }

  /** @param {string} text */
  async #highlight(text) {
    return piecesOf((await this.#send(`colour\n${text}`)).pieces ?? '');
  }

  /**
   * Stops the running operation and performs another once it has ended.
   * @param {() => Promise<unknown>} act
   */
  #do(act) {
    this.#isStopping = true;
    this.#queue = this.#queue.then(() => {
      this.#isStopping = false;
      return act();
    }).catch((error) => this.#engineFailed(error));
    return this.#queue;
  }

  /** @param {unknown} error */
  #engineFailed(error) {
    this.#terminate();
    this.#isRunning = false;
    this.#updateButtons();
    const reason = messageOf(error);
    if (reason === 'stopped') {
      this.#answers.add({ end: 'Stopped.', isError: false });
      return this.say('', 'Stopped.');
    }
    this.#answers.add({ end: `The engine stopped: ${reason}. Your program is unchanged; run the query again.`, isError: true });
    this.say('The engine stopped.');
  }

  /** Consults the current program and shows its errors and warnings; returns its output. */
  async #consult() {
    const text = this.#program.value;
    if (this.#consulted === text) return;
    this.#isOpen = false;
    this.#isRunning = true;
    this.#updateButtons();
    const { messages, printed, error } = await this.#send(`consult ${MEMORY_LIMIT_MB} ${MAX_CONSULT_INFERENCES} ${randomSeed()}\n${text}`);
    this.#isRunning = false;
    if (error) throw new Error(error);
    this.#consulted = text;
    this.#showMessages(messages ?? []);
    this.#updateButtons();
    return printed;
  }

  /**
   * Lists the errors and warnings of the program, each with a button that moves the cursor there.
   * @param {Note[]} notes
   */
  #showMessages(notes) {
    this.#program.setNotes(notes);
    this.#messages.hidden = notes.length === 0;
    if (notes.length) this.say('', `${count(notes.length, 'message')} about the program. Line ${notes[0].line}: ${notes[0].text}`);
    this.#messages.replaceChildren(...notes.slice(0, 20).map(({ line, column, isError, text }) => element('li', { class: isError ? 'wrong' : 'doubtful' },
      button(`Line ${line}, column ${column}`, () => this.#program.goTo(line, column), { class: 'quiet' }), element('span', {}, `${isError ? 'Error' : 'Warning'}: ${text}`))));
    if (notes.length > 20) this.#messages.append(element('li', {}, `and ${number(notes.length - 20)} more`));
  }

  // ---- queries ----------------------------------------------------------------------------------

  /** Starts the query in the query field. @param {number} wanted number of answers */
  #startQuery(wanted) {
    return this.#do(async () => {
      this.#clear();
      const query = this.#query.value.trim();
      if (!query) {
        this.say('Enter a query, such as member(X, [a, b, c]).');
        return this.#query.text.focus();
      }
      // The program is consulted again for every query, so that clauses asserted by an earlier
      // query are gone and the output of directives is shown.
      this.#consulted = undefined;
      const printed = await this.#consult();
      if (printed) this.#answers.add({ printed });
      const { error, at, inferences } = await this.#send(`ask\n${this.#query.value}`);
      if (error) {
        const { line, column } = placeOf(this.#query.value, at ?? 0);
        this.#query.setNotes([{ line, column, isError: true, text: error }]);
        this.#answers.add({ end: `Error in the query, ${line > 1 ? `line ${line}, ` : ''}column ${column}: ${error}`, isError: true });
        this.say('', `Error in the query: ${error}`);
        this.#query.text.setSelectionRange(at ?? 0, at ?? 0);
        return;
      }
      this.#isOpen = true;
      this.#spent = { inferences: 0, before: inferences ?? 0, ms: 0, printed: 0, limit: PAUSE_INFERENCES };
      await this.#run(wanted);
    });
  }

  /**
   * Continues the query, or starts it if none is open and all answers are wanted.
   * @param {number} wanted
   */
  #continueQuery(wanted) {
    if (!this.#isOpen) return wanted > 1 ? this.#startQuery(wanted) : this.say('No more answers.');
    if (this.#isRunning) return this.say('The query is still running.');
    this.#spent.limit = this.#spent.inferences + PAUSE_INFERENCES;
    this.#spent.printed = 0;
    return this.#do(() => this.#run(wanted));
  }

  /** Stops the query, terminating the worker if it does not stop in time. */
  #halt() {
    if (!this.#isRunning) return;
    this.#isStopping = true;
    const running = this.#queue;
    let hasEnded = false;
    running.finally(() => { hasEnded = true; });
    setTimeout(() => { if (!hasEnded && this.#isStopping) this.#worker.close(); }, STOP_TIMEOUT_MS);
  }

  /** @param {number} wanted */
  async #run(wanted) {
    this.#isRunning = true;
    this.#updateButtons();
    this.say('Running…', '');
    try {
      const end = await this.#runSlices(wanted);
      if (end) this.#answers.add({ end: end.text, isError: end.isError });
      this.say('', end?.text ?? '');
    } finally {
      this.#isRunning = false;
      this.#updateButtons();
    }
  }

  /**
   * Runs the query in short requests until it has the wanted answers; returns a message on how it
   * ended, if any.
   * @param {number} wanted
   */
  async #runSlices(wanted) {
    let found = 0;
    for (;;) {
      const start = performance.now();
      const { steps, error } = await this.#send(`step ${this.#slice} ${this.#spent.ms / 1000} ${Math.min(BATCH, wanted - found)}`);
      if (!steps) throw new Error(error);
      this.#recordCost(steps[steps.length - 1], performance.now() - start);
      for (const step of steps) {
        this.#take(step);
        if (step.came === 'answer') found++;
        else if (step.came !== 'paused') return this.#ending(step);
        if (step.came === 'answer' && step.isLast) return this.#answers.count > 1 ? { text: 'No more answers.', isError: false } : undefined;
      }
      if (found >= wanted) return wanted > 1 ? { text: `Found ${number(found)} answers. Press All for more.`, isError: false } : undefined;
      if (this.#isStopping) return { text: 'Stopped. Press Next to continue.', isError: false };
      if (this.#spent.inferences > this.#spent.limit) return { text: `Stopped after ${number(this.#spent.inferences)} inferences. Press Next to continue.`, isError: false };
      if (this.#spent.printed > PAUSE_OUTPUT) return { text: `Stopped after ${number(PAUSE_OUTPUT)} characters of output. Press Next to continue.`, isError: false };
    }
  }

  /** Shows the output and answer of a step. @param {Step} step */
  #take(step) {
    if (step.printed) {
      this.#spent.printed += step.printed.length;
      this.#answers.add({ printed: step.printed });
    }
    this.#isOpen = step.came === 'paused' || (step.came === 'answer' && !step.isLast);
    if (step.came !== 'answer') return;
    this.#answers.add({ answer: step });
    this.#where.textContent = count(this.#answers.count, 'answer');
    this.liveRegion.textContent = `Answer ${this.#answers.count}: ${answerText(step)}`;
  }

  /** Returns the message on how a query ended without another answer. @param {Step} step */
  #ending({ came, error }) {
    if (came === 'error') {
      // WebAssembly memory never shrinks, so the next query starts a new engine.
      if (error?.includes('resources: memory')) this.#terminate();
      return { text: error ?? 'Error', isError: true };
    }
    if (came === 'halted') return { text: 'The program halted.', isError: false };
    return { text: this.#answers.count ? 'No more answers.' : 'false: no answers.', isError: false };
  }

  /**
   * Records inferences and time, and adapts the next request to the target duration.
   * @param {Step} step
   * @param {number} ms
   */
  #recordCost({ inferences }, ms) {
    const own = inferences - this.#spent.before;
    this.#spent.before = inferences;
    this.#spent.inferences += own;
    this.#spent.ms += ms;
    if (ms > 2 * SLICE_MS) this.#slice = Math.max(1000, this.#slice >> 1);
    else if (ms < SLICE_MS / 2 && own >= this.#slice / 2) this.#slice = Math.min(5_000_000, this.#slice * 2);
    this.#took.textContent = `${count(this.#spent.inferences, 'inference')}, ${(this.#spent.ms / 1000).toFixed(2)} s`;
  }

  #clear() {
    this.#answers.clear();
    this.#query.setNotes([]);
    this.#where.textContent = '';
    this.#took.textContent = '';
    this.#isOpen = false;
    this.#updateButtons();
  }

  #updateButtons() {
    this.#stop.setAttribute('aria-disabled', String(!this.#isRunning));
    this.#next.setAttribute('aria-disabled', String(!this.#isOpen || this.#isRunning));
    this.toggleAttribute('running', this.#isRunning);
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    this.#program.text.addEventListener('input', () => this.#changed());
    this.#query.text.addEventListener('input', () => { this.#query.setNotes([]); this.#changed(); });
    this.#query.text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#startQuery(1);
    });
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#library.addEventListener('change', () => { if (this.#library.value) this.#replace(this.#library.value, '', `opening ${this.#library.selectedOptions[0].text}`); });
    this.#queries.addEventListener('change', () => {
      this.#keepQuery();
      this.#others = [...this.#queries.options].map(({ value }) => value).filter((value) => value !== this.#queries.value);
      this.#query.value = this.#queries.value;
      this.#startQuery(1);
    });
    const keys = [['Enter', 'Run the query (in the query field)'], ['Shift+Enter', 'New line (in the query field)'], ['Ctrl+Enter', 'Run the query'], ['; or N', 'Next answer (outside text fields)'], ['A', 'All answers (outside text fields)'], ['Ctrl+Z', 'Undo'], ['Escape', 'Stop']];
    this.#program.root.classList.add('numbered');
    this.append(element('div', { class: 'side', hidden: '' },
      element('div', { class: 'row' }, this.#library, this.#queries, this.#timeline.element), this.#program.root, this.#messages,
      element('div', { class: 'prompt' }, element('span', { 'aria-hidden': 'true' }, '?-'), this.#query.root),
      element('div', { class: 'row' }, this.#runButton, this.#next, this.#all, this.#stop),
      element('div', { class: 'status' }, this.#where, this.#took), this.statusLine, this.liveRegion, this.#answers.root,
      element('div', { class: 'row few' }, this.#answers.tableButton, button('Your games', () => this.#showGames(), { class: 'quiet' }), button('Share', async () => this.copyLink(`1;${await this.#line()}`, 'program'), { class: 'quiet' }),
        button('Reset', () => this.#reset(), { class: 'quiet' })), keyList(keys)));
    this.#updateButtons();
  }

  /** Adds a typed query to the list before another one replaces it. */
  #keepQuery() {
    const query = this.#query.value.trim();
    if (query && ![...this.#queries.options].some(({ value }) => value === query)) this.#queries.append(element('option', { value: query }, query));
  }

  /** Stores the text and checks the program shortly after the last key. */
  #changed() {
    import('../games/written.js').then((written) => { this.#written = written; }, () => {});
    // Store it immediately: a page that is being left can no longer change the browser's history.
    this.#timeline.record();
    clearTimeout(this.#idle);
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => this.#save(), STORE_MS);
    this.#idle = setTimeout(() => {
      if (!this.#isRunning && this.#program.value !== this.#consulted) this.#do(() => this.#consult());
    }, IDLE_MS);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#startQuery(1);
    } else if (event.key === 'Escape') {
      this.#halt();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement)) {
      const key = event.key.toLowerCase();
      if (key === ';' || key === 'n') this.#continueQuery(1);
      else if (key === 'a') this.#continueQuery(ALL);
      else return;
      event.preventDefault();
    }
  }
}

/** Returns the line and column of a character, from 1. @param {string} text @param {number} at */
function placeOf(text, at) {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: [...before[before.length - 1]].length + 1 };
}

customElements.define('gridlore-prolog', Prolog);
