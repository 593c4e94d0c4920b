import { Keyv } from 'keyv';
import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/backup-service/faults.ts';
import { type StartOptions, startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus, type LookupDeps } from '../../src/lookup/lookup-backup-status.ts';
import { type BackupService, createBackupService } from '../../src/service/client.ts';
import type { ServiceDeps } from '../../src/service/http.ts';
import { HOUR_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';
import { serviceSettings } from '../support/service-settings.ts';
import { createLogCapture } from './deps.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

interface Given {
  readonly service?: StartOptions;
  readonly adapter?: Partial<ServiceDeps>;
  readonly credentials?: { readonly password: string };
  readonly lookup?: Partial<LookupDeps>;
}

/** The look-up with the real adapter, against the reference service over a real socket. */
async function startBench(given: Given = {}) {
  const now = () => NOW_MS;
  const reference = await startBackupService({ now, ...given.service });
  const { log, lines } = createLogCapture();
  const adapter = createBackupService({
    settings: serviceSettings({ ...reference, ...given.credentials }),
    now,
    log,
    ...given.adapter,
  });
  open.push(reference, adapter);
  const lookup = createLookupBackupStatus({
    readAccount: adapter.readAccount,
    lastAnswers: createLastAnswers({ store: new Keyv(), ttlMs: 24 * HOUR_MS, now, log }),
    termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    freshForMs: 15_000,
    budgetMs: 20_000,
    now,
    log,
    ...given.lookup,
  });
  return { lookup, reference, adapter, lines };
}

/** A first answer in its own good time, so that a tight budget meets a token that is there. */
const logIn = (adapter: BackupService) => adapter.readAccount('1001', { budgetMs: 20_000 });

/** `level: rule, rule` of what was found, or the kind and reason of what was not. */
function summaryOf(outcome: LookupOutcome): string {
  if (outcome.kind === 'found') {
    const { level, reasons } = outcome.answer.verdict;
    return [level, ...reasons.map(({ rule }) => rule)].join(' ');
  }
  return outcome.kind === 'unavailable' ? `unavailable ${outcome.reason}` : outcome.kind;
}

describe('a service that fails', () => {
  test.each<[string, Fault]>([
    ['unavailable bad-response', { kind: 'truncated-json' }],
    ['unavailable bad-response', { kind: 'not-an-object' }],
    ['unavailable busy', { kind: 'rate-limited', retryAfterSeconds: 60 }],
    ['unavailable no-answer', { kind: 'status', status: 503, headers: { 'retry-after': '60' } }],
    ['forbidden', { kind: 'status', status: 401 }],
    ['invalid-id', { kind: 'status', status: 400 }],
    ['forbidden', { kind: 'status', status: 403 }],
    ['not-found', { kind: 'status', status: 404 }],
    [
      'attention package-end-unreadable time-unreadable time-unreadable status-unknown',
      { kind: 'wrong-types' },
    ],
  ])('is told as %s: %o', async (summary, fault) => {
    const { lookup, reference } = await startBench();
    reference.addFault(fault, { operation: 'general-info' });
    expect(summaryOf(await lookup('1001'))).toBe(summary);
  });

  test('by refusing the credentials is told as such, and the log stays free of them', async () => {
    const { lookup, lines, reference } = await startBench({ credentials: { password: 'wrong-one' } });
    expect(summaryOf(await lookup('1001'))).toBe('unavailable login-rejected');
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'unavailable', reason: 'login-rejected' }));
    expect(JSON.stringify(lines)).not.toContain('wrong-one');
    expect(reference.counts.logins).toBe(0);
  });

  test('by going away is told as giving no answer', async () => {
    const { lookup, reference, adapter } = await startBench({ lookup: { budgetMs: 150 } });
    await logIn(adapter);
    await reference.close();
    expect(summaryOf(await lookup('1002'))).toBe('unavailable no-answer');
  });
});
