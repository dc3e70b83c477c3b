// @ts-check
/// The search page of a static export. It loads the list of posts and, for each word of the query,
/// the indexed words with the same first letter.

import { element } from '../page/element.js';

/** @typedef {[title: string, address: string, description: string, blog: string, date: string]} Post */

/** Maximum number of posts per page of results. */
const PAGE_SIZE = 40;

/** Maximum length of an indexed word, as in the export. */
const MAX_WORD_LENGTH = 40;

/** Splits a text into words as the export does. @param {string} text */
const wordsOf = (text) => text.split(/[^\p{Alphabetic}\p{Number}]+/u).filter(Boolean).map((word) => [...word.toLowerCase()].slice(0, MAX_WORD_LENGTH).join(''));

class StaticSearch extends HTMLElement {
  /** @type {Map<string, Promise<any>>} */
  #loaded = new Map();

  connectedCallback() {
    const words = new URLSearchParams(location.search).get('q') ?? '';
    const input = this.querySelector('input');
    // The reader may have typed before this script was loaded.
    if (input) input.value ||= words;
    if (words.trim()) this.#search(words);
  }

  /** Loads a file of the index once. @param {string} name */
  #file(name) {
    const index = new URL(this.getAttribute('index') ?? '', location.href);
    const load = async () => {
      const answer = await fetch(new URL(name, index));
      // There is no file for a letter with which no word begins.
      if (answer.status === 404) return {};
      if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
      return await answer.json();
    };
    const known = this.#loaded.get(name) ?? load();
    this.#loaded.set(name, known);
    return known;
  }

  /** Returns the posts that contain a word, or a word that begins with it. @param {string} word @param {boolean} isStart @returns {Promise<Set<number>>} */
  async #postsWith(word, isStart) {
    const shard = /^[a-z0-9]/.test(word) ? word[0] : 'other';
    const words = await this.#file(`words-${shard}.json`);
    const found = Object.keys(words).filter((known) => known === word || (isStart && known.startsWith(word)));
    return new Set(found.flatMap((known) => words[known]));
  }

  /** Shows the posts that contain all words of a query. @param {string} text */
  async #search(text) {
    const list = this.querySelector('.results');
    if (!list) return;
    try {
      const words = wordsOf(text);
      /** @type {Post[]} */
      const posts = await this.#file('posts.json');
      const sets = await Promise.all(words.map((word, index) => this.#postsWith(word, index === words.length - 1)));
      const all = posts.map((_, index) => index).filter((index) => sets.length > 0 && sets.every((set) => set.has(index)));
      // Posts with the words in their titles come first; otherwise, the order stays newest first.
      const isTitled = (/** @type {number} */ index) => words.every((word) => posts[index][0].toLowerCase().includes(word));
      const ranked = [...all.filter(isTitled), ...all.filter((index) => !isTitled(index))];
      this.#show(list, ranked.map((index) => posts[index]));
    } catch (error) {
      list.replaceChildren(element('p', { class: 'problem' }, `The search failed: ${error instanceof Error ? error.message : error}.`));
    }
  }

  /** @param {Element} list @param {Post[]} found */
  #show(list, found) {
    const cards = element('ul', { class: 'cards found' });
    const more = element('button', { type: 'button' }, 'More results');
    const add = () => {
      for (const [title, address, description, blog, date] of found.slice(cards.children.length, cards.children.length + PAGE_SIZE)) {
        cards.append(element('li', { class: 'card' },
          element('h3', {}, element('a', { href: address }, title)),
          element('p', {}, description),
          element('small', {}, [blog, date].filter(Boolean).join(' · '))));
      }
      more.hidden = cards.children.length >= found.length;
    };
    more.addEventListener('click', add);
    add();
    const count = found.length === 0 ? 'No results' : found.length === 1 ? '1 post' : `${found.length} posts`;
    const rest = found.length === 0 ? [element('p', {}, 'No post contains all of these words. Try fewer words.')] : [cards, more];
    list.replaceChildren(element('h2', { class: 'room', tabindex: '-1' }, count), ...rest);
  }
}

customElements.define('gridlore-static-search', StaticSearch);
