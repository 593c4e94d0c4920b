import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { Account } from '../../../src/account/account.ts';
import type { Answer } from '../../../src/account/outcome.ts';
import { formatLookup } from '../../../src/slack/card/card.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, answer, found, hoursAgo, NOW_MS, PRIVATE } from '../samples.ts';

const { labels } = words.card;
const { database: DATABASE, folders: FOLDERS } = labels;
/** A day of late, as a card says it: without its year. */
const day = (isoDate: string) => words.time.dayAgo(isoDate, 0);
const NOT_REPORTED = `| *${DATABASE}* / ${words.card.notReported}`;

describe('the four pairs', () => {
  const fields = (differences: Parameters<typeof found>[0]) =>
    drawn(formatLookup(found(differences), PRIVATE).blocks).filter((line) => line.startsWith('|'));

  test('say what is missing, each for itself', () => {
    expect(fields({ database: { kind: 'never' }, folders: { kind: 'not-reported' } }).slice(0, 2)).toEqual([
      `| *${DATABASE}* / ${words.card.never}`,
      `| *${FOLDERS}* / ${words.card.notReported}`,
    ]);
  });

  test('show a time that cannot be read as it was sent', () => {
    const sent = { lastBackupDateDb: 'dün', lastBackupTimeDb: 'sabah' };
    expect(fields({ database: { kind: 'unreadable' }, sent })[0]).toBe(
      `| *${DATABASE}* / ${words.card.asSent('dün sabah')}`,
    );
    expect(fields({ database: { kind: 'unreadable' }, sent: {} })[0]).toBe(NOT_REPORTED);
  });

  test('make up no time of day for a bare date, and count its days in the zone of the service', () => {
    const onDay = (iso: string) => ({ kind: 'at', atMs: Date.parse(iso), precision: 'day' }) as const;
    expect(
      fields({
        database: onDay('2026-11-21T00:00:00+03:00'),
        folders: onDay('2026-11-20T00:00:00+03:00'),
      }).slice(0, 2),
    ).toEqual([
      `| *${DATABASE}* / ${day('2026-11-21')}, ${words.card.timeNotReported}`,
      `| *${FOLDERS}* / ${day('2026-11-20')}, ${words.card.timeNotReported}`,
    ]);
  });

  test('show a time of day that cannot be read as it was sent', () => {
    const database = { kind: 'at', atMs: Date.parse('2026-11-20T00:00:00+03:00'), precision: 'day' } as const;
    const shown = (lastBackupTimeDb: string) => fields({ database, sent: { lastBackupTimeDb } })[0];
    expect(shown('25:99')).toBe(`| ${DATABASE} / ${day('2026-11-20')}, ${words.card.timeAsSent('25:99')}`);
    expect(shown('null')).toContain(words.card.timeNotReported);
    expect(shown('*<!channel>*')).toContain('“*<!channel>*”');
  });

  test('date what was counted on an earlier day than today', () => {
    const today = (hours: number) => {
      const earlier: Answer = { ...answer(account(), NOW_MS - hours * 3_600_000), source: 'last-known' };
      const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: earlier }, PRIVATE);
      return drawn(blocks).filter((line) => line.startsWith('|'))[3];
    };
    expect([today(5), today(6)]).toEqual([
      `| *${labels.backupsToday}* / ${words.card.backupsToday(2, 4)}`,
      `| *${labels.backupsToday}* / ${words.card.backupsToday(2, 4)} · ${day('2026-11-20')}`,
    ]);
  });

  test('call a backup from the future a wrong clock, never fresh', () => {
    const [database] = fields({ database: hoursAgo(-3) });
    const clock = `| *${DATABASE}* / ${words.card.clockWrong} / <!date^`;
    expect(database?.startsWith(clock)).toBe(true);
    expect(database).toContain('^{date_short_pretty} ');
    expect(database).not.toContain('{ago}');
  });

  test('never call a backup "never" where the service said nothing at all', () => {
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
});

test('shows a moment that no client could draw as "not reported" instead of failing', () => {
  for (const atMs of [Number.NaN, 1e300, -1, Number.POSITIVE_INFINITY]) {
    const message = formatLookup(found({ database: { kind: 'at', atMs, precision: 'second' } }), PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(drawn(message.blocks)).toContain(NOT_REPORTED);
  }
});

test('says the year of a backup so old that its date could be another one', () => {
  const { blocks } = formatLookup(found({ database: hoursAgo(24 * 400) }), PRIVATE);
  expect(JSON.stringify(blocks)).toContain(`|${words.time.day('2025-10-17')} 05:40 UTC+03:00>`);
  expect(new Date(NOW_MS - 24 * 400 * 3_600_000).toISOString()).toBe('2025-10-17T02:40:00.000Z');
});

test('shows numbers that cannot be read as they were sent', () => {
  const { dailyBackupCount, todayBackupCount, quota, ...rest } = account();
  const shown = (sent: Account['sent']) =>
    drawn(formatLookup({ kind: 'found', id: '1001', answer: answer({ ...rest, sent }) }, PRIVATE).blocks)
      .filter((text) => text.startsWith('|'))
      .slice(2);
  expect(shown({ quota: '', dailyBackupCount: 'true', todayBackupCount: '-1' })).toEqual([
    `| *${labels.quota}* / ${words.card.notReported}`,
    `| *${labels.backupsToday}* / ${words.card.backupsToday(words.card.asSent('-1'), words.card.asSent('true'))}`,
  ]);
  expect(shown({ dailyBackupCount: '{"a":"<!channel>"}', todayBackupCount: 'null' })[1]).toBe(
    `| ${labels.backupsToday} / ${words.card.backupsToday(words.card.notReported, words.card.asSent('{"a":"<!channel>"}'))}`,
  );
});
