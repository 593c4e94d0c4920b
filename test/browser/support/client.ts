import type { Locator, Page } from 'playwright-core';
import { words } from '../../support/reader.ts';

/** Window sizes. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export type Client = ReturnType<typeof createClient>;

/** The page as a person uses it: by visible text and by the names for screen readers. */
export function createClient(page: Page) {
  const composer = page.getByRole('textbox', { name: /^Message / });
  return {
    page,
    composer,
    modal: page.getByRole('dialog'),
    /** Types a line into the composer of the present channel and sends it. */
    async run(line: string) {
      await composer.fill(line);
      await composer.press('Enter');
    },
    /** The newest message with this text. */
    message: (text: string | RegExp) => page.getByRole('article').filter({ hasText: text }).last(),
    /** Chooses from the first "More actions" menu inside `owner`. */
    async choose(owner: Locator, item: string) {
      await owner.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
    /** Submits the open Share window with the present channel, and closes it. */
    async shareHere() {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words.share.submit, exact: true }).click();
      await dialog.getByText(words.share.shared('').trim().replace(/\.$/, '')).waitFor();
      await dialog.getByRole('button', { name: words.buttons.close, exact: true }).first().click();
      await dialog.waitFor({ state: 'detached' });
    },
    async goTo(channel: string) {
      await page.getByRole('button', { name: channel }).click();
      await page.getByRole('textbox', { name: `Message ${channel}` }).waitFor();
    },
    openHome: () => page.getByRole('button', { name: 'Backup Status Home' }).click(),
    /** Switches to another person, by the beginning of the name. */
    becomePerson: (name: string) => chooseOption(page.getByRole('combobox', { name: 'Person' }), name),
    /** The name in the menu: `Works`, `Down`, `Slow`, … */
    setService: (fault: string) => chooseOption(page.getByRole('combobox', { name: 'Service' }), fault),
    /** Presses a switch beside the workspace (behind Tools on a phone), and waits until it has taken effect. */
    async control(name: string) {
      const tools = page.getByRole('button', { name: 'Tools', exact: true });
      const isBehind = (await tools.getAttribute('aria-expanded')) === 'false';
      if (isBehind) await tools.click();
      const thrown = page.waitForResponse(
        (response) => response.request().postData()?.includes('"control"') === true,
      );
      await page.getByRole('complementary').getByRole('button', { name, exact: true }).click();
      await thrown;
      if (isBehind) await tools.click();
    },
  };
}

async function chooseOption(select: Locator, label: string): Promise<void> {
  const option = select.locator('option').filter({ hasText: label }).first();
  await select.selectOption((await option.getAttribute('value')) ?? '');
}
