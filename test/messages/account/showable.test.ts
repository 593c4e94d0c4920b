import { expect, test } from 'vitest';
import { formatLookup } from '../../../src/slack/card/card.ts';
import { showableAnswer } from '../../../src/slack/card/showable.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, answer, found, PRIVATE } from '../samples.ts';

test('texts from outside are tidied and cut wherever they stand', () => {
  const long = `\u202E${'x'.repeat(1000)}`;
  const { verdict, ...rest } = answer(
    account({
      packageName: long,
      clientVersion: long,
      packageEndsOn: long,
      quota: { kind: 'as-sent', text: long },
      status: { kind: 'unknown', sent: long },
    }),
  );
  const reasons = [
    { rule: 'status-unknown', level: 'unknown', sent: long },
    { rule: 'package-ended', level: 'critical', endedOn: long, daysAgo: 1 },
    {
      rule: 'package-ends-soon',
      level: 'attention',
      endsOn: long,
      daysLeft: 1,
      threshold: verdict.thresholds.packageEndsSoon,
    },
  ] as const;
  const { account: shown, verdict: judged } = showableAnswer({ ...rest, verdict: { ...verdict, reasons } });
  const { packageName, clientVersion, packageEndsOn, quota, status } = shown;
  expect({ packageName, clientVersion, packageEndsOn, quota, status, reasons: judged.reasons }).toMatchObject(
    {
      packageName: `${'x'.repeat(79)}…`,
      clientVersion: `${'x'.repeat(39)}…`,
      packageEndsOn: `${'x'.repeat(59)}…`,
      quota: { text: `${'x'.repeat(39)}…` },
      status: { sent: `${'x'.repeat(39)}…` },
      reasons: [
        { sent: `${'x'.repeat(39)}…` },
        { endedOn: `${'x'.repeat(59)}…` },
        { endsOn: `${'x'.repeat(59)}…` },
      ],
    },
  );
});

test('an answer kept under a zone that no longer exists is read in UTC, and says so', () => {
  const outcome = found();
  if (outcome.kind !== 'found') throw new Error('not found');
  const about = account({ zone: { id: 'Mars/Olympus', assumedFrom: 'setting' } });
  const message = formatLookup({ ...outcome, answer: { ...outcome.answer, account: about } }, PRIVATE);
  expect(drawn(message.blocks).join('\n')).toContain(`|${words.time.dayAgo('2026-11-21', 0)} 00:40 UTC>`);
});
