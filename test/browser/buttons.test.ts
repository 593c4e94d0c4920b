import { describe, expect, test } from 'vitest';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('what is under a card', () => {
  test('Refresh puts the answer of now in the place of the old one', async () => {
    const { run, message, control } = await workspace.open();
    await run('/backup-status 1001');
    const card = message('1001 · Online');
    await card.getByText('Database 2 h ago').waitFor();
    await control('+1 hour');
    await card.getByRole('button', { name: 'Refresh' }).click();
    await message('1001 · Online').getByText('Database 3 h ago').waitFor();
    expect(await message('Database 2 h ago').count()).toBe(0);
  });

  test('Share, and Re-check by somebody else: the difference stands in the thread', async () => {
    const ada = await workspace.open();
    const bora = await workspace.open();
    await bora.becomePerson('Bora');
    await ada.run('/backup-status 1004');
    await ada.message('1004 · Offline').getByRole('button', { name: 'Share' }).click();
    const shared = bora.message('Shared by');
    await shared.waitFor();
    expect(await shared.innerText()).toMatch(/Shared by @?Ada Byron/);
    expect(await shared.innerText()).not.toContain('Only visible to you');
    await bora.control('+1 day');
    await bora.control('Run backups');
    await shared.getByRole('button', { name: 'Re-check' }).click();
    const line = /Re-checked by @?Bora Demir: database 3 d [89] h → 3 d [78] h/;
    await bora.message(line).waitFor();
    await ada.message(line).waitFor();
  });

  test('Details: a modal with everything as it was sent, and back to where one was', async () => {
    const { page, run, message, modal, choose } = await workspace.open();
    await run('/backup-status 1005');
    await choose(message('1005 · Online'), 'Details');
    await modal.getByText('Online but stale').waitFor();
    expect(await modal.innerText()).toMatch(
      /Account details.*As the service sent it.*Client version.*4\.12\.0/s,
    );
    await modal.getByRole('button', { name: 'Close' }).first().click();
    await modal.waitFor({ state: 'detached' });
    const more = message('1005 · Online').getByRole('button', { name: 'More actions' });
    expect(await more.and(page.locator(':focus')).count()).toBe(1);
  });
});
