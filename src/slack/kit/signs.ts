import type { Failure } from '../../account/outcome.ts';
import type { VerdictLevel } from '../../account/verdict.ts';

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
