import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS } from '../../src/slack/accounts/accounts.ts';
import { HAND_OVER } from '../../src/slack/alerts/hands.ts';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACKNOWLEDGE, ACTIONS, HOME_ACTIONS, MORE, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { STATUS_SHORTCUT, STATUS_VIEW } from '../../src/slack/lookup/shortcut.ts';
import { SUMMARY_MORE } from '../../src/slack/summary/summary.ts';
import { SUMMARY_TIME } from '../../src/slack/summary/summary-time.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { answer, openAccounts, ownerOf, sees, seesAtHome, share, watchIn } from '../support/people.ts';
import { putAlert } from '../support/put-alert.ts';
import type { StartedBot } from '../support/start-bot.ts';

/** One way to use the app. */
export interface Column {
  /** Shows Ada what she will press, while she still has access. */
  readonly prepare?: (ada: Person, bot: StartedBot) => Promise<unknown>;
  readonly act: (ada: Person) => Promise<unknown>;
  /** Truthy once Ada's request has visibly worked although her channel is not allowed. */
  readonly gotIt?: (ada: Person, bot: StartedBot) => unknown;
  /** The number of requests that `act` makes. Default 1. */
  readonly requests?: number;
}

const evenIfNotShared = true;
const evenIfNotOffered = true;
const askByShortcut = (ada: Person) =>
  ada.shortcut(STATUS_SHORTCUT, { messageTs: ada.messages()[0]?.ts ?? '', evenIfNotShared });
const pressMore = (value: string) => (ada: Person) => ada.press({ actionId: ACTIONS.more, value });
const refresh = (ada: Person) => ada.press({ actionId: ACTIONS.refresh });
const shared = (ada: Person) => share(ada, '1001');

async function openWatchForm(ada: Person, { slack }: StartedBot): Promise<void> {
  slack.changeChannel('general', { isBotMember: true });
  await answer(ada, 'watch 1001');
  await sees(ada);
}

const putIn = (bot: StartedBot, accountId: string) =>
  putAlert(bot, { channelId: bot.oncall, accountId, person: ownerOf(bot.ada) });

/** The columns of docs/security.md, after the first. */
export const COLUMNS: Readonly<Record<string, Column>> = {
  Command: { act: (ada) => answer(ada, '1001', { evenIfNotShared }) },
  'Card button': { prepare: (ada) => answer(ada, '1001'), act: refresh },
  'Shared card button': { prepare: shared, act: refresh },
  Details: { prepare: shared, act: pressMore(MORE.details) },
  'Message shortcut': { prepare: async (ada) => ada.say('1001?'), act: askByShortcut },
  'Shortcut’s field': {
    async prepare(ada) {
      ada.say('nothing but words');
      await askByShortcut(ada);
      await sees(ada);
    },
    act: (ada) => ada.submit({ [STATUS_VIEW.ids]: '1001' }),
  },
  'Name submission': {
    async prepare(ada) {
      await answer(ada, '1001');
      await pressMore(MORE.name)(ada);
      await sees(ada);
    },
    act: (ada) => ada.submit({ [PIN_NAME.name]: 'acme' }),
    gotIt: async (ada, { store }) => (await store.pins.list(ownerOf(ada)))[0]?.name,
  },
  'Share submission': {
    async prepare(ada) {
      await answer(ada, '1001', { channel: 'direct' });
      await ada.press({ actionId: ACTIONS.share });
      await sees(ada);
    },
    act: (ada) => ada.submit({ [SHARE_VIEW.channel]: 'oncall' }, { evenIfNotOffered }),
  },
  Home: {
    async prepare(ada) {
      await ada.openHome();
      await seesAtHome(ada, '1001');
    },
    async act(ada) {
      await ada.press({ actionId: HOME_ACTIONS.refresh });
      await ada.openHome({ evenIfNotShared });
    },
    requests: 2,
  },
  Watch: { act: (ada) => answer(ada, 'watch 1001', { evenIfNotShared }) },
  'Watch form': {
    prepare: openWatchForm,
    act: (ada) => ada.submit({ [WATCH_FORM.channel]: 'general' }, { evenIfNotOffered }),
    gotIt: async (_ada, { slack, store }) => (await store.watches.list([slack.channels.general.id]))[0],
  },
  'Watch for oneself': {
    prepare: openWatchForm,
    act: (ada) =>
      ada.submit({ [WATCH_FORM.where]: WHERE.me, [WATCH_FORM.channel]: 'general' }, { evenIfNotOffered }),
  },
  Stop: {
    async prepare(ada, { store }) {
      await watchIn(store, ada, ada.id, ['1001']);
      await answer(ada, 'watches');
      await sees(ada, '1001');
    },
    act: (ada) => ada.press({ actionId: STOP_WATCH }),
    gotIt: async (ada, { store }) => (await store.watches.list([ada.id])).length === 0,
  },
  Summary: {
    prepare: (ada, { oncall, store }) => watchIn(store, ada, oncall, ['1001'], { bad: ['1001'] }),
    act: (ada) => answer(ada, 'summary', { evenIfNotShared }),
  },
  'Time of a summary': {
    async prepare(ada, { oncall, store }) {
      await watchIn(store, ada, oncall, ['1001']);
      await answer(ada, 'summary');
      await ada.press({ actionId: SUMMARY_MORE, value: MORE.changeTime });
      await sees(ada, SUMMARY_TIME.at);
    },
    act: (ada) => ada.submit({ [SUMMARY_TIME.at]: '07:30' }),
  },
  History: {
    async prepare(ada, { store }) {
      await watchIn(store, ada, ada.id, ['1001']);
      await answer(ada, '1001');
    },
    act: pressMore(MORE.history),
  },
  'I’m on it': {
    prepare: (_ada, bot) => putIn(bot, '1001'),
    act: (ada) => ada.press({ actionId: ACKNOWLEDGE }),
  },
  'Hand over': {
    async prepare(ada, bot) {
      await putIn(bot, '1004');
      await bot.store.watches.give('1004', { userId: ada.id }, { fromOthers: false });
      await answer(ada, '1004');
      await ada.press({ actionId: ACTIONS.handOver });
      await sees(ada);
    },
    act: (ada) => ada.submit({ [HAND_OVER.to]: 'U0BORA00001' }),
    gotIt: async (_ada, { bora, store }) =>
      (await store.watches.workspace([])).accounts[0]?.owner?.userId === bora.id,
  },
  Retire: {
    async prepare(ada, { store }) {
      // A watched account is in the window at once; the list itself is read once a minute.
      await store.accountList.add([{ id: '1001' }]);
      await watchIn(store, ada, ada.id, ['1001']);
      await openAccounts(ada);
      await sees(ada, '1001');
      await ada.press({ actionId: ACCOUNTS_VIEW.more, value: MORE.retire });
      await sees(ada, ACCOUNTS_VIEW.retire);
    },
    act: (ada) => ada.press({ actionId: ACCOUNTS_VIEW.retire }),
    gotIt: async (_ada, { store }) => (await store.accountList.read()).length === 0,
  },
  'Add accounts': {
    async prepare(ada) {
      await openAccounts(ada);
      await ada.press({ actionId: ACCOUNTS_VIEW.add });
      await sees(ada, ADD_ACCOUNTS.field);
    },
    act: (ada) => ada.submit({ [ADD_ACCOUNTS.field]: '1001,Acme' }),
    gotIt: async (_ada, { store }) => (await store.accountList.read())[0]?.name,
  },
};
