import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import {
  type Difference,
  differencesBetween,
  snapshotOf,
  type ToldAge,
} from '../../src/domain/compare-answers.ts';
import { formatDifference } from '../../src/formatters/recheck-message.ts';
import { account, answer, CHANNEL, hoursAgo } from './samples.ts';

const BY = { by: 'U012AB3CD' };
const line = (differences: readonly Difference[] | undefined, by = BY) => {
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
    expect(message).toEqual({
      text: 'Re-checked: act now → fine, folders 2 d 3 h → 20 min, offline → online',
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: 'Re-checked by <@U012AB3CD>: act now → fine, folders 2 d 3 h → 20 min, offline → online',
            verbatim: true,
          },
        },
      ],
    });
  });

  it('says that nothing changed, and nothing at all where the card told nothing to compare with', () => {
    expect(line([])).toBe('Re-checked by <@U012AB3CD>: no change');
    expect(line(undefined)).toBe('Re-checked by <@U012AB3CD>');
  });

  it('mentions nobody who is no Slack user', () => {
    expect(line([], { by: '!channel' })).toBe('Re-checked: no change');
  });

  it.each<[Difference, string]>([
    [{ kind: 'level', before: 'healthy', after: 'attention' }, 'fine → watch'],
    [{ kind: 'level', before: 'unknown', after: 'critical' }, 'cannot tell → act now'],
    [
      { kind: 'backup', backup: 'database', before: { kind: 'never' }, after: time(0) },
      'database never → under 1 min',
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'ahead' }, after: time(5 * HOUR_MS) },
      'folders clock looks wrong → 5 h',
    ],
    [
      {
        kind: 'backup',
        backup: 'folders',
        before: { kind: 'day', atMs: 1, daysAgo: 3 },
        after: { kind: 'day', atMs: 2, daysAgo: 0 },
      },
      'folders 3 days ago → today',
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'unreadable' }, after: { kind: 'not-reported' } },
      'folders unreadable → not reported',
    ],
    [{ kind: 'status', before: 'unknown', after: 'backing-up' }, 'unknown status → backing up'],
    [{ kind: 'status', before: 'not-reported', after: 'online' }, 'status not reported → online'],
    [
      { kind: 'package-end', before: '2026-11-26', after: '2027-11-26' },
      'package end 26 Nov 2026 → 26 Nov 2027',
    ],
    [
      { kind: 'package-end', before: undefined, after: '2027-11-26' },
      'package end not reported → 26 Nov 2027',
    ],
  ])('%o', (difference, said) => {
    expect(line([difference])).toBe(`Re-checked by <@U012AB3CD>: ${said}`);
  });
});
