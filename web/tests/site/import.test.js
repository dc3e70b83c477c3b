/// An import from WordPress: an old address opens the post with its comments, and an unknown
/// address still shows the page for missing pages.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Stage, axe, becomes } from '../stage.js';

const run = promisify(execFile);
const comment = (id, parent, text) => `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Reader ${id}</wp:comment_author>
<wp:comment_date_gmt>2020-01-0${id} 10:00:00</wp:comment_date_gmt><wp:comment_content>${text}</wp:comment_content>
<wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`;
const EXPORT = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><link>https://old.example</link><item><title>An old post</title><link>https://old.example/2020/01/an-old-post/</link>
<guid>https://old.example/?p=5</guid><content:encoded>One <![CDATA[<b>bold</b>]]> word</content:encoded>
<wp:post_id>5</wp:post_id><wp:post_date_gmt>2020-01-01 09:00:00</wp:post_date_gmt><wp:post_name>an-old-post</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${comment(1, 0, 'First')}${comment(2, 1, 'Second')}</item></channel></rss>`;
/** @type {Stage} */
let stage;
before(async () => {
  stage = await Stage.open();
  const file = join(stage.data, 'old.xml');
  await writeFile(file, EXPORT);
  await run(process.env.GRIDLORE_BINARY ?? '', ['blog', 'import', 'demo', file, '--data', stage.data]);
});
after(() => stage.close());

test('old addresses open the post with its comments', async () => {
  const { page, context } = await stage.reader();
  // The site notices changes by other processes within a second.
  await becomes(async () => (await page.goto('/blogs/demo/an-old-post'))?.status(), 200);
  for (const old of ['/2020/01/an-old-post/', '/?p=5', '/?utm_source=x&p=5']) {
    await page.goto(old);
    assert.equal(new URL(page.url()).pathname, '/blogs/demo/an-old-post', old);
    assert.equal(await page.locator('h1').first().innerText(), 'An old post');
  }
  await becomes(() => page.locator('article strong').first().innerText(), 'bold');
  const text = await page.locator('main').innerText();
  assert.ok(text.indexOf('First') > 0 && text.indexOf('First') < text.indexOf('Second'), text);
  assert.deepEqual(await axe(page), []);
  const missing = await page.goto('/2020/01/another/');
  assert.equal(missing?.status(), 404);
  await page.goto('/?p=6');
  assert.equal(new URL(page.url()).pathname, '/', 'a query that leads nowhere is ignored');
  await context.close();
});
