import { describe, expect, test } from 'vitest';
import { agesInHours, FINE, fine, HALF_PROTECTED, inOrder, NO_BACKUP, summary } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('a command in the composer', () => {
  test('one account: its card, which only the person who asked sees', async () => {
    const ada = await workspace.open();
    const bora = await workspace.open();
    await bora.becomePerson('Bora');
    await ada.run('/backup-status 1001');
    const card = ada.message(fine('1001'));
    await card.waitFor();
    const text = await card.innerText();
    expect(text).toContain('Only visible to you');
    expect(text).toMatch(inOrder(FINE, words.status.online, agesInHours(2, 5)));
    expect(text).not.toMatch(/<!date|&amp;|\*/);
    await bora.run('/backup-status 1003');
    await bora.message(fine('1003')).waitFor();
    expect(await bora.message(fine('1001')).count()).toBe(0);
  });

  test('several accounts: one line each, worst first', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status 1001 1004 1007');
    const triage = message(summary(3, { critical: 1, attention: 1, healthy: 1 }));
    await triage.waitFor();
    expect(await triage.innerText()).toMatch(
      inOrder(`1004 · ${NO_BACKUP}`, `1007 · ${HALF_PROTECTED}`, `1001 · ${FINE}`),
    );
  });

  test('help: usage by example', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status help');
    const help = message(words.command.help.title);
    await help.waitFor();
    expect(await help.innerText()).toMatch(
      inOrder(
        ...words.command.help
          .examples('Acme')
          .slice(2)
          .flatMap(({ typed, gives }) => [`/backup-status ${typed}`, gives]),
      ),
    );
  });

  test('a slow account: a note at once, the answer later', async () => {
    const { run, message, setService } = await workspace.open();
    const backingUp = '⚠️ 1006 · ';
    await setService('Slow');
    await run('/backup-status 1006');
    await message(words.command.pending('1006')).waitFor();
    expect(await message(backingUp).count()).toBe(0);
    await message(backingUp).waitFor();
    await setService('Works');
  });

  test('what the client refuses is said where it was typed', async () => {
    const { page, run } = await workspace.open();
    await run('/nonsense');
    await page.getByRole('status').filter({ hasText: '/nonsense is not a valid command' }).waitFor();
  });
});
