import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { Account } from '../../../src/domain/account.ts';
import type { Answer } from '../../../src/domain/outcome.ts';
import { formatLookup } from '../../../src/formatters/account/lookup-message.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, accountWithout, answer, found, hoursAgo, NOW_MS, PRIVATE } from '../samples.ts';

const DATABASE = said({ en: 'Database backup', tr: 'Veritabanı yedeği' });
const NOT_REPORTED = said({
  en: '| *Database backup* / not reported',
  tr: '| *Veritabanı yedeği* / bildirilmedi',
});

describe('the four pairs', () => {
  const fields = (differences: Parameters<typeof found>[0]) =>
    drawn(formatLookup(found(differences), PRIVATE).blocks).filter((line) => line.startsWith('|'));

  it('say what is missing, each for itself', () => {
    expect(fields({ database: { kind: 'never' }, folders: { kind: 'not-reported' } }).slice(0, 2)).toEqual([
      said({ en: '| *Database backup* / never', tr: '| *Veritabanı yedeği* / hiç alınmadı' }),
      said({ en: '| *Folder backup* / not reported', tr: '| *Klasör yedeği* / bildirilmedi' }),
    ]);
  });

  it('show a time that cannot be read as it was sent', () => {
    const sent = { lastBackupDateDb: 'dün', lastBackupTimeDb: 'sabah' };
    expect(fields({ database: { kind: 'unreadable' }, sent })[0]).toBe(
      `| *${DATABASE}* / ${said({ en: 'reads “dün sabah”', tr: 'şöyle geldi: “dün sabah”' })}`,
    );
    expect(fields({ database: { kind: 'unreadable' }, sent: {} })[0]).toBe(NOT_REPORTED);
  });

  it('make up no time of day for a bare date, and count its days in the zone of the service', () => {
    const day = (iso: string) => ({ kind: 'at', atMs: Date.parse(iso), precision: 'day' }) as const;
    expect(
      fields({ database: day('2026-11-21T00:00:00+03:00'), folders: day('2026-11-20T00:00:00+03:00') }).slice(
        0,
        2,
      ),
    ).toEqual([
      ...said({
        en: [
          '| *Database backup* / 21 Nov, time not reported',
          '| *Folder backup* / 20 Nov, time not reported',
        ],
        tr: [
          '| *Veritabanı yedeği* / 21 Kas, saati bildirilmedi',
          '| *Klasör yedeği* / 20 Kas, saati bildirilmedi',
        ],
      }),
    ]);
  });

  it('show a time of day that cannot be read as it was sent', () => {
    const database = { kind: 'at', atMs: Date.parse('2026-11-20T00:00:00+03:00'), precision: 'day' } as const;
    const shown = (lastBackupTimeDb: string) => fields({ database, sent: { lastBackupTimeDb } })[0];
    expect(shown('25:99')).toBe(
      said({
        en: '| Database backup / 20 Nov, time reads “25:99”',
        tr: '| Veritabanı yedeği / 20 Kas, saati şöyle geldi: “25:99”',
      }),
    );
    expect(shown('null')).toContain(said({ en: 'time not reported', tr: 'saati bildirilmedi' }));
    expect(shown('*<!channel>*')).toContain('“*<!channel>*”');
  });

  it('date what was counted on an earlier day than today', () => {
    const today = (hours: number) => {
      const earlier: Answer = { ...answer(account(), NOW_MS - hours * 3_600_000), source: 'last-known' };
      const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: earlier }, PRIVATE);
      return drawn(blocks).filter((line) => line.startsWith('|'))[3];
    };
    expect([today(5), today(6)]).toEqual(
      said({
        en: ['| *Backups today* / 2 so far, at most 4', '| *Backups today* / 2 so far, at most 4 · 20 Nov'],
        tr: [
          '| *Bugünkü yedekler* / şimdiye kadar 2, en çok 4',
          '| *Bugünkü yedekler* / şimdiye kadar 2, en çok 4 · 20 Kas',
        ],
      }),
    );
  });

  it('call a backup from the future a wrong clock, never fresh', () => {
    const [database] = fields({ database: hoursAgo(-3) });
    expect(database).toMatch(
      said({
        en: /^\| \*Database backup\* \/ clock looks wrong \/ <!date\^\d+\^\{date_short_pretty\}/,
        tr: /^\| \*Veritabanı yedeği\* \/ saati yanlış görünüyor \/ <!date\^\d+\^\{date_short_pretty\}/,
      }),
    );
    expect(database).not.toContain('{ago}');
  });

  it('never call a backup "never" where the service said nothing at all', () => {
    const saidNothing: Answer = {
      ...answer(account({ database: { kind: 'never' }, folders: { kind: 'never' } })),
      verdict: {
        ...answer().verdict,
        level: 'unknown',
        reasons: [{ rule: 'nothing-reported', level: 'unknown' }],
      },
    };
    const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: saidNothing }, PRIVATE);
    expect(drawn(blocks)).toContain(NOT_REPORTED);
  });

  it.each([
    [2, 4, said({ en: '2 so far, at most 4', tr: 'şimdiye kadar 2, en çok 4' })],
    [2, undefined, said({ en: '2, allowance not reported', tr: '2 (günlük hak bildirilmedi)' })],
    [undefined, 4, said({ en: 'not reported, at most 4', tr: 'bildirilmedi, en çok 4' })],
    [undefined, undefined, said({ en: 'not reported', tr: 'bildirilmedi' })],
  ])('say %s backups of %s today', (made, allowed, shown) => {
    const about = {
      ...accountWithout('todayBackupCount', 'dailyBackupCount'),
      ...(made !== undefined && { todayBackupCount: made }),
      ...(allowed !== undefined && { dailyBackupCount: allowed }),
    };
    const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE);
    expect(drawn(blocks)).toContain(
      said({ en: `| *Backups today* / ${shown}`, tr: `| *Bugünkü yedekler* / ${shown}` }),
    );
  });

  it('show a quota with its unit, or as it was sent', () => {
    expect(fields({ quota: { kind: 'size', amount: 1.5, unit: 'TB' } })[2]).toBe(
      said({ en: '| *Quota* / 1.5\u00A0TB', tr: '| *Kota* / 1,5\u00A0TB' }),
    );
    expect(fields({ quota: { kind: 'as-sent', text: 'sınırsız' } })[2]).toBe(
      said({ en: '| *Quota* / reads “sınırsız”', tr: '| *Kota* / şöyle geldi: “sınırsız”' }),
    );
  });
});

it('shows a moment that no client could draw as "not reported" instead of failing', () => {
  for (const atMs of [Number.NaN, 1e300, -1, Number.POSITIVE_INFINITY]) {
    const message = formatLookup(found({ database: { kind: 'at', atMs, precision: 'second' } }), PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(drawn(message.blocks)).toContain(NOT_REPORTED);
  }
});

it('says the year of a backup so old that its date could be another one', () => {
  const { blocks } = formatLookup(found({ database: hoursAgo(24 * 400) }), PRIVATE);
  expect(JSON.stringify(blocks)).toContain(
    said({ en: '|17 Oct 2025 05:40 UTC+03:00>', tr: '|17 Eki 2025 05:40 UTC+03:00>' }),
  );
  expect(new Date(NOW_MS - 24 * 400 * 3_600_000).toISOString()).toBe('2025-10-17T02:40:00.000Z');
});

it('shows numbers that cannot be read as they were sent', () => {
  const { dailyBackupCount, todayBackupCount, quota, ...rest } = account();
  const shown = (sent: Account['sent']) =>
    drawn(formatLookup({ kind: 'found', id: '1001', answer: answer({ ...rest, sent }) }, PRIVATE).blocks)
      .filter((text) => text.startsWith('|'))
      .slice(2);
  expect(shown({ quota: '', dailyBackupCount: 'true', todayBackupCount: '-1' })).toEqual(
    said({
      en: ['| *Quota* / not reported', '| *Backups today* / reads “-1”, allowance reads “true”'],
      tr: [
        '| *Kota* / bildirilmedi',
        '| *Bugünkü yedekler* / şöyle geldi: “-1” (günlük hak şöyle geldi: “true”)',
      ],
    }),
  );
  expect(shown({ dailyBackupCount: '{"a":"<!channel>"}', todayBackupCount: 'null' })[1]).toBe(
    said({
      en: '| Backups today / not reported, allowance reads “{"a":"<!channel>"}”',
      tr: '| Bugünkü yedekler / bildirilmedi (günlük hak şöyle geldi: “{"a":"<!channel>"}”)',
    }),
  );
});
