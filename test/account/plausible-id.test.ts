import { expect, test } from 'vitest';
import { isPlausibleId } from '../../src/account/outcome.ts';

test.each(['1', '1001', 'Müşteri 7/A %20', '-', '😀', 'x'.repeat(128), '😀'.repeat(128)])(
  '%j may be sent',
  (id) => {
    expect(isPlausibleId(id)).toBe(true);
  },
);

test.each([
  '',
  ' ',
  ' 1001',
  '1001\n',
  '10\u000001',
  'x'.repeat(129),
  '\uD800',
  '\u0301',
  '\u200B',
  '\uE000',
  '\uFFFD',
])('%j may not', (id) => {
  expect(isPlausibleId(id)).toBe(false);
});
