// @ts-check
/// `<gridlore-prolog game="prolog:queens">`: a program that is written where it stands, queries,
/// and their answers one by one or all.

import { Conversation } from '../engine/conversation.js';
import { megabytes } from '../engine/memory.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { randomSeed } from '../page/chance.js';
import { button, element } from '../page/element.js';
import { keep, kept } from '../page/keep.js';
import { keyList } from '../page/panel.js';
import { count, messageOf, number } from '../page/words.js';
import { Answers, told } from './answers.js';
import { CodeField, piecesOf } from './code-field.js';

/**
 * What the engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ program: string, queries: string[], title: string | null, line: string }} Listing
 * @typedef {import('./code-field.js').Note} Note
 * @typedef {{ came: 'answer' | 'no' | 'paused' | 'error' | 'halted', printed?: string, error?: string, bindings: import('./answers.js').Binding[], residuals: string[], isLast: boolean, inferences: number }} Step
 * @typedef {{ error?: string, isBroken?: boolean, at?: number, listing?: Listing, line?: string, messages?: Note[], printed?: string, steps?: Step[], inferences?: number, pieces?: string, library?: { name: string, title: string }[] }} Told
 */

/** A slice of a query takes about so long: it can be stopped after each. */
const SLICE_MS = 25;
/** What does not come back for so long after Stop is ended with its worker. */
const PATIENCE_MS = 400;
/** Inferences that the directives of a program may take. */
const CONSULTING = 50_000_000;
/** After so many inferences a query waits until somebody wants it to go on. */
const ENOUGH = 2_000_000_000;
/** After so many characters that were printed, too. */
const PRINTED = 500_000;
/** Answers that come at once. */
const BATCH = 50;
/** All answers are so many at once. */
const ALL = 1000;
/** The program is looked through so long after the last key. */
const IDLE_MS = 700;
/** Megabytes that a program may fill; phones have less. While something grows, the engine takes up to four times as much. */
const MEGABYTES = megabytes(48, 128);

class Prolog extends Exhibit {
  /** @type {Conversation<Told>} */ #worker = new Conversation();
  /** The program that the engine has; nothing where it has none. @type {string | undefined} */ #consulted;
  /** What is open here: a name of the library, the page's own id, or that of a link. */ #origin = '';
  /** The listing of that, as it was. @type {Listing | undefined} */ #listing;
  /** Other queries than the one in the field. @type {string[]} */ #others = [];
  /** A query has begun, and there may be more of it. */ #isOpen = false;
  #isRunning = false;
  #isStopping = false;
  /** Inferences a slice; it finds out how many. */ #slice = 20_000;
  #spent = { inferences: 0, before: 0, ms: 0, printed: 0, most: ENOUGH };
  /** Requests that change something run one after another. @type {Promise<unknown>} */ #turn = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #idle;

  #answers = new Answers();
  #program = new CodeField({ 'aria-label': 'Program' }, (text) => this.#coloured(text));
  #query = new CodeField({ 'aria-label': 'Query', placeholder: 'member(X, [a, b, c]).' }, (text) => this.#coloured(text));
  /** @type {HTMLElement} */ #messages = element('ul', { class: 'messages', 'aria-label': 'What there is to say of the program', hidden: '' });
  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #took = element('span');
  #ask = button('Ask', () => this.#start(1), { class: 'main' });
  #next = button('Next', () => this.#goOn(1));
  #all = button('All', () => this.#goOn(ALL));
  #stop = button('Stop', () => this.#halt());
  #library = element('select', { 'aria-label': 'Program' });
  #queries = element('select', { 'aria-label': 'Queries', hidden: '' });

  // ---- opening, keeping -------------------------------------------------------------------------

  async wake() {
    try {
      const { library } = await this.#send('library');
      this.#library.replaceChildren(element('option', { value: '' }, 'Another program…'), ...(library ?? []).map(({ name, title }) => element('option', { value: `prolog:${name}` }, title)));
      const line = this.sharedLine();
      await this.#open(line ? line.slice(2) : kept(`open:${this.home}`) ?? this.home, line ? 'The program of the link.' : '');
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.querySelector('.side')?.removeAttribute('hidden');
      this.toggleAttribute('ready', true);
    } catch (error) {
      this.querySelector('.side')?.removeAttribute('hidden');
      this.giveUp(`This program cannot run here: ${messageOf(error)}`);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#dismiss();
    this.toggleAttribute('ready', false);
  }

  /** @param {string} line */
  follow(line) { this.#do(() => this.#open(line.slice(2), 'The program of the link.')); }
  rest() {
    this.#isStopping = this.#isRunning;
    if (this.#listing) this.#keep();
  }

  /** Shows what an id names, as it was left here. @param {string} id @param {string} said */
  async #open(id, said) {
    const { listing, error } = await this.#send(`open\n${id}`);
    if (!listing) {
      if (id === this.home) throw new Error(error);
      this.say(error ?? '');
      return;
    }
    const draft = kept(`at:${id}`);
    const left = draft ? (await this.#send(`open\n${draft}`)).listing : undefined;
    // What was typed a moment ago in the program that was here.
    if (this.#listing) this.#keep();
    this.#origin = id;
    this.#listing = listing;
    this.#show(left ?? listing);
    this.#library.value = [...this.#library.options].some(({ value }) => value === id) ? id : '';
    keep(`open:${this.home}`, id === this.home || this.sharedLine() ? undefined : id);
    await this.#consult();
    this.say(left ? 'As you left it.' : said);
  }

  /** @param {Listing} listing */
  #show({ program, queries }) {
    this.#clear();
    this.#program.value = program.trimEnd();
    this.#query.value = queries[0] ?? '';
    this.#others = queries.slice(1);
    this.#queries.hidden = queries.length < 2;
    this.#queries.replaceChildren(...queries.map((query) => element('option', { value: query }, query)));
  }

  /** A program with its queries, the first of which is asked. @param {string} program @param {string[]} queries */
  #whole(program, queries) {
    const all = new Set(queries.map((text) => text.trim()).filter(Boolean).map((text) => (text.endsWith('.') ? text : `${text}.`)));
    return [program.trimEnd(), '', ...[...all].map((text) => `?- ${text}`), ''].join('\n');
  }

  /** What stands here now. */
  get #text() { return this.#whole(this.#program.value, [this.#query.value, ...this.#others]); }

  /** The line that names it. */
  async #line() { return (await this.#send(`line\n${this.#text}`)).line ?? ''; }

  #keep() {
    const { program = '', queries = [] } = this.#listing ?? {};
    keep(`at:${this.#origin}`, this.#text === this.#whole(program, queries) ? undefined : `prolog:${this.#text}`);
  }

  /** The program as it was before somebody wrote in it. */
  async #renew() {
    const listing = this.#listing;
    if (!listing) return;
    if (this.#program.value.trimEnd() !== listing.program.trimEnd()) this.#program.replace(listing.program.trimEnd());
    this.#query.value = listing.queries[0] ?? '';
    this.#clear();
    await this.#consult();
    this.#keep();
    this.say('The program as it was. Ctrl and Z in the program takes that back.');
  }

  // ---- asking the engine ------------------------------------------------------------------------

  /** @param {string} request */
  async #send(request) {
    return (await this.#worker.send({ kind: 'prolog', request })).answer;
  }

  /** Ends the engine; the next request begins a fresh one. */
  #dismiss() {
    this.#worker.close();
    this.#consulted = undefined;
    this.#isOpen = false;
  }

  /** @param {string} text */
  async #coloured(text) {
    return piecesOf((await this.#send(`colour\n${text}`)).pieces ?? '');
  }

  /** Something that somebody asked for: what is running ends, and it begins when that has ended. @param {() => Promise<unknown>} act */
  #do(act) {
    this.#isStopping = true;
    this.#turn = this.#turn.then(() => {
      this.#isStopping = false;
      return act();
    }).catch((error) => this.#broken(error));
    return this.#turn;
  }

  /** @param {unknown} error */
  #broken(error) {
    this.#dismiss();
    this.#isRunning = false;
    this.#buttons();
    const why = messageOf(error);
    if (why === 'stopped') {
      this.#answers.add({ end: 'Stopped.', isError: false });
      return this.say('', 'Stopped.');
    }
    this.#answers.add({ end: `The engine stopped: ${why}. The program is as it was; ask again.`, isError: true });
    this.say('The engine stopped.');
  }

  /** Gives the engine the program that stands here, and shows what it has to say of it. */
  async #consult() {
    const text = this.#program.value;
    if (this.#consulted === text) return;
    this.#isOpen = false;
    this.#isRunning = true;
    this.#buttons();
    const { messages, printed, error } = await this.#send(`consult ${MEGABYTES} ${CONSULTING} ${randomSeed()}\n${text}`);
    this.#isRunning = false;
    if (error) throw new Error(error);
    this.#consulted = text;
    this.#tell(messages ?? []);
    this.#buttons();
    return printed;
  }

  /** What there is to say of the program, each with a way to its place. @param {Note[]} notes */
  #tell(notes) {
    this.#program.note(notes);
    this.#messages.hidden = notes.length === 0;
    if (notes.length) this.say('', `${count(notes.length, 'thing')} to say of the program. Line ${notes[0].line}: ${notes[0].text}`);
    this.#messages.replaceChildren(...notes.slice(0, 20).map(({ line, column, isError, text }) => element('li', { class: isError ? 'wrong' : 'doubtful' },
      button(`Line ${line}, column ${column}`, () => this.#program.goTo(line, column), { class: 'quiet' }), element('span', {}, `${isError ? 'Error' : 'Warning'}: ${text}`))));
    if (notes.length > 20) this.#messages.append(element('li', {}, `and ${number(notes.length - 20)} more`));
  }

  // ---- queries ----------------------------------------------------------------------------------

  /** Begins the query that stands here. @param {number} wanted so many answers */
  #start(wanted) {
    return this.#do(async () => {
      this.#clear();
      const query = this.#query.value.trim();
      if (!query) {
        this.say('Write a query, such as member(X, [a, b, c]).');
        return this.#query.text.focus();
      }
      // Every query begins with what the program says, and prints, and not with what an earlier one
      // left there.
      this.#consulted = undefined;
      const printed = await this.#consult();
      if (printed) this.#answers.add({ printed });
      const { error, at, inferences } = await this.#send(`ask\n${this.#query.value}`);
      if (error) {
        const { line, column } = placeOf(this.#query.value, at ?? 0);
        this.#query.note([{ line, column, isError: true, text: error }]);
        this.#answers.add({ end: `The query cannot be read, column ${column}${line > 1 ? ` of line ${line}` : ''}: ${error}`, isError: true });
        this.say('', `The query cannot be read: ${error}`);
        this.#query.text.setSelectionRange(at ?? 0, at ?? 0);
        return;
      }
      this.#isOpen = true;
      this.#spent = { inferences: 0, before: inferences ?? 0, ms: 0, printed: 0, most: ENOUGH };
      await this.#run(wanted);
    });
  }

  /** More of the query that has begun; of a new one where none has. @param {number} wanted */
  #goOn(wanted) {
    if (!this.#isOpen) return wanted > 1 ? this.#start(wanted) : this.say('There are no more answers.');
    if (this.#isRunning) return this.say('It is still running.');
    this.#spent.most = this.#spent.inferences + ENOUGH;
    this.#spent.printed = 0;
    return this.#do(() => this.#run(wanted));
  }

  /** Ends what runs; what does not end by itself is ended with its worker. */
  #halt() {
    if (!this.#isRunning) return;
    this.#isStopping = true;
    const turn = this.#turn;
    let isThere = false;
    turn.finally(() => { isThere = true; });
    setTimeout(() => { if (!isThere && this.#isStopping) this.#worker.close(); }, PATIENCE_MS);
  }

  /** @param {number} wanted */
  async #run(wanted) {
    this.#isRunning = true;
    this.#buttons();
    this.say('Running…', '');
    try {
      const end = await this.#steps(wanted);
      if (end) this.#answers.add({ end: end.text, isError: end.isError });
      this.say('', end?.text ?? '');
    } finally {
      this.#isRunning = false;
      this.#buttons();
    }
  }

  /** Slice by slice until there is what was wanted; how it came to an end, if there is something to say of it. @param {number} wanted */
  async #steps(wanted) {
    let found = 0;
    for (;;) {
      const start = performance.now();
      const { steps, error } = await this.#send(`step ${this.#slice} ${this.#spent.ms / 1000} ${Math.min(BATCH, wanted - found)}`);
      if (!steps) throw new Error(error);
      this.#count(steps[steps.length - 1], performance.now() - start);
      for (const step of steps) {
        this.#take(step);
        if (step.came === 'answer') found++;
        else if (step.came !== 'paused') return this.#ending(step);
        if (step.came === 'answer' && step.isLast) return this.#answers.count > 1 ? { text: 'That was all.', isError: false } : undefined;
      }
      if (found >= wanted) return wanted > 1 ? { text: `Here are ${number(found)}; All shows more of them.`, isError: false } : undefined;
      if (this.#isStopping) return { text: 'Stopped. Next goes on.', isError: false };
      if (this.#spent.inferences > this.#spent.most) return { text: `Stopped after ${number(this.#spent.inferences)} inferences. Next goes on.`, isError: false };
      if (this.#spent.printed > PRINTED) return { text: `Stopped, as ${number(PRINTED)} characters were printed. Next goes on.`, isError: false };
    }
  }

  /** Shows what a step brought. @param {Step} step */
  #take(step) {
    if (step.printed) {
      this.#spent.printed += step.printed.length;
      this.#answers.add({ printed: step.printed });
    }
    this.#isOpen = step.came === 'paused' || (step.came === 'answer' && !step.isLast);
    if (step.came !== 'answer') return;
    this.#answers.add({ answer: step });
    this.#where.textContent = count(this.#answers.count, 'answer');
    this.heard.textContent = `Answer ${this.#answers.count}: ${told(step)}`;
  }

  /** How a query ended that has no (other) answer. @param {Step} step */
  #ending({ came, error }) {
    if (came === 'error') {
      // What an engine has taken it never gives back: the next query begins with a fresh one.
      if (error?.includes('resources: memory')) this.#dismiss();
      return { text: error ?? 'Error', isError: true };
    }
    if (came === 'halted') return { text: 'The program ended itself.', isError: false };
    return { text: this.#answers.count ? 'No more answers.' : 'false: there is no answer.', isError: false };
  }

  /** @param {Step} step @param {number} ms that it took */
  #count({ inferences }, ms) {
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
    this.#query.note([]);
    this.#where.textContent = '';
    this.#took.textContent = '';
    this.#isOpen = false;
    this.#buttons();
  }

  #buttons() {
    this.#stop.setAttribute('aria-disabled', String(!this.#isRunning));
    this.#next.setAttribute('aria-disabled', String(!this.#isOpen || this.#isRunning));
    this.toggleAttribute('running', this.#isRunning);
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    this.#program.text.addEventListener('input', () => this.#changed());
    this.#query.text.addEventListener('input', () => { this.#query.note([]); this.#changed(); });
    this.#query.text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#start(1);
    });
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#library.addEventListener('change', () => { if (this.#library.value) this.#do(() => this.#open(this.#library.value, '')); });
    this.#queries.addEventListener('change', () => {
      this.#others = [...this.#queries.options].map(({ value }) => value).filter((value) => value !== this.#queries.value);
      this.#query.value = this.#queries.value;
      this.#start(1);
    });
    const keys = [['Enter', 'in the query: ask; with Shift a new line'], ['Ctrl and Enter', 'ask, from anywhere'], ['; or N', 'next answer, outside of the fields'], ['A', 'all answers, outside of the fields'], ['Escape', 'stop']];
    this.#program.root.classList.add('numbered');
    this.append(element('div', { class: 'side', hidden: '' },
      element('div', { class: 'row' }, this.#library, this.#queries), this.#program.root, this.#messages,
      element('div', { class: 'prompt' }, element('span', { 'aria-hidden': 'true' }, '?-'), this.#query.root),
      element('div', { class: 'row' }, this.#ask, this.#next, this.#all, this.#stop),
      element('div', { class: 'status' }, this.#where, this.#took), this.said, this.heard, this.#answers.root,
      element('div', { class: 'row few' }, this.#answers.form, button('Share', async () => this.copyLink(`1;${await this.#line()}`, 'program'), { class: 'quiet' }),
        button('As it was', () => this.#do(() => this.#renew()), { class: 'quiet' })), keyList(keys)));
    this.#buttons();
  }

  /** Somebody wrote: what there is to say of the program comes a moment later, and what stands here is kept. */
  #changed() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#keep();
      if (!this.#isRunning && this.#program.value !== this.#consulted) this.#do(() => this.#consult());
    }, IDLE_MS);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#start(1);
    } else if (event.key === 'Escape') {
      this.#halt();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement)) {
      const key = event.key.toLowerCase();
      if (key === ';' || key === 'n') this.#goOn(1);
      else if (key === 'a') this.#goOn(ALL);
      else return;
      event.preventDefault();
    }
  }
}

/** Where a character stands. @param {string} text @param {number} at */
function placeOf(text, at) {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: [...before[before.length - 1]].length + 1 };
}

customElements.define('gridlore-prolog', Prolog);
