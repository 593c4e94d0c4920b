import { expect, test } from 'vitest';
import { ADD_ACCOUNTS } from '../../src/slack/accounts/accounts.ts';
import { MINUTE_MS } from '../account/accounts.ts';
import { openAddAccounts, pasteAccounts, refuses, sees, submits } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

const { accounts } = words;

test.each(TRANSPORTS)(
  'pasted accounts are not added when the app stops meanwhile, and the window says so, over %s',
  async (transport) => {
    const { app, ada, service, store } = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    service.hold();
    await pasteAccounts(ada, '1001, Akdeniz\n1002, Bay Dental');
    await sees(ada, accounts.reading);
    await app.stop({ withinMs: 1_000 });
    // What was pasted can be sent again.
    expect(JSON.stringify(await sees(ada, accounts.noneRead))).toContain('1002, Bay Dental');
    expect(await store.accountList.read()).toEqual([]);
  },
);

test('says under the field what is wrong with a pasted list, which stays', async () => {
  const { ada, store } = await startBot({ transport: 'socket' });
  await openAddAccounts(ada);
  await refuses(ada, { [ADD_ACCOUNTS.field]: '1001,"Akdeniz' }, ADD_ACCOUNTS.field, accounts.unclosedQuote);
  expect(await store.accountList.read()).toEqual([]);
  await submits(ada, { [ADD_ACCOUNTS.field]: '1001,Akdeniz' }, accounts.added(1, 0));
  expect(await store.accountList.read()).toEqual([{ id: '1001', name: 'Akdeniz' }]);
});

test('a pasted list stays while Slack cannot say whether the person has access', async () => {
  const { ada, clock, slack } = await startBot();
  await openAddAccounts(ada);
  clock.advance(61 * MINUTE_MS);
  slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' });
  const { what, next } = words.access.refusals['not-checked'];
  await refuses(ada, { [ADD_ACCOUNTS.field]: '1001, Acme' }, ADD_ACCOUNTS.field, `${what} ${next}`);
});
