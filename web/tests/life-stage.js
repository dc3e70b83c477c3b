/// Shared by the tests of the Life viewer: its controls, by the names that readers see.

import { becomes, board, eventually, settledBox } from './stage.js';

export const GLIDER = 'x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!';

export const life = (page) => board(page, 'gridlore-life');
export const status = (viewer, text) => eventually(viewer.locator('.status'), text);
export const said = (viewer, text) => eventually(viewer.locator('.said'), text);
export const press = (viewer, name) => viewer.getByRole('button', { name, exact: true }).click();
export const jump = async (viewer, to) => {
  await viewer.getByLabel('Generation to jump to').fill(to);
  await press(viewer, 'Jump');
};
/** Opens a pattern from the clipboard in place of the current one. */
export const paste = async (viewer, text) => {
  await viewer.locator('summary', { hasText: 'Paste a pattern' }).click();
  await viewer.getByLabel('Pattern text').fill(text);
  await press(viewer, 'Load pattern');
  await becomes(() => viewer.getByLabel('Pattern text').isVisible(), false);
};
/** Drags from one cell to another, counted from the cell in the centre of the field. */
export const dragCells = async (page, viewer, from, to) => {
  const at = await cellPlace(viewer);
  await page.mouse.move(...at(...from));
  await page.mouse.down();
  await page.mouse.move(...at(...to), { steps: 4 });
  await page.mouse.up();
};
/** Returns the position of a cell, counted from the central cell of the fitted field. */
export const cellPlace = async (viewer) => {
  const box = await settledBox(viewer.locator('canvas.field'));
  return (column, row) => [box.x + box.width / 2 + 14 * column + 3, box.y + box.height / 2 + 14 * row + 3];
};
