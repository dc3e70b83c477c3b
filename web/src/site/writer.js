// @ts-check
/// Links to the admin pages on public pages, for people who write here.

const home = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? location.href;
const post = /^\/blogs\/([^/]+)\/([^/]+)$/.exec(new URL(home).pathname);
const title = document.querySelector('article.prose > h1');
if (title && post) {
  const link = document.createElement('a');
  link.href = `/admin/posts/${post[1]}/${post[2]}`;
  link.textContent = 'Edit';
  let line = document.querySelector('article.prose > .by');
  if (line) {
    line.append(' · ');
  } else {
    line = document.createElement('p');
    line.className = 'by';
    title.after(line);
  }
  line.append(link);
}
const nav = document.querySelector('header .top nav');
const find = nav?.querySelector('.find');
if (nav && find && !document.querySelector('nav.rooms')) {
  const link = document.createElement('a');
  link.href = '/admin';
  link.textContent = 'Admin';
  nav.insertBefore(link, find);
}

export {};
