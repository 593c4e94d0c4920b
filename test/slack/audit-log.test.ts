import { expect, test } from 'vitest';
import { logAudit } from '../../src/slack/audit-log.ts';
import { found, unavailable } from '../messages/samples.ts';
import { captureLog } from '../support/capture-log.ts';

test('the line names accounts and outcomes, and nothing of the account', () => {
  const { log, lines } = captureLog();
  const person = { userId: 'U1', teamId: 'T1' };
  const stopwatch = { startedAtMs: 0, elapsedMs: () => 12, leftMs: () => 0 };
  logAudit(
    log,
    { person, stopwatch, channelId: 'C1' },
    {
      by: 'command',
      outcomes: [found(), unavailable('no-answer', 'ada@customer.example')],
      delivery: 'deferred',
    },
  );
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      audit: true,
      by: 'command',
      userId: 'U1',
      channelId: 'C1',
      teamId: 'T1',
      durationMs: 12,
      delivery: 'deferred',
      audience: 'private',
      accounts: [
        { id: '1001', outcome: 'found' },
        { id: '(not a known id)', outcome: 'unavailable' },
      ],
      msg: 'answered',
    },
  ]);
});
