import { NO_BREAK } from '../grammar.ts';
import { capital, counted, numbers } from './cards.ts';

/** Why Slack accepts no messages for a conversation. */
export type ClosedTo = 'not-in-channel' | 'no-direct-messages' | 'closed';

/** Starting, stopping and listing watches. Accounts are sanitized; `channel` is markup. */
export const watches = {
  form: {
    title: 'Watch accounts',
    /** `pattern` is an example. */
    accountsHint: (pattern: string) =>
      `Ids or names, separated by spaces, ten at most. Or all, or a pattern such as ${pattern}.`,
    where: 'Notify',
    whereChannel: 'A channel',
    whereMe: 'Only me, in a direct message',
    channel: 'Channel',
    channelHint: 'Channels that other organisations share are left out.',
    when: 'When',
    critical: 'Alerts when somebody has to act now',
    attention: 'Alerts also when an account needs attention, from 08:00 to 20:00',
    summaryAt: 'Summary at',
    summaryAtHint: 'What is bad, what changed, what comes next. Leave it empty for no summary.',
    summaryDays: 'Days of the summary',
    everyDay: 'Every day',
    mention: 'If nobody is on it, mention',
    mentionGroups: 'Or the members of a user group',
    mentionHint: `After 30${NO_BREAK}minutes, and again two hours after that, if an account has to be acted on now. Full members who are in the channel: Slack notifies nobody else.`,
    targets: 'Also call, when somebody has to act now',
    targetsHint: 'Also at night, except for an ended package. “I’m on it” in Slack is shown there, too.',
    zone: (zone: string) =>
      `Times are in the zone of the oldest watch there. If this is the first: ${zone}, as in your Slack.`,
    summaryZone: (zone: string) => `Time zone: ${zone}.`,
    saved: (where: string) => `Saved. Alerts go to ${where}.`,
    /** The command follows. */
    summaryNext: 'For a summary each day, type there:',
  },
  /** After a person. Patterns are worded by `patternOf`. */
  started: (what: string) => `started to watch ${what} here.`,
  /** Follows it if a pattern is among them: how many accounts it covers. */
  ofTheList: (count: number) =>
    `On the list that is ${counted(count, 'account', 'accounts')} now, and any added later.`,
  /** `days` empty: every day. */
  schedule: (clock: string, days: readonly string[], zone: string) =>
    `${days.length === 0 ? 'every day' : `on ${numbers.list(days)}`} at ${clock} (${zone})`,
  /** After a person. */
  summaryStopped: 'stopped the summary here.',
  noSummary: 'There is no daily summary here.',
  /** After a person. */
  scheduled: (schedule: string) => `set when the summary comes: ${schedule}.`,
  /** What a pattern covers, for use inside a sentence. */
  patternOf: (pattern: string) => (pattern === '*' ? 'all accounts on the list' : `accounts ${pattern}`),
  /** Accounts that are not watched by their ids; `pattern` is worded by `patternOf`. */
  partOf: (accounts: string, count: number, pattern: string) =>
    `${accounts} ${count === 1 ? 'is' : 'are'} watched as part of ${pattern}.`,
  /** Single accounts follow; those of a pattern are behind See all. */
  alreadyBad: 'No alert follows about what is not fine already, unless it gets worse.',
  notStarted: 'This watch could not be saved, so no alerts about these accounts come here.',
  stopped: (accounts: string) => `stopped watching ${accounts} here.`,
  /** The accounts left the list; nobody stopped the watch. */
  retired: (accounts: string) => `Taken off the list, so no longer watched here: ${accounts}.`,
  stoppedForYou: (accounts: string) => `No longer watched: ${accounts}.`,
  /** To a target. Slack may still be notified. */
  alertsEnd: (account: string) => `Alerts about ${account} no longer come here.`,
  nothing: 'Nothing is watched here yet.',
  notSetUp: (target: string) =>
    `${target} is chosen here and is not set up, so it is not called. Tell the app’s admin.`,
  /** The command follows. */
  toWatch: 'To start watching, type:',
  notWatched: (typed: string) => `Nothing is watched as ${typed} here or in your direct messages.`,
  /** What a button asks before it stops something: a title of at most 100 characters (Slack) and a text. */
  stop: {
    watch: (what: string) => `Stop watching ${what}?`,
    all: 'Stop all of these watches?',
    summary: 'Stop the summary?',
    text: 'No more messages come from this. Other watches of the same accounts go on. In a channel, everybody reads that you stopped it.',
  },
  list: {
    yours: 'You, in direct messages',
    stop: 'Stop',
    stopAll: 'Stop all',
    pattern: (pattern: string, count: number, bad: number) =>
      `${capital(pattern)} · ${numbers.count(count)} watched${bad === 0 ? '' : `, ${numbers.count(bad)} not fine`}`,
    more: (count: number) =>
      `and ${counted(count, 'account', 'accounts')} more. To stop one, type “unwatch” and its id.`,
  },
  /** Conversations and targets come as markup. */
  test: {
    button: 'Send a test alert',
    /** Posted in a conversation, and sent to targets. */
    title: 'Test alert: nothing is wrong. Alerts about watched accounts arrive here.',
    you: 'your direct messages',
    sent: (to: readonly string[]) => `The test alert has arrived: ${numbers.list(to)}.`,
    failed: (to: readonly string[]) =>
      `It has not arrived: ${numbers.list(to)}. The app’s log has the reason.`,
  },
  /** `where` is markup. */
  broken: (closed: ClosedTo, where: string) =>
    `Alerts do not reach ${where}: ${CLOSED[closed].what} The watches are kept, and the app tries again every hour. ${CLOSED[closed].fix}${closed === 'not-in-channel' ? ' Then press “Send a test alert” in /backup-status watches. If the channel is gone, stop its watches there.' : ''}`,
  /** In Home, below the conversations that are named. */
  brokenMore: (count: number) =>
    `Alerts do not reach ${counted(count, 'more channel', 'more channels')}: press Watches.`,
  taken: (accounts: string) =>
    `You are on it for 12${NO_BREAK}hours: ${accounts}. Every channel that has the alert shows it in a moment.`,
  nothingOpen: 'As far as is known, nothing here needs anybody now.',
  released: 'You are not on it now.',
  willTell: (account: string) => `You get a direct message when ${account} is fine again.`,
  notTold: (account: string) =>
    `${account} is no longer watched, so this app does not see when it is fine again.`,
  theirsAlready: 'This person is on it already. Add a note for them, or choose somebody else.',
  takenAlready: 'Somebody is on all of them already. See all lets you take over one of them.',
  outdated: 'A newer alert says how these accounts are now: press the button there.',
  alertOver: 'This alert is over, or this app does not know it any more.',
  /** Under a field of the window: why nothing is watched, and what to do. */
  problem: {
    noMember: 'Choose full members who may use this app: no guests, no bots, nobody who has left.',
    notInDirect: 'Nobody else reads your direct messages. Choose a channel, or mention nobody else.',
    closed: (closed: ClosedTo) => `${capital(CLOSED[closed].what)} ${CLOSED[closed].fix} Then try again.`,
    limit: (limit: number) =>
      `One channel or person can have ${counted(limit, 'watch', 'watches')}, and this would be more. Stop one first: /backup-status watches. Or watch many at once, by a pattern or with all.`,
    noAccounts: 'Type at least one id or name.',
    noChannel: 'Choose a channel, or direct messages to you.',
  },
};

/** `what` is also used inside a sentence. */
const CLOSED: Readonly<Record<ClosedTo, { readonly what: string; readonly fix: string }>> = {
  'not-in-channel': { what: 'this app is not in that channel.', fix: 'Type /invite @backup-status there.' },
  'no-direct-messages': {
    what: 'direct messages from this app are switched off.',
    fix: 'Choose a channel, or ask the app’s admin to switch on its messages tab.',
  },
  closed: {
    what: 'it may be closed to this app, archived, or left out in this app’s settings.',
    fix: 'Open it again, choose another channel, or ask the app’s admin.',
  },
};

/** What is posted without a request. Times and people are markup. */
export const alert = {
  /** Replaces a reason if the service has no data about the account. */
  noData: 'Cannot tell: the service has no data for this account',
  oneCause: (when: string) => `The first began ${when}. Many failures at once often share one cause.`,
  /** Since when an account is not fine, if its last read differs from the title. */
  since: (when: string) => `Not fine since ${when}`,
  /** Replaces the time since which an account is as bad if the level is older than the first read. */
  orEarlier: (when: string) => `${when} or earlier`,
  fineSince: (when: string) => `Fine since ${when}`,
  someFine: (count: number) => `${accountsOf(count)} fine again`,
  /** After how long. */
  fine: (account: string, duration: string) => `${account} is fine again after ${duration}`,
  /** Which accounts are new in the message, and how many others are open. */
  isNew: (accounts: string, others: number) =>
    `New: ${accounts} · ${counted(others, 'other', 'others')} open`,
  /** The same for one that is posted again. */
  isStillOpen: (accounts: string, others: number) =>
    `Still open: ${accounts} · ${counted(others, 'other', 'others')}`,
  /** Above these others. */
  othersOpen: 'Others that are open:',
  accounts: (count: number) => accountsOf(count),
  /** The title of the window that lists them. */
  openHere: 'Not fine here',
  /** On an older alert: what it was about. A sign and a time follow. */
  was: (accounts: string) => `${accounts} · was`,
  /** After a person. */
  wasOnIt: 'was on it',
  continued: 'continued here',
  /** A link to the alert that is kept up to date. */
  present: 'The current alert',
  /** After a person, in a thread. */
  tookOver: (accounts: string) => `is on it: ${accounts}`,
  /** Between two people. */
  tookOverFrom: 'took over from',
  /** After a person, in a thread: why they are no longer on accounts. */
  noLonger: (why: 'released' | 'over' | 'worse', accounts: string) =>
    `is no longer on it${NO_LONGER[why]}: ${accounts}`,
  /** Between two people; the accounts follow. */
  handedOverTo: 'handed over to',
  /** Asks the owner an hour before the acknowledgement expires; the time follows. */
  still: (accounts: string) => `Still on ${accounts}?`,
  stillUntil: (clock: string) => `From ${clock} on, nobody is on it.`,
  /** Under the title of an alert that is posted again: how many of the accounts in it have no owner. Mentions follow. */
  again: (count: number, total: number) =>
    `Nobody is on ${total === 1 ? 'it' : `${count === total ? '' : `${numbers.count(count)} of `}them`} yet.`,
  /** Follows it if the watch chose people, and none of them can be mentioned now. */
  nobodyLeft: 'Nobody is left to mention: choose others in the watch.',
  /** Mentions of people who get no notification. */
  inDnd: (people: string) => `In Do Not Disturb now: ${people}`,
  /** For an account that becomes bad again and again. */
  often: (count: number, shortest: string, longest: string) =>
    `${numbers.count(count)} times this week, for ${shortest === longest ? longest : `${shortest} to ${longest}`}: look for the cause, or widen its limit`,
  /** After the owner, in a thread. */
  remind: (after: string, accounts: string) => `is on it; still not fine after ${after}: ${accounts}`,
  notWatched: 'These accounts are no longer watched here',
  /** Also a button, so at most 75 characters (Slack). */
  more: (count: number) => `and ${numbers.count(count)} more`,
  outage: {
    what: (since: string) => `The backup service has not answered since ${since}.`,
    meanwhile: (accounts: number) =>
      `${counted(accounts, 'account is', 'accounts are')} not being watched until the service answers. You will read it here when it does.`,
    over: (from: string, to: string, duration: string) =>
      `The backup service answers again. It did not answer from ${from} to ${to} (${duration}).`,
  },
  downtime: (from: string, to: string) => `Nobody was watching from ${from} to ${to}.`,
};

const NO_LONGER = {
  released: '',
  over: `, after 12${NO_BREAK}hours`,
  worse: ', because it got worse',
} as const;

const accountsOf = (count: number) => counted(count, 'account', 'accounts');

/** The state of everything watched, at a set time or on request. Times and places are markup. */
export const summary = {
  nobodyYet: 'nobody is on it yet',
  here: (channel: string) => `Accounts watched in ${channel}. Only you see this.`,
  yours: 'Accounts that you watch, in channels and direct messages. Only you see this.',
  overdue: (count: number) =>
    `${counted(count, 'account', 'accounts')} would be worse by now unless backed up.`,
  /** The heading above what has changed since the last summary, or since a day. */
  since: (when: string) => `Since ${when}:`,
  fineAgain: (names: string) => `Fine again: ${names}`,
  new: (names: string) => `New: ${names}`,
  worse: (names: string) => `Got worse: ${names}`,
  unchanged: 'Nothing has changed.',
  /** The heading above times, each with its accounts. */
  next: 'Next hours, if no backup runs',
  /** `oldest`: the time of the oldest read. Undefined: nothing was read. */
  read: (count: number, total: number, oldest: string | undefined) => {
    const read = `${count === total ? '' : `${numbers.count(count)} of `}${counted(total, 'account', 'accounts')} read`;
    return oldest === undefined ? read : `${read}. ${total === 1 ? 'Read' : 'Oldest read'}: ${oldest}`;
  },
};

/**
 * Times in which nobody is notified: a mute applies everywhere, a snooze in one conversation. Accounts are sanitized;
 * `when` is a time, or a pattern that the device fills in.
 */
export const quiet = {
  until: (when: string) => `until ${when}`,
  /** Of an account, on a card and in a list; the end follows. */
  isMuted: 'muted',
  isQuiet: 'Quiet',
  /** After a person. The end follows. */
  began: (isMute: boolean, accounts: string) =>
    isMute ? `muted ${accounts} everywhere` : `snoozed ${accounts} here`,
  ended: (isMute: boolean, accounts: string) => `${isMute ? 'unmuted' : 'ended the snooze of'} ${accounts}`,
  meaning: 'At the end, those who watch it are notified only if it is worse than now.',
  none: (accounts: string) => `Neither muted nor snoozed here: ${accounts}.`,
  nothing: 'Nothing was changed.',
  /** The right form follows. */
  missing: {
    account: 'The account is missing.',
    length: 'The time after the account is missing or cannot be read.',
    text: 'The text of the note is missing.',
  },
  tooLong: (days: number) =>
    `The end has to be a real date in the future, ${numbers.count(days)}${NO_BREAK}days from now at most.`,
  noPatterns: 'Only single accounts can be muted or have a note. Name them, ten at most.',
  form: {
    window: 'Snooze here',
    howLong: 'For how long',
    lengths: { '1h': `1${NO_BREAK}hour`, '4h': `4${NO_BREAK}hours`, morning: 'Until 08:00' },
    day: 'Or until 08:00 on a day',
    dayHint: 'If you choose a day, it counts instead.',
    longId: 'An id this long cannot be chosen here. Mute it: type /backup-status mute, the id and 4h.',
    rest: (count: number) =>
      `Still alerting because the list is full: ${counted(count, 'account', 'accounts')}. Snooze again for the rest.`,
  },
  /** In a summary, and as the title of an alert. */
  list: (accounts: string) => `Quiet: ${accounts}`,
};
