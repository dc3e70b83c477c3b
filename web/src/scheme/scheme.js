// @ts-check
/// Applies the colours that the reader chose, before the page is drawn. Not a module: modules run
/// too late. Also loads the links for writers.

(() => {
  const dark = document.getElementById('dark');
  if (!(dark instanceof HTMLLinkElement)) return;
  const usual = dark.media;
  const apply = () => {
    /** @type {string | null} */ let chosen = null;
    try {
      chosen = localStorage.getItem('gridlore:option:scheme');
    } catch {
      // Storage is blocked: the system's colours apply.
    }
    const isChosen = chosen === 'light' || chosen === 'dark';
    dark.media = !isChosen ? usual : chosen === 'dark' ? 'screen' : 'not all';
    document.documentElement.style.colorScheme = isChosen && chosen ? chosen : '';
  };
  apply();
  try {
    if (localStorage.getItem('gridlore:writer')) document.addEventListener('DOMContentLoaded', () => import('../site/writer.js'));
  } catch {
    // Storage is blocked: there are no links for writers.
  }
  document.addEventListener('gridlore:scheme', apply);
})();
