// @ts-check
/// Remembers in this browser that its reader writes here, so that public pages show links to the
/// editor.

try {
  localStorage.setItem('gridlore:writer', '1');
  for (const form of document.querySelectorAll('form[action="/logout"]')) {
    form.addEventListener('submit', () => localStorage.removeItem('gridlore:writer'));
  }
} catch {
  // Storage is blocked: there are no such links.
}
