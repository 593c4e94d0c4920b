import { describe, expect, it } from 'vitest';
import type { ToldRow } from '../../../src/watch/told.ts';
import type { WatchedIncident } from '../../../src/watch/watch-store.ts';
import { actNow } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import {
  alertOf,
  dated,
  incident,
  never,
  rowOf,
  SINCE,
  STALE_SINCE_MS,
  situation,
  TAKE_OVER,
  told,
  WATCH,
} from '../alert.ts';
import { HOUR_MS, NOW_MS } from '../samples.ts';

/** What the menu of an account offers. */
const MORE = ['details', 'history', 'stop_watching'];

describe('an alert', () => {
  it('of one account says which and why in its first line, which is the whole notification', () => {
    const { text, lines, message } = situation([incident('1004')]);
    const title = `🚨 ${actNow('Liman (1004)')}`;
    expect(text).toEqual([title]);
    expect(lines).toEqual([
      `# ${title}`,
      `~ ${words.alert.since(SINCE, 'critical')}`,
      `[${TAKE_OVER}] [${words.alert.open('Liman (1004)')}] […]`,
    ]);
    expect(message.blocks.at(-1)).toMatchObject({
      block_id: 'alert:C1-1@0:account::1004',
      elements: [{}, {}, { options: MORE.map((value) => ({ value })) }],
    });
  });

  it('of several counts them and lists the worst first, of equal ones the oldest', () => {
    const { text, lines } = situation([
      incident('1007', { level: 'attention' }),
      incident('1011'),
      incident('1009', { level: 'unknown' }),
      incident('1004', { startedAtMs: STALE_SINCE_MS - HOUR_MS }),
    ]);
    const title = `🚨 ${words.alert.bad({ critical: 2, attention: 1, unknown: 1 })}`;
    const rows = [
      `🚨 ${actNow('Liman (1004)')}`,
      `🚨 ${actNow('1011')}`,
      `⚠️ 1007 · ${words.verdict.headline({ kind: 'no-backup-for', level: 'attention', ageMs: 30 * HOUR_MS })}`,
      `❔ 1009 · ${words.alert.noData}`,
    ];
    expect(text).toEqual([title, ...rows]);
    expect(lines.filter((line) => !line.startsWith('~'))).toEqual([
      `# ${title}`,
      ...rows,
      `[${TAKE_OVER}] [${words.buttons.seeAll}]`,
    ]);
  });

  it('says who is on it and since when', () => {
    const tookAtMs = NOW_MS - HOUR_MS;
    const owned = incident('1004', { owner: { userId: 'U0ADA', untilMs: tookAtMs + 12 * HOUR_MS } });
    const moment = dated(tookAtMs, words.time.moment({ atMs: tookAtMs, zoneId: WATCH.zone, nowMs: NOW_MS }));
    const { lines } = told({ told: alertOf([{ ...rowOf(owned), ownerId: 'U0ADA' }]), incidents: [owned] });
    expect(lines[1]).toBe(
      `~ ${words.alert.since(SINCE, 'critical')}\n👀 ${words.alert.onIt('<@U0ADA>', moment)}`,
    );
  });

  it('of several says once who is on all of them, and on each of them otherwise', () => {
    const owner = { userId: 'U0ADA', untilMs: NOW_MS + 12 * HOUR_MS };
    const both = [incident('1004', { owner }), incident('1011', { owner })];
    const onIt = `👀 ${words.alert.onIt('<@U0ADA>', dated(NOW_MS, words.time.moment({ atMs: NOW_MS, zoneId: WATCH.zone, nowMs: NOW_MS })))}`;
    const since = words.alert.since(SINCE, 'critical');
    const linesFor = (...ownerIds: (string | undefined)[]) => {
      const rows = both.map((one, at) => ({ ...rowOf(one), ...(ownerIds[at] && { ownerId: ownerIds[at] }) }));
      return told({ told: alertOf(rows), incidents: both }).lines.filter((line) => line.startsWith('~'));
    };
    expect(linesFor('U0ADA', 'U0ADA')).toEqual([`~ ${onIt}`, `~ ${since}`, `~ ${since}`]);
    expect(linesFor('U0ADA')).toEqual([`~ ${since}\n${onIt}`, `~ ${since}`]);
  });

  it('says no more than who is on it when somebody else has taken it since, and nothing of a strange owner', () => {
    const owned = incident('1004', { owner: { userId: 'U0GRACE', untilMs: NOW_MS } });
    const lineFor = (ownerId: string) =>
      told({ told: alertOf([{ ...rowOf(owned), ownerId }]), incidents: [owned] }).lines[1];
    expect(lineFor('U0ADA')).toBe(
      `~ ${words.alert.since(SINCE, 'critical')}\n👀 ${words.alert.onIt('<@U0ADA>', undefined)}`,
    );
    expect(lineFor('!channel')).toBe(`~ ${words.alert.since(SINCE, 'critical')}`);
  });

  it('says that ten or more, a fifth of what is watched, often have one cause', () => {
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

  it.each([
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

  it('of which some are fine again, moved or not watched says so below those that are open', () => {
    const [fine, moved] = [incident('1002', { resolvedAtMs: NOW_MS }), incident('1003')];
    const open = incident('1004');
    const { text, lines } = told({
      told: alertOf([
        rowOf(fine),
        { ...rowOf(moved), ended: 'moved' },
        rowOf(open),
        { incidentId: 'gone', level: 'critical', ended: 'not-watched' },
      ]),
      incidents: [fine, moved, open],
    });
    expect(text).toEqual([lines[0]?.slice(2), lines[1], '✅ 1002', '⤵️ 1003', words.alert.notWatched(1)]);
    expect(lines.slice(3, 7)).toEqual([
      '✅ 1002',
      `~ ${words.alert.fineSince(dated(NOW_MS, words.time.moment({ atMs: NOW_MS, zoneId: WATCH.zone, nowMs: NOW_MS })), words.time.duration(32 * HOUR_MS))}`,
      '⤵️ 1003',
      `~ ${words.alert.moved}`,
    ]);
  });

  it('without anything open has no buttons and says how it ended', () => {
    const fine = ['1001', '1002', '1003'].map((id) => incident(id, { resolvedAtMs: NOW_MS }));
    const titleOf = (incidents: readonly WatchedIncident[], others: readonly ToldRow[] = []) => {
      const { lines } = told({ told: alertOf([...incidents.map(rowOf), ...others]), incidents });
      expect(lines.join()).not.toContain(TAKE_OVER);
      return lines[0];
    };
    const notWatched: ToldRow = { incidentId: 'gone', level: 'critical', ended: 'not-watched' };
    expect(titleOf(fine)).toBe(`# ✅ ${words.alert.allFine(3)}`);
    expect(titleOf(fine.slice(0, 1))).toBe(`# ✅ ${words.alert.fine('1001')}`);
    expect(titleOf(fine, [notWatched])).toBe(`# ✅ ${words.alert.someFine(3)}`);
    expect(titleOf([], [notWatched])).toBe(`# ${words.alert.notWatched(1)}`);
    const moved = incident('1005');
    expect(told({ told: alertOf([{ ...rowOf(moved), ended: 'moved' }]), incidents: [moved] }).lines[0]).toBe(
      `# ⤵️ ${words.alert.moved}`,
    );
  });

  it('gives only the level where the last read says something else', () => {
    const now = incident('1007', {
      level: 'critical',
      state: incident('1007', { level: 'attention' }).state ?? never(),
    });
    expect(situation([now]).text[0]).toBe(
      `🚨 1007 · ${words.verdict.headline({ kind: 'bare', level: 'critical' })}`,
    );
  });
});
