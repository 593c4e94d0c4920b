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
