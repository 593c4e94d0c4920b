import { words } from './reader.ts';

// What the tests expect of people's texts, in the language of this run. The sentences themselves stand in test/words.

const HOUR_MS = 3_600_000;

/** The headline of every account that is well. */
export const FINE = words.verdict.headline({ kind: 'fine' });

/** The headline of 1004 of the reference service, three days without a backup. */
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

/** The ages of both backups below a headline: `database 2 h old, folders 5 h old then` */
export const agesInHours = (database: number, folders: number) =>
  words.verdict.ages([
    { backup: 'database', ageMs: database * HOUR_MS },
    { backup: 'folders', ageMs: folders * HOUR_MS },
  ]);

const failed = words.failure;
export const NOT_FOUND = failed['not-found']('').title;
export const NOT_CHECKED = failed.unavailable['no-answer'](undefined).title;
/** How such a title begins, whatever the reason. */
export const UNCHECKED = NOT_CHECKED.split(':', 1)[0] ?? '';

/** How a card begins to say that it shows the answer of before. */
export const EARLIER_ANSWER = words.card.was('', '').trim();

/** Heads the fields in the details of an account. */
export const AS_SENT = words.details.headings.sent;

/** `1001 · `, then its headline. */
export const fine = (account: string) => `${account} · ${FINE}`;

/** `1004 · `, then its headline. 1005 of the reference service is two days without a backup. */
export const actNow = (account: string, days = 3) => {
  const ageMs = (days * 24 + 8) * HOUR_MS;
  return `${account} · ${words.verdict.headline({ kind: 'no-backup-for', level: 'critical', ageMs })}`;
};

/** `1007 · `, then its headline. */
export const halfProtected = (account: string) => `${account} · ${HALF_PROTECTED}`;

/** The whole of what is said when an account without a name was pinned. */
export const isPinned = (account: string) => words.pins.change({ kind: 'pinned' }, account, undefined);

/** The whole of what is said when an account was unpinned. */
export const isUnpinned = (account: string) => words.pins.change({ kind: 'unpinned' }, account, undefined);

const NONE = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0 };

/** The first line of a list of `total` accounts, of which these are named. */
export const summary = (total: number, tally: Partial<typeof NONE>) =>
  words.triage.summary(total, { ...NONE, ...tally });

const WAITS_MS = [60_000, 1_000].flatMap((unitMs) =>
  Array.from({ length: 59 }, (_, index) => (59 - index) * unitMs),
);

/** How long a text tells people to wait before they try again; undefined when it names no number. */
export const toldWaitMs = (text: string) =>
  WAITS_MS.find((ms) => text.includes(failed.unavailable['no-answer'](ms).next));

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Matches a text in which the parts stand in this order, whatever is between them. Texts are taken literally. */
export const inOrder = (...parts: readonly (string | RegExp)[]) =>
  new RegExp(
    parts.map((part) => (typeof part === 'string' ? literally(part) : `(?:${part.source})`)).join('.*'),
    'su',
  );
