import { expect, test } from 'vitest';
import { parseQuota } from '../../../src/backup-service/parse/parse-account.ts';

test.each([
  ['500 GB', 500, 'GB'],
  ['500gb', 500, 'GB'],
  ['1.5TB', 1.5, 'TB'],
  ['1,5 TB', 1.5, 'TB'],
  ['  2  PB ', 2, 'PB'],
  ['0 B', 0, 'B'],
  ['1024 KB', 1024, 'KB'],
  ['0.25 MB', 0.25, 'MB'],
])('%s is read', (sent, amount, unit) => {
  expect(parseQuota(sent)).toEqual({ kind: 'size', amount, unit });
});

test.each([
  'sınırsız',
  'unlimited',
  '500',
  'GB',
  '500 GiB',
  '-5 GB',
  '1.024 GB',
  '1,024 GB',
  '1.024,5 GB',
  '1. GB',
  '5 GB / 10 GB',
  `${'9'.repeat(400)} GB`,
])('%s stays as it was sent', (sent) => {
  expect(parseQuota(sent)).toEqual({ kind: 'as-sent', text: sent });
});
