import type { Words } from '../../../src/words/words.ts';
import { H, ids, limit } from './values.ts';

/** Cards, lists, Details and answers to commands. */
export function answerPhrases(words: Words): Readonly<Record<string, readonly string[]>> {
  const { card, failure, handOver, triage, details, command, checkUp, numbers, share, time } = words;
  const tally = { critical: 1, attention: 1, unknown: 1, notChecked: 1, notFound: 1, healthy: 2 };
  return {
    time: [
      ...[0, 20 * 60_000, 5 * H, 80 * H].flatMap((ms) => [time.duration(ms), time.ago(ms)]),
      ...[0, 1, 3].map(time.daysAgo),
      time.day('2027-06-09'),
      time.threshold({ ...limit, value: 14, unit: 'day' }),
    ],
    card: [
      ...[card.backupsToday(1, 4), card.backupsToday('x', 4), card.backupsToday(1, 'x'), card.asSent('x')],
      ...[card.folderUsage(1, 4), card.folderUsage('x', 4), card.folderUsage(1, 'x')],
      ...(['running', 'ends-soon', 'ended'] as const).map((state) => card.packageEnd('9', state)),
      ...[
        card.packageEndWithout('x'),
        card.read('x'),
        card.sharedBy('@x'),
        card.onItSince('x'),
        card.was('y', 'x'),
      ],
      ...[card.folderUsage(182_431, 50), card.folderUsage(1, 1), card.folderUsage('x', 'y')],
      ...[card.backupsToday('x', 'y'), numbers.percent(42)],
    ],
    ...Object.fromEntries(
      Object.entries(failure.unavailable).map(([reason, say]) => [
        `failure ${reason}`,
        [say().what, ...[undefined, 500, 30_000, 300_000].map((waitMs) => say(waitMs).next)],
      ]),
    ),
    triage: [
      ...[triage.summary(7, tally), triage.summary(3, { 'not-read': 1, muted: 2 })],
      ...[triage.asOf('x'), triage.backup('database', 'x'), triage.backup('folders', 'x')],
    ],
    details: [
      ...(['late', 'stale', 'packageEndsSoon'] as const).map((name) =>
        details.limits[name](time.threshold(limit)),
      ),
      ...[true, false].map((isSet) => details.zone('UTC', isSet)),
      ...[details.setBy('x', 'X'), details.limits.ignored('folders'), details.limits.minimumClient('4')],
    ],
    command: [
      ...[command.pending('1001'), command.defectReference('x')],
      command.problem({ kind: 'id-unreadable', typed: 'x' }),
      ...[command.whichOne('x', ids, 0), command.whichOne('x', ids, 2), command.didYouMean(ids)],
      command.problem({ kind: 'id-unreadable', typed: '' }),
      command.problem({ kind: 'unknown-word', typed: 'x', line: 'x' }),
      ...command.help.examples.map(({ gives }) => gives),
      command.problem({ kind: 'too-much', accounts: 10, characters: 1_000 }),
    ],
    checkUp: [
      ...[checkUp.failing('x'), checkUp.lastAnswer('x'), checkUp.databaseDown('x'), checkUp.serviceAway('x')],
      ...[checkUp.late('x'), checkUp.watching(1, 'x'), checkUp.watching(12, 'x')],
      ...[checkUp.notNotified(1), checkUp.notNotified(2)],
    ],
    handOver: [handOver.label('Acme')],
    share: [share.label('Acme'), share.shared('#x'), share.label(share.summary)],
  };
}
