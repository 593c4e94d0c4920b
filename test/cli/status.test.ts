import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from '../../sandbox/backup-service/reply.ts';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { plainSpaces } from '../../src/cli/status.ts';
import { LOOKUP_LIMITS } from '../../src/lookup/lookup-backup-status.ts';
import { FINE, HALF_PROTECTED, NO_BACKUP, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { runCaptured, settingsFor, temporaryFile } from './run-captured.ts';

let service: ReferenceBackupService;
beforeAll(async () => {
  service = await startBackupService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.clearFaults();
  service.resetCounts();
});

describe('the exit code', () => {
  test.each([
    ['healthy', '1001', 0, `✅ 1001 · ${plainSpaces(FINE)}`],
    ['late', '1007', 1, `⚠️ 1007 · ${plainSpaces(HALF_PROTECTED)}`],
    ['stale', '1004', 2, `🚨 1004 · ${plainSpaces(NO_BACKUP)}`],
    ['everything null', '1015', 3, '❔ 1015 · '],
    ['not found', 'no-such-id', 3, `🔍 no-such-id · ${plainSpaces(NOT_FOUND)}`],
  ])('of an account that is %s', async (_, id, exitCode, begins) => {
    const result = await runCaptured('status', [id], settingsFor(service));
    expect(result).toEqual({ exitCode, stdout: expect.stringContaining(begins), stderr: '' });
    expect(result.stdout.split('\n')).toHaveLength(2);
  });

  test.each<[string, Fault]>([
    // Keeps the app from asking again before this time is over.
    ['answers 502', { kind: 'status', status: 502, headers: { 'retry-after': '60' } }],
    ['does not answer', { kind: 'hang' }],
  ])('is 3 when the service %s', async (_, fault) => {
    service.addFault(fault, { operation: 'general-info' });
    const { budgetMs } = LOOKUP_LIMITS;
    onTestFinished(() => void Object.assign(LOOKUP_LIMITS, { budgetMs }));
    LOOKUP_LIMITS.budgetMs = 500;
    const result = await runCaptured('status', ['1001'], settingsFor(service));
    expect(result).toMatchObject({ exitCode: 3, stderr: '' });
    expect(result.stdout).toContain(plainSpaces(words.failure.unavailable['no-answer'](undefined).what));
  });

  test('is 3 when the sign-in is refused, and standard error names what to check', async () => {
    const wrong = { ...settingsFor(service), BACKUP_SERVICE_PASSWORD: 'wrong' };
    expect(await runCaptured('status', ['1001', '1004'], wrong)).toEqual({
      exitCode: 3,
      stdout: expect.stringContaining(
        plainSpaces(words.failure.unavailable['login-rejected'](undefined).what),
      ),
      stderr: 'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD; npm run doctor says more.\n',
    });
  });

  test('is that of the worst account, which comes first; each account needs one request, all need one login', async () => {
    const { exitCode, stdout } = await runCaptured(
      'status',
      ['1001', '1004', '1001', 'nope', '1007'],
      settingsFor(service),
    );
    const ids = stdout.split('\n').map((line) => line.split(' ')[1]);
    expect([exitCode, ids]).toEqual([2, ['1004', '1007', 'nope', '1001', undefined]]);
    expect(service.counts).toMatchObject({ logins: 1, rejectedLogins: 0, generalInfos: 4 });
  });
});

test('an account whose turn comes late is read while the service may still answer in time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const release = service.hold();
  const settings = { ...settingsFor(service), BACKUP_SERVICE_MAX_CONCURRENT: '1' };
  const checked = runCaptured('status', ['1001', '1002'], settings);
  await expect.poll(() => service.counts.generalInfos).toBe(1);
  vi.advanceTimersByTime(LOOKUP_LIMITS.budgetMs - 4_000);
  release();
  expect(await checked).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a bar in a name does not begin the performance data of Nagios', async () => {
  const rules = 'rules: [{ name: a, accounts: "1004", display_name: "Acme | Istanbul" }]';
  const settings = { ...settingsFor(service), ACCOUNT_RULES_FILE: temporaryFile('rules.yaml', rules) };
  const { exitCode, stdout } = await runCaptured('status', ['1004'], settings);
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('🚨 Acme ¦ Istanbul (1004) · ')]);
  expect(stdout).not.toContain('|');
});

test('a quote in a name does not end the argument', async () => {
  const rules = `rules: [{ name: a, accounts: "1001", display_name: '1004" Rack' }]`;
  const settings = { ...settingsFor(service), ACCOUNT_RULES_FILE: temporaryFile('rules.yaml', rules) };
  const { exitCode, stdout } = await runCaptured('status', ['1004" Rack'], settings);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^✅ 1004" Rack \(1001\) .*\n$/)]);
});

describe('an argument that cannot be looked up', () => {
  test('status needs no Slack settings, and names wrong settings of its own', async () => {
    const wrong = { ...settingsFor(service), SLACK_BOT_TOKEN: 'nonsense', ALLOWED_CHANELS: 'x', PORT: 'x' };
    expect(await runCaptured('status', ['1001'], wrong)).toMatchObject({ exitCode: 0 });
    const { BACKUP_SERVICE_URL: _, ...rest } = wrong;
    const { exitCode, stdout, stderr } = await runCaptured('status', ['1001'], {
      ...rest,
      BACKUP_LATE_AFTER_HOURS: '90',
    });
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr.match(/^ {2}\w+/gm)).toEqual(['  BACKUP_SERVICE_URL', '  BACKUP_STALE_AFTER_HOURS']);
  });

  test('status names a misspelt limit on standard error and judges by the default', async () => {
    const misspelt = { ...settingsFor(service), BACKUP_STALE_AFTER_HOUR: '720', HISTORY_DAYS: '90' };
    expect(await runCaptured('status', ['1004'], misspelt)).toEqual({
      exitCode: 2,
      stdout: expect.stringMatching(/^🚨 1004 .*\n$/),
      stderr:
        'these settings no longer exist, remove them: HISTORY_DAYS\n' +
        'BACKUP_STALE_AFTER_HOUR is not a setting: did you mean BACKUP_STALE_AFTER_HOURS?\n',
    });
  });

  test('is named on standard error alone, does not stop the others, and counts as unknown', async () => {
    const rules = `rules:
  - { name: a, accounts: "1001", display_name: Liman }
  - { name: b, accounts: "1004", display_name: Limon }`;
    const settings = { ...settingsFor(service), ACCOUNT_RULES_FILE: temporaryFile('rules.yaml', rules) };
    expect(await runCaptured('status', ['1001', 'lim', '\u0007'], settings)).toEqual({
      exitCode: 3,
      stdout: expect.stringMatching(/^✅ Liman \(1001\) · .*\n$/),
      stderr: expect.stringMatching(/^.+\n.*1001.*1004.*\n$/),
    });
    expect(await runCaptured('status', ['1004', 'lim'], settings)).toMatchObject({ exitCode: 2 });
    const { stdout } = await runCaptured('status', ['1001', 'lim', '--json'], settings);
    expect(JSON.parse(stdout)).toMatchObject({ level: 'unknown', exitCode: 3 });
  });

  test('every argument fails when the account rules have a mistake', async () => {
    const ACCOUNT_RULES_FILE = temporaryFile('rules.yaml', 'rules: none');
    const result = await runCaptured('status', ['1001'], { ...settingsFor(service), ACCOUNT_RULES_FILE });
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toMatch(/^ACCOUNT_RULES_FILE .*rules\.yaml: line 1: rules /);
  });
});
