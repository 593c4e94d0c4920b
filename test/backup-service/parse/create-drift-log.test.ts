import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDriftLog } from '../../../src/backup-service/parse/general-info-fields.ts';

test('each field and kind is told once, at warn, by name only', () => {
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
