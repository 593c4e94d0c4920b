import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM } from '../../src/slack/watches/watch-form.ts';
import { HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { temporaryFile } from '../cli/run-captured.ts';
import { pasteAccounts, reads, refuses, sees, watches } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

/** Adds accounts to the list. */
async function add(person: Person, rows: string, added: number): Promise<void> {
  await pasteAccounts(person, rows);
  await sees(person, words.accounts.added(added, 0));
  await person.closeModal();
}

test('watch all also watches and reports an account that is added to the list later', async () => {
  const { ada, store, clock, oncall } = await startBot({ ages: true });
  const readIds = async () => {
    const states = await store.watchStore.readStates('', 10);
    return states.flatMap(({ accountId, state }) => (state === undefined ? [] : [accountId]));
  };

  await add(ada, '1001, Akdeniz Lojistik', 1);
  await watches(ada, 'all');
  await expect.poll(readIds).toEqual(['1001']);

  await add(ada, '1002\tBay Dental\n77777\tNobody', 1);
  await expect.poll(readIds).toEqual(['1001', '1002']);
  const before = ada.messages().length;
  clock.advance(50 * HOUR_MS);
  await expect
    .poll(async () => (await store.watches.list([oncall]))[0]?.watches[0])
    .toMatchObject({ pattern: '*', accountCount: 2, badCount: 2 });
  clock.advance(MINUTE_MS);
  const alert = await ada.waitFor(() => ada.messages()[before]);
  expect(alert.text).toMatch(/^🚨/);
  expect(alert.text).toContain('Akdeniz Lojistik (1001)');
  expect(alert.text).toContain('Bay Dental (1002)');

  await ada.command('/backup-status unwatch all');
  await sees(ada, words.watches.list.pattern(words.watches.patternOf('*'), 2, 2));
  await ada.press({ actionId: STOP_WATCH });
  await expect.poll(() => store.watches.list([oncall])).toEqual([]);
});

const NAMED = `
rules:
  - name: acme
    accounts: "1004"
    display_name: Acme
`;

test('watch all counts the accounts on the list, not those that only the rules file names', async () => {
  const { ada } = await startBot({ accountRulesFile: temporaryFile('rules.yaml', NAMED) });
  await ada.command('/backup-status watch all');
  await refuses(ada, {}, WATCH_FORM.accounts, words.accounts.none);
  await ada.closeModal();

  await add(ada, '1001, Liman', 1);
  await watches(ada, 'all');
  await reads(ada, words.watches.ofTheList(1), 'oncall');
});
