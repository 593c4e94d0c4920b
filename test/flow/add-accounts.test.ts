import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS, HOME_ACTIONS } from '../../src/formatters/action-ids.ts';
import { homeText } from '../support/home-of.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

const { accounts } = words;

const sees = (person: Person, text: string) =>
  person.waitFor(() => (JSON.stringify(person.modal() ?? {}).includes(text) ? true : undefined));

async function paste(person: Person, rows: string): Promise<void> {
  await person.openHome();
  await person.waitFor(() => (homeText(person).includes(HOME_ACTIONS.accounts) ? true : undefined));
  await person.press({ actionId: HOME_ACTIONS.accounts });
  await sees(person, ACCOUNTS_VIEW.add);
  await person.press({ actionId: ACCOUNTS_VIEW.add });
  await sees(person, ADD_ACCOUNTS.field);
  await person.submit({ [ADD_ACCOUNTS.field]: rows });
}

test.each(TRANSPORTS)(
  'what is pasted while the app is being restarted is not added, and the window says so, over %s',
  async (transport) => {
    const kept = await startStore();
    const store = { ...kept, close: async () => {} };
    const { app, ada, service } = await startBot({ transport, store, lookup: { inlineWithinMs: 20 } });
    service.hold();
    await paste(ada, '1001, Akdeniz\n1002, Bay Dental');
    await sees(ada, accounts.reading);
    await app.stop({ withinMs: 1_000 });
    await sees(ada, accounts.stopped);
    expect(await kept.accountList.read('', 10)).toEqual([]);
  },
);
