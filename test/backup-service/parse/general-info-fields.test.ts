import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  createDriftLog,
  readGeneralInfoFields,
} from '../../../src/backup-service/parse/general-info-fields.ts';
import { GENERAL_INFO_FIELDS } from '../../../src/domain/account.ts';

function read(body: Record<string, unknown>) {
  const drift: string[] = [];
  const fields = readGeneralInfoFields(body, (field, kind) => drift.push(`${field} ${kind}`));
  return { fields, drift };
}

test('sound fields come out as they are', () => {
  const { fields, drift } = read({ packageName: 'A', backupCount: 0, darkMode: false });
  expect(fields).toMatchObject({ packageName: 'A', backupCount: 0, darkMode: false });
  expect(drift).not.toContain('packageName absent');
});

test.each([
  ['backupCount', '12', 'wrong-type'],
  ['backupCount', -1, 'unreadable'],
  ['backupCount', 1.5, 'wrong-type'],
  ['backupCount', 1e300, 'unreadable'],
  ['darkMode', 'true', 'wrong-type'],
  ['darkMode', 1, 'wrong-type'],
  ['packageName', 500, 'wrong-type'],
  ['packageName', null, 'null'],
  ['lastBackupDateDb', 20261121, 'wrong-type'],
] as const)('%s: %o is left out and reported as %s', (field, value, kind) => {
  const { fields, drift } = read({ [field]: value });
  expect(fields[field]).toBeUndefined();
  expect(drift).toContain(`${field} ${kind}`);
});

test('parses -0 as 0', () => {
  expect(read({ backupCount: -0 }).fields.backupCount).toBe(0);
});

test('null is an answer for a last backup, so no drift', () => {
  const { fields, drift } = read({ lastBackupDateDb: null, lastBackupTimeDb: null });
  expect(fields.lastBackupDateDb).toBeNull();
  expect(drift.filter((line) => line.endsWith('Db null'))).toEqual([]);
});

test('an empty object reports every field as absent', () => {
  expect(read({}).drift.filter((line) => line.endsWith(' absent'))).toHaveLength(GENERAL_INFO_FIELDS.length);
});

test('a field that is only inherited was not sent', () => {
  expect(read(Object.create({ packageName: 'inherited' })).fields.packageName).toBeUndefined();
});

test('drift is logged once for each field and kind, at warn, by name only', () => {
  const lines: Record<string, unknown>[] = [];
  const report = createDriftLog(pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }));
  report('quota', 'wrong-type');
  report('quota', 'wrong-type');
  report('quota', 'null');
  report('email', 'wrong-type');
  const { time: _time, ...first } = lines[0] ?? {};
  expect(first).toEqual({
    level: 40,
    field: 'quota',
    kind: 'wrong-type',
    msg: 'general info departs from the interface',
  });
  expect(lines.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'quota wrong-type',
    'quota null',
    'email wrong-type',
  ]);
});
