import type { Failure } from '../../account/outcome.ts';
import type { VerdictLevel } from '../../account/verdict.ts';

export { sanitize, sanitizeKeepingEnd, sanitizeShowingInvisible, truncate } from '../../account/text.ts';

/**
 * Slack's limits, in UTF-16 units, each named once. Sources: the Block Kit reference pages on docs.slack.dev, and the
 * notes in @slack/types; where the two differ the smaller one counts.
 */
export const LIMITS = {
  /** Reference, "header": `text`. */
  headerText: 150,
  /** Reference, "blocks": `block_id`. */
  blockId: 255,
  /** Reference, "views": `title`, `submit`, `close`. */
  viewTitle: 24,
  /** Reference, "confirmation dialog": `title`. */
  confirmTitle: 100,
  /** In bytes. Method page of chat.update: top-level text of more than 4,000 is refused, so stay far below. */
  messageTextBytes: 3000,
  /** Undocumented: `msg_blocks_too_long` from about 13,200 characters (bolt-js#2509). Leaves room for ids and who is on it. */
  messageBlocks: 12_000,
} as const;

/**
 * Our own limits on text from outside, in UTF-16 units: short enough to read well on a phone and to keep every message
 * within the totals above, whatever is sent.
 */
export const MAX_LENGTHS = {
  /** The longest plausible id, whole. */
  id: 128,
  /** In a list of several accounts, cut in the middle. */
  idInList: 48,
  /** Beside a name that distinguishes it from its neighbours. */
  idBesideName: 24,
  /** What a person calls an account. */
  pinName: 40,
  /** What the people who run the app write for an account; as much as the rules file takes. */
  note: 300,
  contact: 200,
  /** A time or date that cannot be read. */
  timeText: 40,
  /** A day or setting inside a reason: never longer unless something is wrong. */
  fact: 60,
  typed: 60,
  /** One field as the service sent it, in Details. */
  sentField: 200,
  /** A whole line: a safety net for the limits above. */
  line: 600,
} as const;

// Every sign has one meaning, listed in docs/using.md, and always comes with its word.

export const VERDICT_SIGN: Readonly<Record<VerdictLevel, string>> = {
  healthy: '✅',
  attention: '⚠️',
  critical: '🚨',
  unknown: '❔',
};

/** Red is kept for verdicts; the white circle is Slack's own sign for being away. */
export const STATUS_SIGN = { online: '🟢', offline: '⚪', 'backing-up': '🔄' } as const;

/** The service, or this app itself, was unreachable. */
export const OUTAGE_SIGN = '🔌';

/** No answer yet. */
export const WAITING_SIGN = '⏳';

/** Somebody is on it. */
export const OWNER_SIGN = '👀';

/** Muted or snoozed; no longer so. */
export const QUIET_SIGN = '🔕';
export const HEARD_SIGN = '🔔';

/** A person is in Do Not Disturb. */
export const DND_SIGN = '🌙';

/** A note on an account. */
export const NOTE_SIGN = '📝';

/** A summary of everything watched. */
export const SUMMARY_SIGN = '☀️';

/** Was fine before; was not as bad before. */
export const NEW_SIGN = '🆕';
export const WORSE_SIGN = '🔻';

/** Continued further down in the channel. */
export const MOVED_SIGN = '⤵️';

/** Days of a history that were not seen, and days that do not count. */
export const NOT_SEEN_SIGN = '▫️';
export const NOT_COUNTED_SIGN = '➖';

export const FAILURE_SIGN: Readonly<Record<Failure['kind'], string>> = {
  unavailable: VERDICT_SIGN.unknown,
  'not-found': '🔍',
  'invalid-id': '🔍',
  forbidden: '🔒',
};
