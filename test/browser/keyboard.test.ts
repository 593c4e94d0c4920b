import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AS_SENT, actNow } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

/** More than there are elements that can have the focus. */
const STOPS = 150;

/** Presses Tab, or Shift+Tab, until `target` has the focus, which then has to be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await hasFocus(target)) {
      expect(await isMarked(page), 'the focus is seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${STOPS} times ${key} never came to it`);
}

const hasFocus = async (target: Locator) => (await target.and(target.page().locator(':focus')).count()) > 0;
const holdsFocus = async (owner: Locator) =>
  (await owner
    .locator(':focus')
    .or(owner.and(owner.page().locator(':focus')))
    .count()) > 0;

/** Whether a visible frame marks the focused element. */
async function isMarked(page: Page): Promise<boolean> {
  const styleOf = (name: string) => page.evaluate<string>(`getComputedStyle(document.activeElement).${name}`);
  const hasOutline = (await styleOf('outlineStyle')) !== 'none' && (await styleOf('outlineWidth')) !== '0px';
  return hasOutline || (await styleOf('boxShadow')) !== 'none';
}

describe('the keyboard alone', () => {
  test('sends a command, presses a button, opens a menu and a modal, and comes back', async () => {
    const { page, composer, message, modal, shareHere } = await workspace.open();
    await tabTo(page, composer);
    await page.keyboard.type('/backup-status 1004');
    await page.keyboard.press('Enter');
    const card = message(actNow('1004'));
    await card.waitFor();

    await tabTo(page, card.getByRole('button', { name: words.buttons.share }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await shareHere();
    await message(words.card.sharedBy('').trim()).waitFor();

    const more = card.getByRole('button', { name: 'More actions' }).first();
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await hasFocus(more)).toBe(true);

    await page.keyboard.press('Enter');
    await menu.waitFor();
    const details = page.getByRole('menuitem', { name: words.buttons.details });
    while (!(await hasFocus(details))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await modal.getByText(AS_SENT).waitFor();
    expect(await holdsFocus(modal)).toBe(true);
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    expect(await hasFocus(more)).toBe(true);
  });

  test('does not leave an open modal', async () => {
    const { page, run, message, modal, choose } = await workspace.open();
    await run('/backup-status 1005');
    await choose(message(actNow('1005', 2)), words.buttons.details);
    await modal.getByText(AS_SENT).waitFor();
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await holdsFocus(modal)).toBe(true);
    }
  });

  test('goes to another channel, to Home, to another person and to the service’s faults', async () => {
    const { page } = await workspace.open();
    for (const target of [
      page.getByRole('button', { name: '#general' }),
      page.getByRole('button', { name: 'Backup Status Home' }),
      page.getByRole('combobox', { name: 'Person' }),
      page.getByRole('combobox', { name: 'Service' }),
    ]) {
      await tabTo(page, target);
    }
    await tabTo(page, page.getByRole('button', { name: '#general' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  });
});
