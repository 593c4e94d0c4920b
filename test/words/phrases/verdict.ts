import type { Headline } from '../../../src/account/headline.ts';
import type { CountedReason, Reason } from '../../../src/account/verdict.ts';
import type { Words } from '../../../src/words/words.ts';
import { BACKUPS, H, LEVELS, limit, RULES } from './values.ts';

const endsIn = (daysLeft: number) =>
  ({ kind: 'reason', reason: { rule: 'package-ends-soon', level: 'attention', daysLeft } }) as const;
const IN_DOUBT = {
  kind: 'cannot-tell',
  reason: { rule: 'time-unreadable', level: 'unknown', backup: 'folders' },
} as const;

const HEADLINES: readonly Headline[] = [
  ...[0, 1, 3].map((daysAgo): Headline => ({ kind: 'package-ended', daysAgo })),
  { kind: 'package-ended', daysAgo: 0, noBackup: { ageMs: 80 * H } },
  { kind: 'package-ended', daysAgo: 3, noBackup: { ageMs: 80 * H, backup: 'folders' } },
  { kind: 'package-ended', daysAgo: 0, noBackup: { ageMs: 80 * H, onDay: '2026-11-18', backup: 'folders' } },
  { kind: 'never-backed-up' },
  { kind: 'never-backed-up', backup: 'folders' },
  ...(['critical', 'attention'] as const).flatMap((level): Headline[] => [
    { kind: 'no-backup-for', level, ageMs: 80 * H },
    { kind: 'half-protected', level, old: { backup: 'database', ageMs: 80 * H } },
    { kind: 'old', level, backups: BACKUPS.map((backup) => ({ backup, ageMs: 30 * H })) },
  ]),
  { kind: 'no-backup-for', level: 'critical', ageMs: 80 * H, backup: 'folders' },
  { kind: 'no-backup-for', level: 'critical', ageMs: 80 * H, onDay: '2026-11-18' },
  { kind: 'stuck', ageMs: 30 * H },
  { kind: 'stuck', ageMs: 30 * H, onDay: '2026-11-20', backup: 'folders' },
  {
    kind: 'half-protected',
    level: 'attention',
    old: { backup: 'database', ageMs: 80 * H, onDay: '2026-11-18' },
  },
  ...[0, 1, 5].map(endsIn),
  ...[true, false].map((isHalf): Headline => ({ kind: 'folders-unprotected', isHalf })),
  { kind: 'with-doubt', lead: endsIn(5), doubt: IN_DOUBT },
  IN_DOUBT,
  { ...IN_DOUBT, reason: { ...IN_DOUBT.reason, backup: 'database' }, isBoth: true },
  ...LEVELS.map((level): Headline => ({ kind: 'bare', level })),
];

const REASON_FACTS = {
  ...{ backup: 'database', fresh: 'folders', old: 'database', ageMs: 30 * H, aheadMs: 2 * H },
  ...{ daysAgo: 3, daysLeft: 5, endedOn: '2026-11-18', endsOn: '2026-11-26', sent: 'x' },
  ...{ count: 21, isHalf: true },
  ...{ made: 4, allowed: 4, threshold: limit, version: '4', minimum: '5', setBy: 'X' },
};

/** Headlines, reasons and next steps. */
export function verdictPhrases(words: Words): Readonly<Record<string, readonly string[]>> {
  const { verdict } = words;
  return {
    ...Object.fromEntries(
      HEADLINES.map((headline) => [`headline ${JSON.stringify(headline)}`, [verdict.headline(headline)]]),
    ),
    ...Object.fromEntries(
      RULES.map((rule) => [
        `reason ${rule}`,
        [verdict.reason({ rule, ...REASON_FACTS } as unknown as Reason)],
      ]),
    ),
    ...Object.fromEntries(
      RULES.map((rule) => [
        `next step ${rule}`,
        (['online', 'offline', 'backing-up'] as const).flatMap(
          (status) => verdict.nextStep({ rule, ...REASON_FACTS } as unknown as CountedReason, status) ?? [],
        ),
      ]),
    ),
    'reason in other words': [
      ...[
        { rule: 'online-but-stale', backup: undefined },
        { rule: 'never-backed-up', backup: undefined },
        { rule: 'half-protected', onDay: '2026-11-19' },
        { rule: 'backup-late', onDay: '2026-11-19' },
        { rule: 'backup-stale', ageMs: 80 * H },
      ].map((facts) => verdict.reason({ ...REASON_FACTS, ...facts } as unknown as Reason)),
    ],
    verdict: [verdict.moreInDetails(2), ...LEVELS.map((level) => verdict.since(level, 'x'))],
  };
}
