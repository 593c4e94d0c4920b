import { expect, test } from 'vitest';
import { pasteAccounts, sees } from '../support/people.ts';
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
    await sees(ada, accounts.stopped);
    expect(await store.accountList.read()).toEqual([]);
  },
);
