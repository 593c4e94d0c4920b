import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import {
  type Difference,
  differencesBetween,
  snapshotOf,
  type ToldAge,
} from '../../../src/domain/compare-answers.ts';
import { formatDifference } from '../../../src/formatters/account/recheck-message.ts';
import { words } from '../../support/reader.ts';
import { account, answer, CHANNEL, hoursAgo } from '../samples.ts';

const RECHECKED_BY = words.recheck.line('<@U012AB3CD>', undefined);
const lineOf = (...changes: string[]) => words.recheck.line('<@U012AB3CD>', changes);
const BY = { by: 'U012AB3CD' };
const line = (
  differences: readonly Difference[] | undefined,
  by: Parameters<typeof formatDifference>[1] = BY,
) => {
  const message = formatDifference(differences, by, CHANNEL);
  expect(validateMessage(message)).toEqual([]);
  const [block] = message.blocks;
  return block?.type === 'section' ? block.text?.text : undefined;
};
const time = (ageMs: number): ToldAge => ({ kind: 'time', atMs: 1, ageMs });
const HOUR_MS = 3_600_000;

describe('the line in the thread of a shared card', () => {
  it('says who re-checked and what is no longer as the card said', () => {
    const before = answer(account({ folders: hoursAgo(51), status: { kind: 'offline', sent: 'x' } }));
    const after = answer(account({ folders: hoursAgo(1 / 3) }));
    const message = formatDifference(differencesBetween(snapshotOf(before), snapshotOf(after)), BY, CHANNEL);
    const changes = [
      words.recheck.level('critical', 'healthy'),
      words.recheck.newBackup('folders', words.time.ago(HOUR_MS / 3)),
      words.recheck.status('offline', 'online'),
    ];
    expect(message).toEqual({
      text: words.recheck.line(undefined, changes),
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: words.recheck.line('<@U012AB3CD>', changes),
            verbatim: true,
          },
        },
      ],
    });
  });

  it('says that nothing changed, and nothing at all where the card told nothing to compare with', () => {
    expect(line([])).toBe(lineOf());
    expect(line(undefined)).toBe(RECHECKED_BY);
  });

  it('says by how much the newest backup has grown older while none has run', () => {
    const same = { before: time(72 * HOUR_MS), after: time(96 * HOUR_MS) };
    expect(line([], { ...BY, same })).toBe(
      lineOf(
        words.recheck.noNewBackup(
          words.time.shortDuration(72 * HOUR_MS),
          words.time.shortDuration(96 * HOUR_MS),
        ),
      ),
    );
    expect(line(undefined, { ...BY, same })).toBe(RECHECKED_BY);
  });

  it('mentions nobody who is no Slack user', () => {
    expect(line([], { by: '!channel' })).toBe(words.recheck.line(undefined, []));
  });

  it.each<[Difference, string]>([
    [{ kind: 'level', before: 'healthy', after: 'attention' }, words.recheck.level('healthy', 'attention')],
    [{ kind: 'level', before: 'unknown', after: 'critical' }, words.recheck.level('unknown', 'critical')],
    [
      { kind: 'backup', backup: 'database', before: { kind: 'never' }, after: time(0) },
      words.recheck.newBackup('database', words.time.ago(0)),
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'ahead' }, after: time(5 * HOUR_MS) },
      words.recheck.backup('folders', words.card.clockWrong, words.time.shortDuration(5 * HOUR_MS)),
    ],
    [
      {
        kind: 'backup',
        backup: 'folders',
        before: { kind: 'day', atMs: 1, daysAgo: 3 },
        after: { kind: 'day', atMs: 2, daysAgo: 0 },
      },
      words.recheck.newBackup('folders', words.time.daysAgo(0)),
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'unreadable' }, after: { kind: 'not-reported' } },
      words.recheck.backup('folders', words.recheck.unreadable, words.card.notReported),
    ],
    [
      { kind: 'status', before: 'unknown', after: 'backing-up' },
      words.recheck.status('unknown', 'backing-up'),
    ],
    [
      { kind: 'status', before: 'not-reported', after: 'online' },
      words.recheck.status('not-reported', 'online'),
    ],
    [
      { kind: 'package-end', before: '2026-11-26', after: '2027-11-26' },
      words.recheck.packageEnd(words.time.day('2026-11-26'), words.time.day('2027-11-26')),
    ],
    [
      { kind: 'package-end', before: undefined, after: '2027-11-26' },
      words.recheck.packageEnd(words.card.notReported, words.time.day('2027-11-26')),
    ],
  ])('%o', (difference, text) => {
    expect(line([difference])).toBe(lineOf(text));
  });
});
