import { LOCALE, words } from './reader.ts';

// The texts that tests expect, in the language of this run. test/words has the sentences themselves.

const HOUR_MS = 3_600_000;

/** The headline of every healthy account. */
export const FINE = words.verdict.headline({ kind: 'bare', level: 'healthy' });

/** The headline of 1004 of the reference service, which has had no backup for three days. */
export const NO_BACKUP = words.verdict.headline({
  kind: 'no-backup-for',
  level: 'critical',
  ageMs: 80 * HOUR_MS,
});

/** The headline of 1007 of the reference service. */
export const HALF_PROTECTED = words.verdict.headline({
  kind: 'half-protected',
  level: 'attention',
  old: { backup: 'folders', ageMs: 30 * HOUR_MS },
});

/** The age of a backup in its field of a card, as Slack draws it: `2 hours ago` */
export const hoursAgo = (hours: number) => new Intl.RelativeTimeFormat(LOCALE).format(-hours, 'hour');

const failed = words.failure;
export const NOT_FOUND = failed['not-found'].what;
export const NOT_CHECKED = failed.notChecked(failed.unavailable['no-answer']().what);
/** The beginning of such a title, for any reason. */
export const UNCHECKED = NOT_CHECKED.split(':', 1)[0] ?? '';

/** The beginning of a card with an earlier answer. */
export const EARLIER_ANSWER = words.card.was('', '').trim();

/** The heading of the fields in Details. */
export const AS_SENT = words.details.headings.sent;

/** `1001 · ` and its headline. */
export const fine = (account: string) => `${account} · ${FINE}`;

/** `1004 · ` and its headline. 1005 of the reference service has had no backup for two days. */
export const actNow = (account: string, days = 3) => {
  const ageMs = (days * 24 + 8) * HOUR_MS;
  return `${account} · ${words.verdict.headline({ kind: 'no-backup-for', level: 'critical', ageMs })}`;
};

/** `1007 · ` and its headline. */
export const halfProtected = (account: string) => `${account} · ${HALF_PROTECTED}`;

/** The whole message after pinning an account without a name. */
export const isPinned = (account: string) => words.pins.change({ kind: 'pinned' }, account, undefined);

/** The whole message after unpinning an account. */
export const isUnpinned = (account: string) => words.pins.change({ kind: 'unpinned' }, account, undefined);

const NONE = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0 };

/** The first line of a list of `total` accounts with these counts. */
export const summary = (total: number, tally: Partial<typeof NONE>) =>
  words.triage.summary(total, { ...NONE, ...tally });

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Matches a text with these parts in this order and anything between them. Texts are literal. */
export const inOrder = (...parts: readonly (string | RegExp)[]) =>
  new RegExp(
    parts.map((part) => (typeof part === 'string' ? literally(part) : `(?:${part.source})`)).join('.*'),
    'su',
  );
