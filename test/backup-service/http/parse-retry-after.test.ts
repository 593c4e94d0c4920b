import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/backup-service/http/read-reply.ts';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');

test.each([
  ['3', 3_000],
  [' 120 ', 120_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 08:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
])('%s is %i ms', (header, expected) => {
  expect(parseRetryAfter(header, NOW_MS)).toBe(expected);
});

test.each([undefined, '', 'soon', '-5', '1.5', '99999999999999', 'Sat, 99 Foo 2026 08:00:00 GMT'])(
  '%o says nothing',
  (header) => {
    expect(parseRetryAfter(header, NOW_MS)).toBeUndefined();
  },
);
