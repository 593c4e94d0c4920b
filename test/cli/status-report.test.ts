import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import type { toReport } from '../../src/cli/status.ts';
import { runCaptured, settingsFor, temporaryFile } from './run-captured.ts';

const PUBLISHED = join(import.meta.dirname, '../../docs/status.schema.json');

const now = () => 1_800_000_000_000;
let service: ReferenceBackupService;
beforeAll(async () => {
  service = await startBackupService({ now });
});
afterAll(() => service.close());

/** The same schema without additional properties, which later versions may have. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inside ? { ...inside, additionalProperties: false } : inside;
}

test('the report of every account of the reference service and every failure matches the published schema', async () => {
  const ACCOUNT_RULES_FILE = temporaryFile(
    'rules.yaml',
    'rules: [{ name: a, accounts: "1007", display_name: Liman, ignore: database }]',
  );
  service.addFault({ kind: 'status', status: 403 }, { account: 'load-1' });
  // Keeps the app from asking again before this time is over.
  const headers = { 'retry-after': '60' };
  service.addFault({ kind: 'status', status: 503, headers }, { account: 'load-2' });
  const ids = [...ACCOUNTS.map(({ id }) => id), 'load-1', 'load-2', 'nope'];
  const settings = { ...settingsFor(service), ACCOUNT_RULES_FILE };
  const { exitCode, stdout } = await runCaptured('status', ['--json', ...ids], settings, now);
  const report = JSON.parse(stdout) as ReturnType<typeof toReport>;
  const isPublished = new Ajv2020({ allErrors: true, strict: true, formats: { 'date-time': true } }).compile(
    closed(JSON.parse(readFileSync(PUBLISHED, 'utf8'))) as object,
  );
  isPublished(report);
  expect(isPublished.errors ?? []).toEqual([]);

  expect(report).toMatchObject({
    version: 1,
    level: 'critical',
    exitCode,
    askedAt: '2027-01-15T08:00:00.000Z',
  });
  const accountOf = (id: string) => report.accounts.find((account) => account.id === id);
  expect(report.accounts).toHaveLength(ids.length);
  expect(accountOf('1007')).toMatchObject({
    name: 'Liman',
    level: 'attention',
    outcome: 'found',
    reasons: [
      { rule: 'backup-late', level: 'attention' },
      { rule: 'backup-ignored', level: 'note' },
    ],
    readAt: '2027-01-15T08:00:00.000Z',
    backups: {
      database: { state: 'at', lastAt: '2027-01-15T07:00:00.000Z', isIgnored: true },
      folders: { state: 'at', lastAt: '2027-01-14T02:00:00.000Z', precision: 'second', ageSeconds: 108_000 },
    },
    limits: { lateSeconds: 93_600, staleSeconds: 172_800 },
  });
  expect(accountOf('1015')?.backups).toEqual({ database: { state: 'never' }, folders: { state: 'never' } });
  expect(accountOf('1025')?.backups?.database.precision).toBe('day');
  expect(accountOf('load-2')).toMatchObject({
    outcome: 'unavailable',
    cause: 'no-answer',
    level: 'unknown',
  });
  expect(accountOf('load-1')).toMatchObject({ outcome: 'forbidden', level: 'unknown' });
  expect(stdout).not.toMatch(/@|\[at\]/);
});
