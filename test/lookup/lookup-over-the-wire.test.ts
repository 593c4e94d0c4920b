import { Keyv } from 'keyv';
import { afterEach, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import type { Fault } from '../../sandbox/backup-service/faults.ts';
import {
  type ReferenceBackupService,
  type StartOptions,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus, type LookupDeps } from '../../src/lookup/lookup-backup-status.ts';
import { type BackupService, createBackupService } from '../../src/service/client.ts';
import type { ServiceDeps } from '../../src/service/http.ts';
import { HOUR_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';
import { createLogCapture } from './deps.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

interface Given {
  readonly service?: StartOptions;
  readonly adapter?: Partial<ServiceDeps>;
  readonly lookup?: Partial<LookupDeps>;
}

/** The look-up with the real adapter, against the reference service over a real socket. */
async function startBench(given: Given = {}) {
  const now = () => NOW_MS;
  const reference = await startBackupService({ now, ...given.service });
  const { log, lines } = createLogCapture();
  const adapter = createBackupService({
    url: reference.url,
    username: reference.username,
    password: reference.password,
    maxConcurrentRequests: 8,
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

const counted = ({ counts: { logins, generalInfos } }: ReferenceBackupService) => ({ logins, generalInfos });

/** `level: rule, rule` of what was found, or the kind and reason of what was not. */
function summaryOf(outcome: LookupOutcome): string {
  if (outcome.kind === 'found') {
    const { level, reasons } = outcome.answer.verdict;
    return [level, ...reasons.map(({ rule }) => rule)].join(' ');
  }
  return outcome.kind === 'unavailable' ? `unavailable ${outcome.reason}` : outcome.kind;
}

describe('a crowd', () => {
  test('of 1,000 asking for one account at once, cold, costs one login and one general-info', async () => {
    const { lookup, reference } = await startBench();
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => lookup('1001')));
    expect(new Set(outcomes.map(summaryOf))).toEqual(new Set(['healthy']));
    expect(counted(reference)).toEqual({ logins: 1, generalInfos: 1 });
    await lookup('1001');
    expect(counted(reference)).toEqual({ logins: 1, generalInfos: 1 });
    await lookup('1001', { fresh: true });
    expect(counted(reference)).toEqual({ logins: 1, generalInfos: 2 });
  });

  test('in which one account fails hides no other', async () => {
    const { lookup, reference } = await startBench();
    reference.addFault({ kind: 'truncated-json' }, { account: '1002' });
    const outcomes = await Promise.all(['1001', '1002', '1003'].map((id) => lookup(id)));
    expect(outcomes.map(summaryOf)).toEqual([
      'healthy',
      'unavailable bad-response',
      'healthy offline-but-fresh',
    ]);
  });
});

test('every account of the reference service gets the verdict that its title says', async () => {
  const { lookup } = await startBench();
  const summary = async (id: string) => [id, summaryOf(await lookup(id))];
  const expected = {
    '1001': 'healthy',
    '1002': 'healthy',
    '1003': 'healthy offline-but-fresh',
    '1004': 'critical backup-stale backup-stale package-ends-soon',
    '1005': 'critical online-but-stale backup-stale backup-stale',
    '1006': 'attention stuck-while-backing-up backup-late backup-late',
    '1007': 'attention half-protected',
    '1008': 'critical never-backed-up',
    '1009': 'healthy backup-unused',
    '1010': 'attention package-ends-soon',
    '1011': 'critical package-ended online-but-stale backup-stale backup-stale',
    '1012': 'healthy daily-allowance-used',
    '1013': 'healthy',
    '1014': 'healthy',
    '1015': 'unknown nothing-reported',
    '1016': 'attention package-end-unreadable time-unreadable',
    '1017': 'healthy',
    '1018': 'unknown status-unknown',
    '1019': 'healthy',
    '1020': 'unknown clock-wrong clock-wrong',
    '1021': 'unknown status-unknown',
    'Müşteri 7/A %20': 'healthy',
    '1023': 'attention package-end-unreadable time-unreadable time-unreadable',
    '1024': 'unknown nothing-reported',
    '1025': 'healthy',
  };
  expect(Object.fromEntries(await Promise.all(ACCOUNTS.map(({ id }) => summary(id))))).toEqual(expected);
});

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
    const { lookup, lines, reference } = await startBench({ adapter: { password: 'wrong-one' } });
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
