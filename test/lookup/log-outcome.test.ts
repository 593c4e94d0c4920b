import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/service/errors.ts';
import { answering, createBench, failing } from './deps.ts';

describe('the log', () => {
  test('has one line per look-up: outcome, source, verdict and duration', async () => {
    const { lookup, service, clock, lines } = createBench();
    service.reply = async (id) => {
      clock.nowMs += 250;
      return answering(id);
    };
    await lookup('1001');
    await lookup('1001');
    expect(lines).toMatchObject([
      { level: 30, accountId: '1001', kind: 'found', source: 'live', verdict: 'healthy', durationMs: 250 },
      { level: 20, accountId: '1001', kind: 'found', source: 'cached', durationMs: 0 },
    ]);
  });

  test('has one warning for a failure that several look-ups share, with the facts of its cause', async () => {
    const { lookup, service, lines } = createBench();
    service.reply = failing(
      new ServiceError('server-error', { operation: 'general-info', status: 503, retryAfterMs: 5_000 }),
    );
    await Promise.all([lookup('1001'), lookup('1001')]);
    expect(lines).toMatchObject([
      {
        level: 40,
        kind: 'unavailable',
        reason: 'no-answer',
        retryAfterMs: 5_000,
        error: { code: 'server-error', status: 503 },
      },
      { level: 20, kind: 'unavailable', isShared: true },
    ]);
  });
});
