import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AS_SENT, actNow, fine, halfProtected } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { type Client, DESKTOP, PHONE } from './support/client.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

/** What axe finds in the page's own parts. The renderer decides how Block Kit is drawn. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .exclude('.slack_blocks_to_jsx')
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Screens that together have all parts of the page. */
const SCREENS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'a channel with a card': async ({ run, message }) => {
    await run('/backup-status 1004');
    await message(actNow('1004')).waitFor();
  },
  'a shared card': async ({ run, message, shareHere }) => {
    await run('/backup-status 1003 share');
    await shareHere();
    await message(fine('1003')).getByRole('button', { name: words.buttons.recheck }).waitFor();
  },
  'an open menu': async ({ run, message, page }) => {
    await run('/backup-status 1007');
    await message(halfProtected('1007')).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
  },
  'a modal': async ({ run, message, modal, choose }) => {
    await run('/backup-status 1005');
    await choose(message(actNow('1005', 2)), words.buttons.details);
    await modal.getByText(AS_SENT).waitFor();
  },
  Home: async ({ openHome, page }) => {
    await openHome();
    await page.getByRole('textbox', { name: words.home.lookUpLabel }).waitFor();
  },
};

describe.each([PHONE, DESKTOP])('$width px wide', (viewport) => {
  test.each(Object.entries(SCREENS))(
    '%s: axe finds nothing in light and dark, and nothing overflows sideways',
    async (_, show) => {
      const client = await workspace.open({ viewport, reducedMotion: 'reduce' });
      const { page } = client;
      await show(client);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        expect(await faultsOf(page), colorScheme).toEqual([]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    },
  );
});

test('the switch for the theme equals a dark system', async () => {
  const { page, run, message } = await workspace.open();
  await run('/backup-status 1004');
  await message(actNow('1004')).waitFor();
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await background()).not.toBe(light);
});

test('uses the system font first, and no emoji font, which would draw digits and blanks on a bare Debian', async () => {
  const { page } = await workspace.open();
  const fonts = await page.evaluate<string[]>(
    "[...document.querySelectorAll('body, h2, button, textarea, select')].map((one) => getComputedStyle(one).fontFamily)",
  );
  expect([...new Set(fonts)]).toEqual(['system-ui, sans-serif']);
});
