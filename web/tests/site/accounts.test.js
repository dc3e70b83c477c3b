/// Accounts in the browser, wide and narrow, light and dark, and by keyboard alone: two-factor
/// authentication, a recovery code, a password reset link, and ending a user's sessions. axe checks
/// every page along the way.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(async () => { await stage.close(); });

/** Checks a page at both widths and in both colour schemes. */
async function see(page) {
  for (const width of [1280, 390]) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const where = `${page.url()}, ${width} wide, ${colorScheme}`;
      assert.deepEqual(await axe(page), [], where);
      await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${where}: scrolls sideways`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Presses Tab until a control has the focus. */
async function tabTo(page, name) {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((wanted) => {
      const at = /** @type {HTMLInputElement} */ (document.activeElement);
      return [at?.labels?.[0]?.textContent, at?.textContent].some((text) => text?.trim().startsWith(wanted));
    }, name);
    if (isThere) {
      const outline = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle);
      assert.notEqual(outline, 'none', `${name} has no visible focus`);
      return;
    }
  }
  assert.fail(`Tab does not reach ${name} on ${page.url()}`);
}

/** Tabs to a field and types into it. */
async function write(page, name, text) {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/**
 * Returns the code of an authenticator app (RFC 6238) for a secret in base 32, `later` steps of 30
 * seconds from now.
 */
function code(secret, later = 0) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(step).digest();
  return String((hash.readUInt32BE(hash[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('two-factor authentication is set up and used, and a password is reset, by keyboard alone', { timeout: 240_000 }, async () => {
  const { page, trouble } = await stage.reader();
  await page.goto(stage.setup);
  await see(page);
  await write(page, 'Username', 'ann');
  await write(page, 'Display name', 'Ann');
  await write(page, 'Password (at least', PASSWORD);
  await write(page, 'Repeat the password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');

  // Turn on two-factor authentication.
  await page.goto('/admin/account');
  await see(page);
  const secret = (await page.getByText(/^Secret: /).locator('code').innerText()).replaceAll(' ', '');
  await write(page, 'Code from the app', code(secret));
  await write(page, 'Your password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Two-factor authentication is on.').waitFor();
  const codes = await page.locator('.codes code').allInnerTexts();
  assert.equal(codes.length, 10);
  await see(page);

  // Signing in needs both factors; a recovery code replaces the app.
  await page.context().clearCookies();
  await page.goto('/login');
  await see(page);
  await write(page, 'Username', 'ann');
  await write(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from your authenticator app').waitFor();
  await see(page);
  // The field already has the focus.
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.locator('[role="alert"], .fault, .faults').first().waitFor();
  await see(page);
  await page.getByLabel('Code from your authenticator app').fill(codes[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');

  // An owner creates a password reset link on a user's page.
  await page.goto('/admin/people');
  await see(page);
  await page.getByRole('link', { name: 'Ann' }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/people/ann');
  await see(page);
  await tabTo(page, 'Create password reset link');
  await page.keyboard.press('Enter');
  const link = await page.getByRole('status').locator('code').innerText();
  await see(page);
  const other = await stage.reader();
  await other.page.goto(new URL(link).pathname + new URL(link).search);
  await see(other.page);
  await write(other.page, 'New password', `${PASSWORD} again`);
  await write(other.page, 'Repeat the new password', `${PASSWORD} again`);
  await other.page.keyboard.press('Enter');
  await other.page.waitForURL('**/login*');
  await see(other.page);
  await write(other.page, 'Username', 'ann');
  await write(other.page, 'Password', `${PASSWORD} again`);
  await other.page.keyboard.press('Enter');
  await other.page.getByLabel('Code from your authenticator app').fill(code(secret, 1));
  await other.page.keyboard.press('Enter');
  await other.page.waitForURL('**/admin');

  // The new password ended the first browser's session.
  await page.goto('/admin');
  assert.match(page.url(), /\/login/);
  assert.deepEqual(trouble.filter((line) => !/40[0-9]|42[0-9]/.test(line)), []);
  assert.deepEqual(other.trouble, []);
});
