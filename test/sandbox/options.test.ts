import { expect, test } from 'vitest';
import { parseOptions } from '../../sandbox/options.ts';

test.each([
  [['--bogus'], "Unknown option '--bogus'"],
  [['--language', 'de'], '--language must be en or tr'],
  [['/backup-status 1001'], 'npm run sandbox -- --once "/backup-status 1001"'],
  [['--then', '+1 day'], '--then needs --once'],
  [['--open', '--once', 'home'], '--once has no page to --open'],
])('%j is explained', (args, problem) => {
  expect(() => parseOptions(args)).toThrow(problem);
});
