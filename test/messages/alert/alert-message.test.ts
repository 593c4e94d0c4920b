import { describe, expect, test } from 'vitest';
import type { WatchedIncident } from '../../../src/watch/posted.ts';
import { actNow } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import {
  ACKNOWLEDGE,
  alertOf,
  dated,
  incident,
  never,
  SINCE,
  STALE_SINCE_MS,
  situation,
  told,
  ZONE,
} from '../alert.ts';
import { HOUR_MS, NOW_MS } from '../samples.ts';

describe('an alert', () => {
  test('of several counts them and lists them', () => {
    const { text, lines } = situation([
      incident('1004', { startedAtMs: STALE_SINCE_MS - HOUR_MS }),
      incident('1011'),
      incident('1007', { level: 'attention' }),
      incident('1009', { level: 'unknown' }),
    ]);
    const title = `🚨 ${words.alert.bad({ critical: 2, attention: 1, unknown: 1 })}`;
    const rows = [
      `🚨 ${actNow('Liman (1004)')}`,
      `🚨 ${actNow('1011')}`,
      `⚠️ 1007 · ${words.verdict.headline({ kind: 'no-backup-for', level: 'attention', ageMs: 30 * HOUR_MS })}`,
      `❔ 1009 · ${words.alert.noData}`,
    ];
    expect(text.filter((_, at) => at === 0 || at % 2 === 1)).toEqual([title, ...rows]);
    expect(lines.filter((line) => !line.startsWith('~'))).toEqual([
      `# ${title}`,
      ...rows,
      `[${ACKNOWLEDGE}] [${words.buttons.seeAll}]`,
    ]);
  });

  test('says who is on it and since when', () => {
    const tookAtMs = NOW_MS - HOUR_MS;
    const owned = incident('1004', {
      owner: { userId: 'U0ADA', sinceMs: tookAtMs, untilMs: NOW_MS + HOUR_MS },
    });
    const time = dated(tookAtMs, words.time.dateTime({ atMs: tookAtMs, zoneId: ZONE, nowMs: NOW_MS }));
    const { lines } = situation([owned]);
    expect(lines[1]).toBe(
      `~ ${words.alert.since(SINCE, 'critical')}\n👀 ${words.alert.onIt('<@U0ADA>', time)}`,
    );
  });

  test('says since when an account is as bad as it is, as its card does, not since when it is not fine', () => {
    const worse = incident('1004', { startedAtMs: STALE_SINCE_MS - 20 * HOUR_MS });
    expect(situation([worse]).lines[1]).toBe(`~ ${words.alert.since(SINCE, 'critical')}`);
  });

  test('of several says once who is on all of them, and on each of them otherwise', () => {
    const owner = { userId: 'U0ADA', sinceMs: NOW_MS, untilMs: NOW_MS + 12 * HOUR_MS };
    const both = [incident('1004', { owner }), incident('1011', { owner })];
    const onIt = `👀 ${words.alert.onIt('<@U0ADA>', dated(NOW_MS, words.time.dateTime({ atMs: NOW_MS, zoneId: ZONE, nowMs: NOW_MS })))}`;
    const since = words.alert.since(SINCE, 'critical');
    const linesFor = (...incidents: WatchedIncident[]) =>
      situation(incidents).lines.filter((line) => line.startsWith('~'));
    expect(linesFor(...both)).toEqual([`~ ${onIt}`, `~ ${since}`, `~ ${since}`]);
    expect(linesFor(incident('1004', { owner }), incident('1011'))).toEqual([
      `~ ${since}\n${onIt}`,
      `~ ${since}`,
    ]);
  });

  test('says nothing of a strange owner', () => {
    const owner = { userId: '!channel', sinceMs: NOW_MS, untilMs: NOW_MS + HOUR_MS };
    expect(situation([incident('1004', { owner })]).lines[1]).toBe(
      `~ ${words.alert.since(SINCE, 'critical')}`,
    );
  });

  test('that is taken as a whole offers to look at it, not to take it over', () => {
    const owner = { userId: 'U0ADA', sinceMs: NOW_MS - 11 * HOUR_MS, untilMs: NOW_MS + HOUR_MS };
    const taken = [incident('1004', { owner }), incident('1011', { owner })];
    expect(situation(taken).lines.at(-1)).toBe(`[${words.buttons.seeAll}]`);
    expect(told(alertOf(taken, { others: 3 })).lines.at(-1)).toContain(ACKNOWLEDGE);
  });

  test('begins with what is new when others are open', () => {
    const [fresh, old] = [incident('1004'), incident('1011')];
    const firstLine = (newIds: readonly string[], others: number) =>
      told(alertOf([fresh, old], { newIds, others })).lines[0];
    expect(firstLine([fresh.id], 0)).toBe(`# 🚨 ${words.alert.isNew('Liman (1004)', 1)}`);
    expect(firstLine([fresh.id, old.id], 3)).toBe(`# 🚨 ${words.alert.isNew(words.alert.accounts(2), 3)}`);
    expect(firstLine([fresh.id, old.id], 0)).toBe(
      `# 🚨 ${words.alert.bad({ critical: 2, attention: 0, unknown: 0 })}`,
    );
  });

  test('says that ten or more, a fifth of what is watched, often have one cause', () => {
    const many = Array.from({ length: 43 }, (_, at) => incident(`20${at}`));
    const { text, lines } = situation(many, 200);
    const title = `🚨 ${words.alert.bad({ critical: 43, attention: 0, unknown: 0 }, 200)}`;
    expect(text[0]).toBe(title);
    expect(lines.slice(0, 2)).toEqual([
      `# ${title}`,
      `${words.alert.firstSince(SINCE)} ${words.alert.oneCause}`,
    ]);
    expect(lines.filter((line) => line.startsWith('🚨'))).toHaveLength(10);
    expect(lines).toContain(`~ ${words.alert.more(33)}`);
  });

  test.each([
    ['nine of twenty', 9, 20],
    ['ten of fifty-one', 10, 51],
  ])('does not say so of %s', (_, count, accountCount) => {
    const { text } = situation(
      Array.from({ length: count }, (_, at) => incident(`20${at}`)),
      accountCount,
    );
    expect(text.join('\n')).not.toContain(words.alert.oneCause);
    expect(text[0]).toBe(`🚨 ${words.alert.bad({ critical: count, attention: 0, unknown: 0 })}`);
  });

  test('of which some are fine again says so below those that are open', () => {
    const [fine, open] = [incident('1002', { resolvedAtMs: NOW_MS }), incident('1004')];
    const { text, lines } = told(alertOf([open, fine], { fineCount: 4 }));
    const others = `✅ ${words.alert.someFine(3)}`;
    // Below each of them is since when.
    const named = [0, 1, 3, 5].map((at) => text[at]);
    expect(named).toEqual([lines[0]?.slice(2), lines[1], '✅ 1002', others]);
    expect(lines.slice(3, 6)).toEqual([
      '✅ 1002',
      `~ ${words.alert.fineSince(dated(NOW_MS, words.time.dateTime({ atMs: NOW_MS, zoneId: ZONE, nowMs: NOW_MS })), words.time.duration(32 * HOUR_MS))}`,
      `~ ${others}`,
    ]);
  });

  test('without anything open has no buttons and says how it ended', () => {
    const fine = ['1001', '1002', '1003'].map((id) => incident(id, { resolvedAtMs: NOW_MS }));
    const titleOf = (incidents: readonly WatchedIncident[]) => {
      const { lines } = situation(incidents);
      expect(lines.join()).not.toContain(ACKNOWLEDGE);
      return lines[0];
    };
    expect(titleOf(fine)).toBe(`# ✅ ${words.alert.allFine(3)}`);
    expect(titleOf(fine.slice(0, 1))).toBe(`# ✅ ${words.alert.fine('1001')}`);
    expect(titleOf([])).toBe(`# ${words.alert.notWatched}`);
  });

  test('gives only the level where the last read says something else', () => {
    const now = incident('1007', {
      level: 'critical',
      state: incident('1007', { level: 'attention' }).state ?? never(),
    });
    expect(situation([now]).text[0]).toBe(
      `🚨 1007 · ${words.verdict.headline({ kind: 'bare', level: 'critical' })}`,
    );
  });
});

describe('an older alert', () => {
  test('names its account, how bad it was, who was on it, and leads to the newer one', () => {
    const { rows, counts } = alertOf([incident('1004'), incident('1011')]);
    const by = { ts: '2.5', channelId: 'C1' };
    const taken = rows.map((row) => ({ ...row, ownerId: 'U0ADA' }));
    const at = { ts: '1.5', channelId: 'C1', postedAtMs: NOW_MS };
    const { text, message } = told({ kind: 'superseded', by, rows: taken, counts, ...at });
    const was = `⤵️ ${words.alert.was('Liman (1004)', 1)} 🚨 `;
    expect(text[0]).toMatch(new RegExp(`^${was.replaceAll(/[().]/g, '.')}`));
    expect(message.blocks).toMatchObject([
      {
        elements: [
          {
            elements: [
              { text: was },
              { type: 'date' },
              { text: ' · ' },
              { type: 'user', user_id: 'U0ADA' },
              { text: ` ${words.alert.wasOnIt}` },
              { text: ' · ' },
              { type: 'link', url: 'https://slack.com/archives/C1/p25', text: words.alert.continued },
            ],
          },
        ],
      },
    ]);
  });
});

describe('a line in the thread', () => {
  const fine = (id: string) => incident(id, { startedAtMs: NOW_MS - 2 * HOUR_MS, resolvedAtMs: NOW_MS });

  test('says what is fine again and how long it lasted, of many the first five', () => {
    const lasted = words.time.duration(2 * HOUR_MS);
    expect(told({ kind: 'recovered', incidents: [fine('1004')], count: 1 }).text).toEqual([
      `✅ ${words.alert.fineAfter('Liman (1004)', lasted)}`,
    ]);
    const many = Array.from({ length: 10 }, (_, at) => fine(`20${at}`));
    const named = many.slice(0, 5).map(({ accountId }) => ({ account: accountId, duration: lasted }));
    expect(told({ kind: 'recovered', incidents: many, count: 40 }).text).toEqual([
      `✅ ${words.alert.severalFine(named, 35)}`,
    ]);
  });

  test('says what has joined the alert, and who is on it from then on', () => {
    const joined = incident('1007', { level: 'attention' });
    expect(told({ kind: 'also', incidents: [joined], count: 3 }).text).toEqual([
      expect.stringMatching(/^⚠️ 1007 · /),
      words.alert.more(2),
    ]);
    const { lines } = told({ kind: 'hands', userId: 'U0ADA', accountIds: ['1004'], count: 3 });
    expect(lines).toEqual([`👀 {user} ${words.alert.tookOver(['Liman (1004)'], 2)}`]);
    const one = { kind: 'hands', userId: 'U0ADA', accountIds: ['1004'], count: 1 } as const;
    expect(told({ ...one, fromId: 'U0BORA' }).lines).toEqual([
      `👀 {user} ${words.alert.tookOverFrom} {user} · ${words.alert.tookOver(['Liman (1004)'], 0)}`,
    ]);
    for (const ended of ['released', 'over', 'worse'] as const)
      expect(told({ ...one, ended }).lines).toEqual([
        `👀 {user} ${words.alert.noLonger(ended, ['Liman (1004)'], 0)}`,
      ]);
    const handed = `👀 {user} ${words.alert.handedOverTo} {user} · Liman (1004)`;
    const given = { ...one, byId: 'U0BORA', note: 'Call *them*' };
    expect(told({ ...given, fromId: 'U0BORA' }).lines).toEqual([handed, 'Call *them*']);
    expect(told({ ...given, fromId: 'U0CAN' }).lines).toEqual([
      `${handed} · {user} ${words.alert.wasOnIt}`,
      'Call *them*',
    ]);
  });
});
