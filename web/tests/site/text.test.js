/// The content of posts as readers see it: HTML, hints and solutions, callouts, tables of contents,
/// pictures, code; in print, in dark mode, on a phone and without scripts. Writers see warnings
/// about their text.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell } from '../stage.js';

const PASSWORD = 'nine grids of lamps';

/** A 4x4 sudoku with one blank cell, row 1, column 4, whose digit is 4. */
const NEARLY = '123.341221434321';

const POST = `+++
title = "All of it"
published = ${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}
+++
First "words" -- of three...

<!-- more -->

[toc]

## One

See https://a.example/a_very_long_address/${'that-does-not-fit-on-a-phone'.repeat(4)} and H<sub>2</sub>O, <kbd>Ctrl</kbd>.

> [!WARNING]
> Mind the **cages**.

<details>
<summary>The proof</summary>

Assume *nothing*.

</details>

> </article></main><table><tr><td onclick="x">a<td>b

| ${'wide '.repeat(12)} | ${'table '.repeat(12)} | ${'head '.repeat(12)} |
|---|---|---|
| ${'w'.repeat(60)} | ${'x'.repeat(60)} | ${'y'.repeat(60)} |

### Two

![A dot](dot.png "The dot.")

![One dot](dot.png)
![Two dots](dot.png)
![Three dots](dot.png)

\`\`\`sudoku
${NEARLY}
\`\`\`

\`\`\`hint
Look at row 1.
\`\`\`

\`\`\`hint
It is $4$.
\`\`\`

\`\`\`\`solution
The **4** goes last.

\`\`\`sudoku
1234341221434321
\`\`\`
\`\`\`\`

\`\`\`rust
fn main() {}
\`\`\`
`;

/** A PNG of one pixel. */
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const PATH = '/blogs/demo/all-of-it';

/** @type {Stage} */
let stage;
before(async () => {
  stage = await Stage.open();
  await mkdir(join(stage.data, 'posts/demo'), { recursive: true });
  await writeFile(join(stage.data, 'posts/demo/dot.png'), DOT);
  await writeFile(join(stage.data, 'posts/demo/all-of-it.md'), POST);
  const { page, context } = await stage.reader();
  await becomes(async () => (await page.goto(PATH))?.status(), 200);
  await context.close();
});
after(() => stage.close());

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('everything is shown inside the post', async () => {
  const { page, trouble } = await stage.reader();
  await page.goto(PATH);
  const article = page.locator('article.prose');
  await becomes(() => article.locator('> p').nth(1).innerText(), 'First “words” – of three…');
  await becomes(() => article.locator('.toc a').allInnerTexts(), ['One', 'Two']);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Two' }).click();
  assert.equal(new URL(page.url()).hash, '#two');
  await becomes(() => article.getByRole('link', { name: 'Link to “Two”' }).getAttribute('href'), '#two');
  await becomes(() => article.locator('.callout.warning').innerText(), /^Warning\s+Mind the cages\.$/);
  await becomes(() => article.getByText('Assume nothing').isVisible(), false);
  await article.getByText('The proof').click();
  await becomes(() => article.getByText('Assume nothing').isVisible(), true);
  // Tags in the text do not close elements of the page.
  await becomes(() => article.locator('details.solution').count(), 1);
  await becomes(() => page.locator('[onclick]').count(), 0);
  await becomes(() => article.locator('figure figcaption').first().innerText(), 'The dot.');
  await becomes(() => article.locator('.gallery img').count(), 3);
  await board(page);
  assert.deepEqual(await axe(page), []);
  assert.equal(await fits(page), true);
  assert.deepEqual(trouble, []);
});

test('a solution opens when its board is solved, and code is copied', async () => {
  const { page, context, trouble } = await stage.reader();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(PATH);
  const puzzle = await board(page);
  const [first, second] = [page.locator('details.hint').nth(0), page.locator('details.hint').nth(1)];
  await becomes(() => page.locator('details.hint > summary').allInnerTexts(), ['Hint 1', 'Hint 2']);
  await first.getByText('Hint 1').click();
  await becomes(() => first.getByText('Look at row 1.').isVisible(), true);
  await becomes(() => second.locator('math').isVisible(), false);
  const solution = page.locator('details.solution');
  await becomes(() => solution.getByText('goes last').isVisible(), false);
  await cell(puzzle, 1, 4).click();
  await page.keyboard.press('4');
  await becomes(() => solution.getByText('goes last').isVisible(), true);

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), 'fn main() {}\n');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
});

for (const scheme of ['light', 'dark']) {
  test(`a post fits a phone, ${scheme}`, async () => {
    const { page, trouble } = await stage.reader({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: scheme });
    await page.goto(PATH);
    await board(page);
    await becomes(() => fits(page), true);
    for (const summary of await page.locator('article details > summary').all()) {
      if (await summary.isVisible() && !await summary.locator('xpath=ancestor::gridlore-sudoku').count()) await summary.click();
    }
    await becomes(() => fits(page), true);
    assert.deepEqual(await axe(page), []);
    // A wide table scrolls in its own box.
    await becomes(() => page.locator('.table').last().evaluate((box) => box.scrollWidth > box.clientWidth), true);
    assert.deepEqual(trouble, []);
  });
}

test('without scripts readers open everything by hand; on paper closed parts are left out', async () => {
  const { page } = await stage.reader({ javaScriptEnabled: false });
  await page.goto(PATH);
  await becomes(() => page.getByRole('button', { name: 'Copy' }).count(), 0);
  await page.locator('details.solution > summary').click();
  await becomes(() => page.getByText('goes last').isVisible(), true);
  await page.emulateMedia({ media: 'print' });
  await becomes(() => page.locator('details.hint > summary').first().isVisible(), false);
  await becomes(() => page.getByText('goes last').isVisible(), true);
});

test('a writer sees the problems in a text, and readers enlarge pictures', { timeout: 240_000 }, async () => {
  const { page, trouble } = await stage.reader();
  await page.goto(stage.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
  await page.goto('/admin/posts/demo');
  await page.getByLabel('Title', { exact: true }).fill('Faults');
  const blank = `\`\`\`sudoku\n${'.'.repeat(81)}\n\`\`\`\n`;
  const text = page.getByLabel('Text (Markdown');
  await text.fill(`"Quotes"\n\n${blank}\n<center>x</center>\n\n![](/uploads/0f-16x9.png)\n\n![A board](/uploads/0f-1600x900.png)\n`);
  const problems = [
    'line 3: this sudoku has several solutions (at least 10), but readers expect one',
    'line 7: posts cannot contain the HTML element <center>; its tags are left out',
    'line 9: this picture has no description: write it between the square brackets, as in ![a finished board](board.png)',
  ];
  await becomes(() => page.locator('.preview > .problem').allInnerTexts(), problems);
  await becomes(() => page.locator('.preview > p:not(.problem)').first().innerText(), '“Quotes”');
  await page.getByLabel('Typographic quotation marks').uncheck();
  await becomes(() => page.locator('.preview > p:not(.problem)').first().innerText(), '"Quotes"');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Readers can see it now').waitFor();
  await becomes(() => page.locator('.notices .problem li').allInnerTexts(), problems);
  assert.equal(await page.getByLabel('Typographic quotation marks').isChecked(), false);

  await page.goto('/blogs/demo/faults');
  await page.getByRole('button', { name: 'Enlarge the picture: A board' }).press('Enter');
  await becomes(() => page.locator('.enlarged').isVisible(), true);
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.enlarged').isVisible(), false);
  await page.goto('/');
  await page.getByText('First “words” – of three…').waitFor();
  assert.deepEqual(trouble.filter((line) => !/status of 404/.test(line)), []);
});
