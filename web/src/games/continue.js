// @ts-check
/// Offers the latest unsolved game to continue, on pages that list puzzles. The front page also has
/// today's puzzle.

import { element } from '../page/element.js';
import { pictureOf, playedAt, playedGames } from './history.js';
import { Today } from './today.js';

/** Returns whether an address, even one of a static export, is the page of a kind. @param {string} address @param {string} kind */
const isPageOf = (address, kind) => new RegExp(`(^|/)${kind}/?$`).test(address);

/** Returns the address that opens a game. @param {Element} page a link to its page @param {import('./history.js').Played} played */
const addressOf = (page, played) => `${page.getAttribute('href')}#${encodeURIComponent(played.save)}`;

const games = playedGames();

const daily = document.querySelector('.daily');
const today = daily ? new Today(daily, games).game : undefined;

const place = document.querySelector('.continue');
const latest = games.find((played) => !played.solved);
/** The link of the game's card, which also works in a static export. */
const card = [...document.querySelectorAll('.card a')].find((link) => link instanceof HTMLAnchorElement && isPageOf(link.pathname, latest?.kind ?? ''));
if (place && latest && latest.id !== today?.id && card instanceof HTMLAnchorElement) {
  const link = element('a', { class: 'button first', href: addressOf(card, latest) }, 'Continue');
  place.append(
    pictureOf(latest),
    element('div', {}, element('h2', {}, `Continue: ${latest.title}`), element('p', {}, `${latest.status} · last ${latest.style === 'written' ? 'edited' : 'played'} ${playedAt(latest)}`)),
    link);
  place.removeAttribute('hidden');
}
