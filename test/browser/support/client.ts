import type { Locator, Page } from 'playwright-core';
import { words } from '../../support/reader.ts';

/** The page as a person uses it: by visible text and by the names for screen readers. */
export interface Client {
  readonly page: Page;
  readonly composer: Locator;
  readonly modal: Locator;
  /** Types a line into the composer of the present channel and sends it. */
  run(line: string): Promise<void>;
  /** The newest message with this text. */
  message(text: string | RegExp): Locator;
  /** Chooses from the first "More actions" menu inside `owner`. */
  choose(owner: Locator, item: string): Promise<void>;
  /** Submits the open Share window with the present channel, and closes it. */
  shareHere(): Promise<void>;
  goTo(channel: string): Promise<void>;
  openHome(): Promise<void>;
  /** Switches to another person, by the beginning of the name. */
  becomePerson(name: string): Promise<void>;
  /** The name in the menu: `Works`, `Down`, `Slow`, … */
  setService(fault: string): Promise<void>;
  /** Presses a switch beside the workspace (behind Tools on a phone), and waits until it has taken effect. */
  control(name: string): Promise<void>;
}

/** The client for a page that shows the workspace. */
export function createClient(page: Page): Client {
  const composer = page.getByRole('textbox', { name: /^Message / });
  return {
    page,
    composer,
    modal: page.getByRole('dialog'),
    async run(line) {
      await composer.fill(line);
      await composer.press('Enter');
    },
    message: (text) => page.getByRole('article').filter({ hasText: text }).last(),
    async choose(owner, item) {
      await owner.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
    async shareHere() {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words.share.submit, exact: true }).click();
      await dialog.getByText(words.share.shared('').trim().replace(/\.$/, '')).waitFor();
      await dialog.getByRole('button', { name: words.buttons.close, exact: true }).first().click();
      await dialog.waitFor({ state: 'detached' });
    },
    async goTo(channel) {
      await page.getByRole('button', { name: channel }).click();
      await page.getByRole('textbox', { name: `Message ${channel}` }).waitFor();
    },
    openHome: () => page.getByRole('button', { name: 'Backup Status Home' }).click(),
    becomePerson: (name) => chooseOption(page.getByRole('combobox', { name: 'Person' }), name),
    setService: (fault) => chooseOption(page.getByRole('combobox', { name: 'Service' }), fault),
    async control(name) {
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
