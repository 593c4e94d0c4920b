import type { Person } from '../../sandbox/slack/client/person.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { RefusalReason } from '../../src/slack/kit/access.ts';
import {
  ACCOUNTS_VIEW,
  ACKNOWLEDGE,
  ACTIONS,
  ADD_ACCOUNTS,
  HAND_OVER,
  HOME_ACTIONS,
  MORE,
  PIN_NAME,
  SHARE_VIEW,
  STATUS_VIEW,
  STOP_WATCH,
  SUMMARY_MORE,
  SUMMARY_TIME,
  TARGETS,
  WATCH_FORM,
} from '../../src/slack/kit/ids.ts';
import { STATUS_SHORTCUT } from '../../src/slack/lookup/shortcut.ts';
import type { Store } from '../../src/store/create-store.ts';
import { homeText, openAccounts, ownerOf, seesInWindow, watchIn } from '../support/home-of.ts';
import { fine } from '../support/phrases.ts';
import { putAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { share } from '../support/share.ts';
import type { BotSetup, StartedBot } from '../support/start-bot.ts';

/** Who asks. */
export interface Row {
  readonly reason?: RefusalReason;
  /** What they read of it. Default: that they have no access. */
  readonly shown?: 'not-here' | 'not-checked';
  /** With which the bot runs that is asked. */
  readonly settings?: BotSetup['settings'];
  /** Happens to ada after everything was put before her. */
  readonly befalls?: (slack: LocalSlack) => void;
}

/** The rows of docs/security.md. */
export const ROWS: Readonly<Record<string, Row>> = {
  'full member': {},
  'full member, not in `ALLOWED_USERS` or `ALLOWED_USER_GROUPS`': {
    reason: 'not-named',
    settings: { ALLOWED_USERS: 'U0BORA00001', ALLOWED_USER_GROUPS: 'S0BILLING01' },
  },
  'full member, outside of `ALLOWED_CHANNELS`': {
    reason: 'elsewhere',
    shown: 'not-here',
    settings: { ALLOWED_CHANNELS: 'C0GENERAL01' },
  },
  guest: { reason: 'guest', befalls: (slack) => slack.become('ada', 'single-channel-guest') },
  'person of another organisation': {
    reason: 'outsider',
    befalls: (slack) => slack.become('ada', 'stranger'),
  },
  'deactivated person': { reason: 'deactivated', befalls: (slack) => slack.become('ada', 'deleted') },
  bot: { reason: 'bot', befalls: (slack) => slack.become('ada', 'bot') },
  'unknown: Slack does not answer': {
    reason: 'unknown',
    shown: 'not-checked',
    befalls: (slack) => slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' }),
  },
};

/** What they do. */
export interface Column {
  /** Puts on ada's screen what she will press, while she still may. */
  readonly prepare?: (ada: Person, bot: StartedBot, store: Store) => Promise<unknown>;
  readonly act: (ada: Person) => Promise<unknown>;
  /** Undefined until it can be seen that she got what she asked for. */
  readonly gotIt: (ada: Person, bot: StartedBot, store: Store) => unknown;
  /** How many requests `act` makes. Default 1. */
  readonly requests?: number;
}

const isAnswered = (count: number) => (_ada: Person, bot: StartedBot) =>
  bot.logLines.filter(({ msg }) => msg === 'answered').length === count || undefined;

const askByShortcut = (ada: Person) =>
  ada.shortcut(STATUS_SHORTCUT, { messageTs: ada.messages()[0]?.ts ?? '', evenIfNotShared: true });
const inModal = (ada: Person) => JSON.stringify(ada.modal() ?? {});

async function openWatchForm(ada: Person, { slack }: StartedBot): Promise<void> {
  slack.changeChannel('general', { isBotMember: true });
  await ada.command('/backup-status watch 1001');
  await ada.waitFor(() => ada.modal());
}

const watchedIn = async (store: Store, channelId: string) => (await store.watches.list([channelId]))[0];

/** The columns of docs/security.md, after the first. */
export const COLUMNS: Readonly<Record<string, Column>> = {
  Command: {
    act: (ada) => ada.command('/backup-status 1001', { evenIfNotShared: true }),
    gotIt: (ada) => ada.messages().find(({ text }) => text.includes(fine('1001'))),
  },
  'Card button': {
    prepare: (ada) => ada.command('/backup-status 1001'),
    act: (ada) => ada.press({ actionId: ACTIONS.refresh }),
    gotIt: isAnswered(1),
  },
  'Shared card button': {
    prepare: (ada) => share(ada, '1001'),
    act: (ada) => ada.press({ actionId: ACTIONS.refresh }),
    gotIt: isAnswered(1),
  },
  Details: {
    prepare: (ada) => share(ada, '1001'),
    act: (ada) => ada.press({ actionId: ACTIONS.more, value: MORE.details }),
    gotIt: (ada) => (JSON.stringify(ada.modal() ?? {}).includes('çevrimiçi') ? true : undefined),
  },
  'Message shortcut': {
    async prepare(ada) {
      ada.say('1001?');
    },
    act: (ada) => askByShortcut(ada),
    gotIt: (ada) => (inModal(ada).includes(fine('1001')) ? true : undefined),
  },
  'Shortcut’s field': {
    async prepare(ada) {
      ada.say('nothing but words');
      await askByShortcut(ada);
      await ada.waitFor(() => ada.modal());
    },
    act: (ada) => ada.submit({ [STATUS_VIEW.actionId]: '1001' }),
    gotIt: (ada) => (inModal(ada).includes(fine('1001')) ? true : undefined),
  },
  'Name submission': {
    async prepare(ada) {
      await ada.command('/backup-status 1001');
      await ada.press({ actionId: ACTIONS.more, value: MORE.name });
      await ada.waitFor(() => ada.modal());
    },
    act: (ada) => ada.submit({ [PIN_NAME.actionId]: 'acme' }),
    gotIt: async (ada, _bot, store) => (await store.pins.list(ownerOf(ada)))[0]?.name,
  },
  'Share submission': {
    async prepare(ada) {
      await ada.command('/backup-status 1001', { channel: 'direct' });
      await ada.press({ actionId: ACTIONS.share });
      await ada.waitFor(() => ada.modal());
    },
    act: (ada) => ada.submit({ [SHARE_VIEW.actionId]: 'oncall' }, { evenIfNotOffered: true }),
    gotIt: isAnswered(1),
  },
  Home: {
    async prepare(ada) {
      await ada.openHome();
      await ada.waitFor(() => (homeText(ada).includes('1001') ? true : undefined));
    },
    async act(ada) {
      await ada.press({ actionId: HOME_ACTIONS.refresh });
      await ada.openHome({ evenIfNotShared: true });
    },
    gotIt: isAnswered(2),
    requests: 2,
  },
  Watch: {
    act: (ada) => ada.command('/backup-status watch 1001', { evenIfNotShared: true }),
    gotIt: (ada) => ada.modal(),
  },
  'Watch form': {
    prepare: openWatchForm,
    act: (ada) => ada.submit({ [WATCH_FORM.channel]: 'general' }, { evenIfNotOffered: true }),
    gotIt: (_ada, { slack }, store) => watchedIn(store, slack.channels.general.id),
  },
  'Watch for oneself': {
    prepare: openWatchForm,
    act: (ada) =>
      ada.submit(
        { [WATCH_FORM.target]: TARGETS.me, [WATCH_FORM.channel]: 'general' },
        { evenIfNotOffered: true },
      ),
    gotIt: (ada, _bot, store) => watchedIn(store, ada.id),
  },
  Stop: {
    async prepare(ada, _bot, store) {
      await watchIn(store, ada, ada.id, ['1001']);
      await ada.command('/backup-status watches');
      await seesInWindow(ada, '1001');
    },
    act: (ada) => ada.press({ actionId: STOP_WATCH }),
    gotIt: async (ada, _bot, store) => ((await watchedIn(store, ada.id)) === undefined ? true : undefined),
  },
  Summary: {
    prepare: (ada, { slack }, store) =>
      watchIn(store, ada, slack.channels.oncall.id, ['1001'], { bad: ['1001'] }),
    act: (ada) => ada.command('/backup-status summary', { evenIfNotShared: true }),
    gotIt: (ada) => ada.messages().find(({ text }) => text.includes('1001')),
  },
  'Time of a summary': {
    async prepare(ada, { slack }, store) {
      await watchIn(store, ada, slack.channels.oncall.id, ['1001']);
      await ada.command('/backup-status summary');
      await ada.press({ actionId: SUMMARY_MORE, value: MORE.changeTime });
      await seesInWindow(ada, SUMMARY_TIME.at);
    },
    act: (ada) => ada.submit({ [SUMMARY_TIME.at]: '07:30' }),
    gotIt: async (_ada, { slack }, store) =>
      (await store.watches.list([slack.channels.oncall.id]))[0]?.summary,
  },
  History: {
    async prepare(ada, _bot, store) {
      await watchIn(store, ada, ada.id, ['1001']);
      await ada.command('/backup-status 1001');
    },
    act: (ada) => ada.press({ actionId: ACTIONS.more, value: MORE.history }),
    gotIt: (ada) => (inModal(ada).includes(words.history.of('1001')) ? true : undefined),
  },
  'I’m on it': {
    prepare: (ada, { slack }, store) =>
      putAlert(
        { slack, store },
        { channelId: slack.channels.oncall.id, accountId: '1001', person: ownerOf(ada) },
      ),
    act: (ada) => ada.press({ actionId: ACKNOWLEDGE }),
    gotIt: async (_ada, _bot, store) => (await store.watches.workspace([])).accounts[0]?.owner,
  },
  'Hand over': {
    async prepare(ada, { slack }, store) {
      const { id: channelId } = slack.channels.oncall;
      await putAlert({ slack, store }, { channelId, accountId: '1004', person: ownerOf(ada) });
      await store.watches.takeAccount('1004', ada.id, { fromOthers: false });
      await ada.command('/backup-status 1004');
      await ada.press({ actionId: ACTIONS.handOver });
      await ada.waitFor(() => ada.modal());
    },
    act: (ada) => ada.submit({ [HAND_OVER.to]: 'U0BORA00001' }),
    gotIt: async (_ada, _bot, store) =>
      (await store.watches.workspace([])).accounts[0]?.owner?.userId === 'U0BORA00001' || undefined,
  },
  Retire: {
    async prepare(ada, _bot, store) {
      // What somebody watches is in the window at once; the list is read once a minute.
      await store.accountList.take([{ id: '1001' }]);
      await watchIn(store, ada, ada.id, ['1001']);
      await openAccounts(ada);
      await seesInWindow(ada, '1001');
      await ada.press({ actionId: ACCOUNTS_VIEW.more, value: MORE.retire });
      await seesInWindow(ada, ACCOUNTS_VIEW.retire);
    },
    act: (ada) => ada.press({ actionId: ACCOUNTS_VIEW.retire }),
    gotIt: async (_ada, _bot, store) =>
      (await store.accountList.read('', 1)).length === 0 ? true : undefined,
  },
  'Add accounts': {
    async prepare(ada) {
      await openAccounts(ada);
      await ada.press({ actionId: ACCOUNTS_VIEW.add });
      await seesInWindow(ada, ADD_ACCOUNTS.field);
    },
    act: (ada) => ada.submit({ [ADD_ACCOUNTS.field]: '1001,Acme' }),
    gotIt: async (_ada, _bot, store) => (await store.accountList.read('', 1))[0]?.name,
  },
};
