import { describe, expect, test } from 'vitest';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('a command in the composer', () => {
  test('one account: its card, which only the person who asked sees', async () => {
    const ada = await workspace.open();
    const bora = await workspace.open();
    await bora.becomePerson('Bora');
    await ada.run('/backup-status 1001');
    const card = ada.message('1001 · Online');
    await card.waitFor();
    const text = await card.innerText();
    expect(text).toContain('Only visible to you');
    expect(text).toMatch(/Backups are fine\.\s+Database 2 h ago, folders 5 h ago\./);
    expect(text).not.toMatch(/<!date|&amp;|\*/);
    await bora.run('/backup-status 1003');
    await bora.message('1003 · Offline').waitFor();
    expect(await bora.message('1001 · Online').count()).toBe(0);
  });

  test('several accounts: one line each, worst first', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status 1001 1004 1007');
    const triage = message('3 accounts: 1 act now, 1 watch, 1 fine');
    await triage.waitFor();
    expect(await triage.innerText()).toMatch(
      /1004 · Act now: no backup for 3 days.*1007 · Half protected: folders 30 h old.*1001 · Backups are fine/s,
    );
  });

  test('help: usage by example', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status help');
    const help = message('Type the account id:');
    await help.waitFor();
    expect(await help.innerText()).toMatch(/\/backup-status 1001 share\s+post the card in this channel/);
  });

  test('the composer offers the commands of the manifest', async () => {
    const { page, composer } = await workspace.open();
    await composer.pressSequentially('/');
    await page.getByText('1001 | 1001 1002 | 1001 share | help').waitFor();
    await page.getByText("Are a customer's backups all right?").waitFor();
  });

  test('a slow account: a note at once, the answer later', async () => {
    const { run, message, setService } = await workspace.open();
    await setService('Slow');
    await run('/backup-status 1006');
    await message(
      'Still asking the service about 1006. The answer follows; if none comes, ask again.',
    ).waitFor();
    expect(await message('1006 · Backing up').count()).toBe(0);
    await message('1006 · Backing up').waitFor();
    await setService('Works');
  });

  test('what the client refuses is said where it was typed', async () => {
    const { page, run } = await workspace.open();
    await run('/nonsense');
    await page.getByRole('status').filter({ hasText: '/nonsense is not a valid command' }).waitFor();
  });
});
