import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTable } from '../support/read-table.ts';
import { DOCUMENTS, PROJECT, readDocument } from './markdown.ts';

/** A number in a document, with the text around it, and what `src` has for it: the end of the path of the file, and the code. */
const NUMBERS: Readonly<Record<string, readonly (readonly [phrase: string, file: string, code: string])[]>> =
  {
    'docs/limits.md': [
      ['listed in Home | 20, worst', 'home.ts', 'MAX_ROWS = 20'],
      ['| Accounts in one command | 10 |', 'input.ts', 'MAX_IDS = 10'],
      ['a field | 1,000 characters', 'input.ts', 'MAX_TYPED = 1_000'],
      ['its first 3,000 characters', 'shortcut.ts', 'MAX_READ = 3_000'],
      ['signed HTTP request | 1 MiB', 'slack/http.ts', 'BODY_LIMIT_BYTES = 2 ** 20'],
      ['of signed HTTP | 1,000;', 'slack/http.ts', 'MAX_CONNECTIONS = 1_000'],
      ['did not get | 60 s', 'intake.ts', 'SENT_AGAIN_WITHIN_MS = 60_000'],
      ['wait for a slot | 2,000', 'service/client.ts', 'MAX_WAITING = 2_000'],
      ['of the service | 64 KiB', 'service/client.ts', 'MAX_BODY_BYTES = 65_536'],
      ['answer | 1,000 characters', 'parse-account.ts', 'MAX_TEXT_LENGTH = 1_000'],
      ['list of accounts | 20,000;', 'names.ts', 'MAX_LISTED = 20_000'],
      ['a name of 100 characters', 'account-list.ts', 'MAX_ACCOUNT_NAME = 100'],
      ['in Home | 3,000 characters, read for nine minutes', 'accounts.ts', 'MAX_PASTED = 3_000'],
      ['read for nine minutes', 'account-list.ts', 'READ_FOR_MS = 9 * 60_000'],
      ['imported | 8 MiB', 'cli/accounts.ts', 'MAX_BYTES = 8 * 1024 * 1024'],
      ['offered for a name | 8 |', 'names.ts', 'MAX_CHOICES = 8'],
      ['rules | 256 KiB,', 'account-rules.ts', 'MAX_BYTES = 256 * 1024'],
      ['and 1,000 ids with `*`', 'account-rules.ts', 'MAX_PATTERNS = 1_000'],
      ['watches | 50 ids', 'watch-list.ts', 'MAX_WATCHES = 50'],
      ['ten ids in one command', 'input.ts', 'MAX_IDS = 10'],
      ['each at most once in 15 s', 'lookup-backup-status.ts', 'freshForMs: 15_000'],
      ['of a mute | 300 characters,', 'slack/kit/text.ts', 'note: 300'],
      ['for 30 days at most', 'watch/schedule.ts', 'MAX_QUIET_DAYS = 30'],
      ['an alert lists | 10', 'plan-notification.ts', 'MAX_ROWS = 10'],
      ['mentions | 10, after asking Slack about 50;', 'access.ts', 'MAX_CHECKED] = [10, 50]'],
      ['to one channel | five minutes apart', 'plan-notification.ts', 'ALERTS_APART_MS = 5 * MINUTE_MS'],
      ['shows 15 that need', 'slack/summary/summary.ts', 'MAX_ROWS = 15'],
      ['names 5 in each other line', 'slack/summary/summary.ts', 'MAX_NAMES = 5'],
      ['looks 6 h ahead', 'watch/summary.ts', 'AHEAD_MS = 6 * HOUR_MS'],
      ['at its time | 2 h', 'watch/schedule.ts', 'TOO_LATE_MS = 2 * HOUR_MS'],
      ['or every 4 hours', 'watch/pace.ts', 'MANY_EVERY_MS = 4 * HOUR_MS'],
      ['if more than 1,000 are', 'watch/pace.ts', 'FEW = 1_000'],
      ['in its first day every 10 min', 'watch/pace.ts', 'BAD_EVERY_MS = 10 * MINUTE_MS'],
      ['then every 30 min', 'watch/pace.ts', 'LONG_BAD_EVERY_MS = 30 * MINUTE_MS'],
      ['watched accounts | 35 days', 'engine/engine.ts', 'HISTORY_KEPT_MS = 35 * DAY_MS'],
      ['look-up has time (18 s)', 'lookup-backup-status.ts', 'budgetMs: 18_000'],
      ['sign-in ends after 8 s', 'service/client.ts', 'LOGIN_WITHIN_MS = 8_000'],
      ['look-ups of five different', 'circuit-breaker.ts', 'ACCOUNTS_TO_OPEN = 5'],
      ['After 10 s look-ups', 'circuit-breaker.ts', 'PAUSE_MS = 10_000'],
      ['`Retry-After`, five minutes at most', 'service/client.ts', 'MAX_RETRY_AFTER_MS = 5 * 60_000'],
      ['without that header 10 s', 'circuit-breaker.ts', 'PAUSE_MS = 10_000'],
      ['waits for 1 minute, then', 'token-cache.ts', 'FIRST_BACK_OFF_MS = 60_000'],
      ['up to 15 minutes', 'token-cache.ts', 'LONGEST_BACK_OFF_MS = 15 * 60_000'],
    ],
    'docs/using.md': [
      ['worst first, ten at most', 'input.ts', 'MAX_IDS = 10'],
      ['It lasts 12 hours', 'incident.ts', 'ACKNOWLEDGED_FOR_MS = 12 * HOUR_MS'],
      ['shows 30 days', 'watch/history.ts', 'DAYS = 30'],
    ],
    'docs/using-details.md': [
      ['up to eight are buttons', 'names.ts', 'MAX_CHOICES = 8'],
      ['worst first, 15 a page', 'blocks.ts', 'ON_PAGE = 15'],
      ['can have 50 watches', 'watch-list.ts', 'MAX_WATCHES = 50'],
      ['from 08:00 to', 'schedule.ts', 'DAY_BEGINS_MS = 8 * HOUR_MS'],
      ['to 20:00 in the time zone', 'plan-notification.ts', 'DAY_ENDS_MS = 20 * HOUR_MS'],
      ['that lasted 15 minutes', 'history.ts', 'SHOWN_FROM_MS = 15 * MINUTE_MS'],
      ['more than five hours', 'watch/observe.ts', 'HOLDS_FOR_MS = 5 * HOUR_MS'],
    ],
    'docs/install.md': [['client_max_body_size 1m;', 'slack/http.ts', 'BODY_LIMIT_BYTES = 2 ** 20']],
    'docs/security.md': [
      ['once in five minutes for each', 'access.ts', 'FRESH_MS, KEEP_MS] = [5 * MINUTE_MS'],
      ['removes them; 50 for each', 'account/names.ts', 'MAX_PINS = 50'],
      ['the last 10 of each person', 'account/names.ts', 'MAX_RECENTS = 10'],
    ],
    'docs/monitoring/README.md': [['the service for 18 s', 'lookup-backup-status.ts', 'budgetMs: 18_000']],
    'docs/operate.md': [
      ['a query within half a second', 'operations/server.ts', 'CHECK_UP_WITHIN_MS = 500'],
      ['for more than ten minutes', 'pace.ts', 'LATE_AFTER_MS = 10 * MINUTE_MS'],
      ['answer of the last 15 s', 'lookup-backup-status.ts', 'freshForMs: 15_000'],
      ['Exit code 0 after 10 s', 'app.ts', 'STOP_WITHIN_MS = 10_000'],
      ['up to 3 s more for closing', 'main.ts', 'CLOSE_WITHIN_MS = 3_000'],
    ],
  };

const rows = Object.entries(NUMBERS).flatMap(([document, numbers]) =>
  numbers.map(([phrase, file, code]) => ({ document, phrase, file, code })),
);

test.each(rows)('$document says "$phrase", and $file has $code', ({ document, phrase, file, code }) => {
  expect(readDocument(document)).toContain(phrase);
  const having = globSync(`src/**/${file}`, { cwd: PROJECT }).filter((path) =>
    [';', ','].some((end) => readDocument(path).includes(`${code}${end}`)),
  );
  expect(having).toHaveLength(1);
});

test('every limit in docs/limits.md is a number above or a setting', () => {
  const limits = readTable('docs/limits.md', 'What').rows.map(([, limit = '']) => limit);
  const shown = limits.flatMap(
    (limit) => limit.replaceAll(/`[^`]*`(?:, \d+)?/g, '').match(/\d[\d,]*(?<!,)/g) ?? [],
  );
  const phrases = (NUMBERS['docs/limits.md'] ?? []).map(([phrase]) => phrase);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((number) => !phrases.some((phrase) => phrase.includes(number)))).toEqual([]);
});

test('all documents except CHANGELOG have at most 26,000 words together', () => {
  const words = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap(
    (file) => readDocument(file).match(/\S+/g) ?? [],
  );
  expect(words.length).toBeLessThanOrEqual(26_000);
});
