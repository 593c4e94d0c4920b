import { describe, expect, test } from 'vitest';
import { actNow } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { shareIn } from '../support/share.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('who may not ask', () => {
  test('a guest is told whom to ask, after the command and in Home', async () => {
    const { page, run, message, openHome, becomePerson } = await workspace.open();
    await becomePerson('Gia');
    await run('/backup-status 1004');
    const { what, next } = words.access.refusals['not-you'];
    const refusal = message(what);
    await refusal.waitFor();
    expect(await refusal.innerText()).toContain(next);
    expect(await message(actNow('1004')).count()).toBe(0);
    await openHome();
    await page.getByRole('main').getByText(next).waitFor();
    expect(await page.getByRole('main').getByRole('textbox', { name: words.home.lookUpLabel }).count()).toBe(
      0,
    );
  });

  test('somebody of another organisation reads a shared card, and gets a plain word from its buttons', async () => {
    const { page, message, modal, choose, goTo, becomePerson } = await workspace.open();
    const word = page.getByRole('article').filter({ hasText: words.access.refusals['not-you'].what });
    // As from a version that offered such a channel.
    const ada = workspace.sandbox.slack.person('ada');
    await ada.command('/backup-status 1004 share', { channel: 'partners' });
    await shareIn(ada, 'partners', { evenIfNotOffered: true });
    await ada.closeModal();
    await goTo('#partners');
    await message(actNow('1004')).waitFor();
    await becomePerson('Otto');
    const card = message(actNow('1004'));
    await card.getByRole('button', { name: words.buttons.recheck }).click();
    await expect.poll(() => word.count()).toBe(1);
    expect(await word.innerText()).not.toContain('1004');
    await choose(card, words.buttons.details);
    await expect.poll(() => word.count()).toBe(2);
    expect(await modal.count()).toBe(0);

    await becomePerson('Ada');
    await goTo('#partners');
    await message(actNow('1004')).waitFor();
    // Until the page shows her own, it shows what Otto read.
    await expect.poll(() => word.count()).toBe(0);
  });
});
