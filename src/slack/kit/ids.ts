import { LIMITS } from './text.ts';

/**
 * The `action_id` of what can be pressed on a card, in a message or in Home, or on a list, which has its accounts in the
 * `value`. Re-check is a refresh under another label.
 */
export const ACTIONS = {
  refresh: 'account_refresh',
  share: 'account_share',
  acknowledge: 'account_take_over',
  handOver: 'account_hand_over',
  more: 'account_more',
} as const;

/** "I'm on it" for the accounts of an alert. */
export const ACKNOWLEDGE = 'alert_take_over';

/** Opens the window with all accounts of an alert; the others are in it. `previous` and `next` have their page as `value`. */
export const ALERT_VIEW = {
  seeAll: 'alert_see_all',
  previous: 'alert_previous',
  next: 'alert_next',
  /** The menu of an account. */
  more: 'alert_account_more',
} as const;

export const IN_ALERT_WINDOW = /^alert_(?:previous|next|account_more)$/;

/** Ends a snooze or mute. Its `value` says where, and for which accounts; `EVERYWHERE` ends a mute. */
export const END_QUIET = 'quiet_end';
export const EVERYWHERE = '*';

/** Stops watches: its `value` has the conversation and the patterns. The conversation alone stops everything there. */
export const STOP_WATCH = 'watch_stop';

/**
 * What else can be pressed in Home. `lookUpField` dispatches; `lookUp` is the button beside it, which finds what was typed
 * in `view.state`. `refresh` asks about everything again. The value of `accounts` filters the list that it opens.
 */
export const HOME_ACTIONS = {
  lookUpField: 'home_lookup_id',
  lookUp: 'home_look_up',
  refresh: 'home_refresh',
  watches: 'home_watches',
  accounts: 'home_accounts',
  summary: 'home_summary',
} as const;

/** In the list of accounts, chosen instead of a level: the person's own pins, on the list or not. */
export const PINNED = 'pinned';

/** What the overflow menus offer: the value of their options. The account is in the `block_id`. */
export const MORE = {
  open: 'open',
  refresh: 'refresh',
  share: 'share',
  pin: 'pin',
  unpin: 'unpin',
  name: 'name',
  details: 'details',
  history: 'history',
  watch: 'watch',
  stopWatching: 'stop_watching',
  acknowledge: 'take_over',
  release: 'release',
  handOver: 'hand_over',
  retire: 'retire',
  changeTime: 'change_time',
  snooze: 'snooze',
  tellFine: 'tell_when_fine',
} as const;

/**
 * Buttons that open an account. Several are in one row, where no `action_id` may be twice, so they are numbered, and the
 * account is in their `value`.
 */
export const OPEN = /^account_open_\d{1,2}$/;
export const openAction = (at: number): string => `account_open_${at}`;

// An account comes back with an action in one of two ways: alone in the `block_id` of its row, the only place on a private
// message that holds an id of 128 characters (an option's value ends at 75); or with others in the `value` of a button.

/** The `block_id` of the buttons of an alert. It ends with that of the account if the alert is about one. */
export const alertBlock = (accountId = '') => `alert::${encodeAccountAction(accountId) ?? ''}`;
export const isAlertBlock = (blockId: string): boolean => blockId.startsWith('alert:');

// Messages of version 1 have a key, or who shared them, between the colons.
const BLOCK_ID = /^(?:alert:[^:]*:)?(?:account|pin|looked-up|last-asked):(?:[UW][A-Z0-9]{1,30})?:(.+)$/su;

/** The `block_id` of an account's row. Undefined for an id that Slack would change on the way: it may have no buttons. */
export function encodeAccountAction(id: string): string | undefined {
  const blockId = `account::${swapEscapable(id)}`;
  return id !== '' && blockId.length <= LIMITS.blockId && blockId.isWellFormed() ? blockId : undefined;
}

/** The account that a block acts on. Undefined for any other block. */
export function decodeAccountAction(blockId: string): string | undefined {
  const id = BLOCK_ID.exec(blockId)?.[1];
  return id === undefined ? undefined : swapEscapable(id);
}

/** Separates ids in a value. A private-use character, which no id contains. */
const BETWEEN_IDS = '\uE02C';
/** Reference, "button": `value`. */
const MAX_VALUE = 2000;

/** Ids as one `value`. Undefined if there are none, Slack would change one, or they are too long together. */
export function encodeAccounts(ids: readonly string[]): string | undefined {
  const value = ids.map(swapEscapable).join(BETWEEN_IDS);
  const canTravel = ids.length > 0 && ids.every((id) => encodeAccountAction(id) !== undefined);
  return canTravel && value.length <= MAX_VALUE ? value : undefined;
}

/** Reads a value that `encodeAccounts` made. */
export const decodeAccounts = (value: string): readonly string[] =>
  value.split(BETWEEN_IDS).map(swapEscapable);

const SWAPPED: Readonly<Record<string, string>> = {
  '&': '\uE026',
  '<': '\uE03C',
  '>': '\uE03E',
  '\uE026': '&',
  '\uE03C': '<',
  '\uE03E': '>',
};

/**
 * Slack sends `&`, `<` and `>` back as entities (bolt-python#513), so values have private-use characters in their place.
 * The swap is its own inverse and keeps the length, so every id of 128 characters fits.
 */
const swapEscapable = (text: string) =>
  text.replace(/[&<>\uE026\uE03C\uE03E]/gu, (character) => SWAPPED[character] ?? character);

/** Slack's ids by what they name. A direct message is with the app or a colleague; Slack has other conversations, too. */
const SLACK_IDS = {
  person: /^[UW][A-Z0-9]{1,30}$/,
  channel: /^[CG][A-Z0-9]{1,30}$/,
  direct: /^D[A-Z0-9]{1,30}$/,
  conversation: /^[A-Z][A-Z0-9]{1,30}$/,
  userGroup: /^S[A-Z0-9]{1,30}$/,
};

/** Whether a text is such an id, safe in a mention. */
export const isSlackId = (kind: keyof typeof SLACK_IDS, text: string | undefined): text is string =>
  text !== undefined && SLACK_IDS[kind].test(text);

/** Under which id a conversation is stored: a channel's own; a direct message, as everything outside of one, the person's. */
export const conversationOf = (channelId: string | undefined, userId: string): string =>
  isSlackId('channel', channelId) ? channelId : userId;
