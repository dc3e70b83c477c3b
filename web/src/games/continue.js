// @ts-check
/// The game to continue, on pages that list puzzles: the latest one that is not solved.

import { element } from '../page/element.js';
import { pictureOf, playedAt, playedGames } from './history.js';

const place = document.querySelector('.continue');
const latest = playedGames().find((played) => !played.solved);
/** The link of the game's card, which also works in a static export. */
const card = [...document.querySelectorAll('.card a')].find((link) => link instanceof HTMLAnchorElement && new RegExp(`/${latest?.kind}(\\.html)?$`).test(link.pathname));
if (place && latest && card instanceof HTMLAnchorElement) {
  const link = element('a', { class: 'button first', href: `${card.href}#${encodeURIComponent(latest.save)}` }, 'Continue');
  place.append(
    pictureOf(latest),
    element('div', {}, element('h2', {}, `Continue: ${latest.title}`), element('p', {}, `${latest.status} · last ${latest.style === 'written' ? 'edited' : 'played'} ${playedAt(latest)}`)),
    link);
  place.removeAttribute('hidden');
}
