import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../support/read-table.ts';
import { DOCUMENTS, PROJECT, readDocument } from './markdown.ts';

/**
 * A number in a document, in brackets, with the text around it; the end of the path of the file in `src` with its constant;
 * the constant.
 */
const NUMBERS: Readonly<Record<string, readonly (readonly [phrase: string, file: string, name: string])[]>> =
  {
    'docs/limits.md': [
      ['listed in Home | [20], worst', 'home-view.ts', 'MAX_ROWS'],
      ['| Accounts in one command | [10] |', 'input.ts', 'MAX_IDS'],
      ['run of the command line | [1,000] |', 'cli/status.ts', 'MAX_ACCOUNTS'],
      ['a field | [1,000] characters', 'input.ts', 'MAX_TYPED'],
      ['its first [3,000] characters', 'shortcut.ts', 'MAX_READ'],
      ['signed HTTP request | [1 MiB]', 'slack/http.ts', 'BODY_LIMIT_BYTES'],
      ['of signed HTTP | [1,000];', 'slack/http.ts', 'MAX_CONNECTIONS'],
      ['did not get | [60 s]', 'intake.ts', 'SENT_AGAIN_WITHIN_MS'],
      ['wait for a slot | [2,000]', 'service/client.ts', 'MAX_WAITING'],
      ['answer | [1,000] characters', 'parse-account.ts', 'MAX_TEXT_LENGTH'],
      ['list of accounts | [20,000];', 'names.ts', 'MAX_LISTED'],
      ['a name of [100] characters', 'read-list.ts', 'MAX_ACCOUNT_NAME'],
      ['an import reads | [1,000],', 'create-account-list.ts', 'MAX_READ_AT_IMPORT'],
      ['in Home | [3,000] characters, read for [nine minutes]', 'accounts.ts', 'MAX_PASTED'],
      ['read for [nine minutes]', 'create-account-list.ts', 'READ_FOR_MS'],
      ['imported | [8 MiB]', 'cli/accounts.ts', 'MAX_BYTES'],
      ['offered for a name | [8] |', 'names.ts', 'MAX_CHOICES'],
      ['rules | [256 KiB];', 'account-rules.ts', 'MAX_BYTES'],
      ['[20,000] ids in rules', 'account-rules.ts', 'MAX_IDS'],
      ['in rules, [1,000] of them', 'account-rules.ts', 'MAX_WILDCARDS'],
      ['watches | [50] ids', 'watch-list.ts', 'MAX_WATCHES'],
      ['[ten] ids in one command', 'input.ts', 'MAX_IDS'],
      ['each at most once in [10 s]', 'home/home.ts', 'REFRESHED_MS'],
      ['an alert lists | [10]', 'plan-notification.ts', 'MAX_ROWS'],
      ['to one channel | [five minutes] apart', 'plan-notification.ts', 'ALERTS_APART_MS'],
      ['shows [15] that need', 'slack/summary/summary.ts', 'MAX_ROWS'],
      ['names [5] in each other line', 'slack/summary/summary.ts', 'MAX_NAMES'],
      ['looks [6 h] ahead', 'watch/summary.ts', 'AHEAD_MS'],
      ['at its time | [2 h]', 'watch/schedule.ts', 'TOO_LATE_MS'],
      ['or every [4 hours]', 'watch/pace.ts', 'MANY_EVERY_MS'],
      ['if more than [1,000] are', 'watch/pace.ts', 'FEW'],
      ['in its first day every [10 min]', 'watch/pace.ts', 'BAD_EVERY_MS'],
      ['then every [30 min]', 'watch/pace.ts', 'LONG_BAD_EVERY_MS'],
      ['watched accounts | [35 days]', 'engine/engine.ts', 'HISTORY_KEPT_MS'],
      ['look-up has time ([18 s])', 'lookup-backup-status.ts', 'budgetMs'],
      ['sign-in ends after [8 s]', 'service/client.ts', 'LOGIN_WITHIN_MS'],
      ['look-ups of [five] different', 'circuit-breaker.ts', 'ACCOUNTS_TO_OPEN'],
      ['After [10 s] look-ups', 'circuit-breaker.ts', 'PAUSE_MS'],
      ['counts for [five minutes] at most', 'service/client.ts', 'MAX_RETRY_AFTER_MS'],
      ['waits for [1 minute], then', 'token-cache.ts', 'FIRST_BACK_OFF_MS'],
      ['up to [15 minutes]', 'token-cache.ts', 'LONGEST_BACK_OFF_MS'],
    ],
    'docs/using.md': [
      ['worst first, [ten] at most', 'input.ts', 'MAX_IDS'],
      ['It lasts [12 hours]', 'incident.ts', 'ACKNOWLEDGED_FOR_MS'],
      ['shows [30] days', 'watch/history.ts', 'DAYS'],
    ],
    'docs/using-details.md': [
      ['up to [eight] are buttons', 'names.ts', 'MAX_CHOICES'],
      ['worst first, [15] a page', 'blocks.ts', 'ON_PAGE'],
      ['can have [50] watches', 'watch-list.ts', 'MAX_WATCHES'],
      ['from [08:00] to', 'schedule.ts', 'DAY_BEGINS_MS'],
      ['to [20:00] in the time zone', 'plan-notification.ts', 'DAY_ENDS_MS'],
      ['that lasted [15 minutes]', 'history.ts', 'SHOWN_FROM_MS'],
      ['more than [five hours]', 'watch/observe.ts', 'HOLDS_FOR_MS'],
    ],
    'docs/security.md': [
      ['once in [five minutes] for each', 'access.ts', 'FRESH_MS'],
      ['removes them; [50] for each', 'pins.ts', 'MAX_PINS'],
      ['the last [10] of each person', 'pins.ts', 'MAX_RECENTS'],
    ],
    'docs/monitoring/README.md': [
      ['at once ([1,000] at most)', 'cli/status.ts', 'MAX_ACCOUNTS'],
      ['the service for [18 s]', 'lookup-backup-status.ts', 'budgetMs'],
    ],
    'docs/operate.md': [
      ['for more than [ten minutes]', 'pace.ts', 'LATE_AFTER_MS'],
      ['More than [1,000] at once', 'create-account-list.ts', 'MAX_READ_AT_IMPORT'],
      ['answer of the last [15 s]', 'lookup-backup-status.ts', 'freshForMs'],
      ['Exit code 0 after [10 s]', 'main.ts', 'STOP_WITHIN_MS'],
      ['up to [3 s] more for closing', 'main.ts', 'CLOSE_WITHIN_MS'],
    ],
  };

const UNITS: Readonly<Record<string, number>> = {
  ...{ s: 1_000, min: 60_000, minute: 60_000, minutes: 60_000, KiB: 2 ** 10, MiB: 2 ** 20 },
  ...{ h: 3_600_000, hours: 3_600_000, days: 24 * 3_600_000 },
  ...{ MINUTE_MS: 60_000, HOUR_MS: 3_600_000, DAY_MS: 24 * 3_600_000 },
};
const WORDS: Readonly<Record<string, number>> = { two: 2, five: 5, eight: 8, nine: 9, ten: 10 };

/** The value of `1,000`, `8 MiB`, `five minutes` or `08:00`. */
function numberIn(phrase: string): number {
  const [, text = ''] = /\[(.+?)\]/.exec(phrase) ?? [];
  if (/^\d\d:00$/.test(text)) return Number(text.slice(0, 2)) * 3_600_000;
  const [number = '', unit] = text.split(' ');
  return (WORDS[number] ?? Number(number.replace(',', ''))) * (unit === undefined ? 1 : (UNITS[unit] ?? NaN));
}

/** The value of a constant that is a number or a product of numbers. Otherwise undefined. */
function constantOf(file: string, name: string): number | undefined {
  const paths = globSync(`src/**/${file}`, { cwd: PROJECT });
  const found = paths.flatMap((path) => {
    const source = readFileSync(join(PROJECT, path), 'utf8');
    const [, names = '', values = ''] =
      new RegExp(`const \\[(.*\\b${name}\\b.*)\\] = \\[(.*)\\];`).exec(source) ?? [];
    const one = new RegExp(`\\b${name}(?: =|:) ([\\w *]+)[;,]`).exec(source)?.[1];
    return one ?? values.split(', ')[names.split(', ').indexOf(name)] ?? [];
  });
  const [product] = found;
  if (product === undefined || found.length > 1) return undefined;
  const [base = '', exponent] = product.split(' ** ');
  if (exponent !== undefined) return Number(base) ** Number(exponent);
  return product
    .split(' * ')
    .reduce((value, factor) => value * (UNITS[factor] ?? Number(factor.replaceAll('_', ''))), 1);
}

const rows = Object.entries(NUMBERS).flatMap(([document, numbers]) =>
  numbers.map(([phrase, file, name]) => ({ document, phrase, file, name })),
);

test.each(rows)('$document: "$phrase" is $name of $file', ({ document, phrase, file, name }) => {
  expect(readDocument(document)).toContain(phrase.replaceAll(/[[\]]/g, ''));
  expect(numberIn(phrase)).toBe(constantOf(file, name));
});

test('every limit in docs/limits.md is a number above or a setting', () => {
  const numbers = (NUMBERS['docs/limits.md'] ?? []).flatMap(
    ([phrase]) => /\[(.+?)\]/.exec(phrase)?.[1]?.split(' ')[0] ?? [],
  );
  const limits = readTable('docs/limits.md', 'What').rows.map(([, limit = '']) => limit);
  const shown = limits.flatMap(
    (limit) => limit.replaceAll(/`[^`]*`(?:, \d+)?/g, '').match(/\d[\d,]*(?<!,)/g) ?? [],
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((number) => !numbers.includes(number))).toEqual([]);
});

test('all documents except CHANGELOG have at most 26,000 words together', () => {
  const words = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap(
    (file) => readDocument(file).match(/\S+/g) ?? [],
  );
  expect(words.length).toBeLessThanOrEqual(26_000);
});
