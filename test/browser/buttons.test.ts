import { afterEach, describe, expect, test } from 'vitest';
import { AS_SENT, actNow, agesInHours, fine, inOrder } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

afterEach(() => workspace.sandbox.resetClock());

describe('what is under a card', () => {
  test('Refresh puts the answer of now in the place of the old one', async () => {
    const { run, message, control } = await workspace.open();
    await run('/backup-status 1001');
    const card = message(fine('1001'));
    await card.getByText(agesInHours(2, 5)).waitFor();
    await control('+1 hour');
    await card.getByRole('button', { name: words.buttons.refresh }).click();
    await message(fine('1001')).getByText(agesInHours(3, 6)).waitFor();
    expect(await message(agesInHours(2, 5)).count()).toBe(0);
  });

  test('Share, and Re-check by somebody else: the card says what it was before', async () => {
    const ada = await workspace.open();
    const bora = await workspace.open();
    await bora.becomePerson('Bora');
    await ada.run('/backup-status 1001');
    await ada.message(fine('1001')).getByRole('button', { name: words.buttons.share }).click();
    await ada.shareHere();
    const shared = bora.message(words.card.sharedBy('').trim());
    await shared.waitFor();
    expect(await shared.innerText()).toMatch(
      inOrder(...words.card.sharedBy('|').replace('|', '|Ada Byron|').split('|')),
    );
    expect(await shared.innerText()).not.toContain('Only visible to you');
    for (let day = 0; day < 2; day += 1) await bora.control('+1 day');
    await shared.getByRole('button', { name: words.buttons.recheck }).click();
    const was = inOrder(actNow('1001', 2), ...words.recheck.was('✅', 'healthy', '|').split('|'));
    await bora.message(was).waitFor();
    await ada.message(was).waitFor();
  });

  test('Details: a modal with everything as it was sent, and back to where one was', async () => {
    const { page, run, message, modal, choose } = await workspace.open();
    await run('/backup-status 1005');
    await choose(message(actNow('1005', 2)), words.buttons.details);
    await modal.getByText(words.details.rules['online-but-stale']).waitFor();
    expect(await modal.innerText()).toMatch(
      inOrder(words.details.title, AS_SENT, words.details.fields.version, '4.12.0'),
    );
    await modal.getByRole('button', { name: words.details.close }).first().click();
    await modal.waitFor({ state: 'detached' });
    const more = message(actNow('1005', 2)).getByRole('button', { name: 'More actions' });
    expect(await more.and(page.locator(':focus')).count()).toBe(1);
  });
});
