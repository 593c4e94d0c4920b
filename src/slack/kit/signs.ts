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

/** The service, or this app itself, was out of reach. */
export const OUTAGE_SIGN = '🔌';

/** No answer yet. */
export const WAITING_SIGN = '⏳';

/** Somebody has taken it on. */
export const OWNER_SIGN = '👀';

/** Nobody is notified of it; and then somebody is again. */
export const QUIET_SIGN = '🔕';
export const HEARD_SIGN = '🔔';

/** Slack is silent for a person. */
export const DND_SIGN = '🌙';

/** What somebody wrote about it. */
export const NOTE_SIGN = '📝';

/** How everything that is watched is. */
export const SUMMARY_SIGN = '☀️';

/** Was all right before, and was not as bad. */
export const NEW_SIGN = '🆕';
export const WORSE_SIGN = '🔻';

/** Continued further down in the channel. */
export const MOVED_SIGN = '⤵️';

/** Days of a history that nobody saw, and those that are no part of it. */
export const NOT_SEEN_SIGN = '▫️';
export const NOT_COUNTED_SIGN = '➖';

export const FAILURE_SIGN: Readonly<Record<Failure['kind'], string>> = {
  unavailable: VERDICT_SIGN.unknown,
  'not-found': '🔍',
  'invalid-id': '🔍',
  forbidden: '🔒',
};
