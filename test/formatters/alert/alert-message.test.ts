import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { Told, ToldRow } from '../../../src/domain/watch/told.ts';
import type { WatchedIncident } from '../../../src/domain/watch/watch-store.ts';
import { type AlertCall, alertMessage } from '../../../src/formatters/alert/alert-message.ts';
import { LIMITS } from '../../../src/formatters/kit/limits.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { said, words } from '../../support/reader.ts';
import { EMAIL, id, language, text } from '../arbitraries.ts';
import { drawn } from '../drawn.ts';
import { account, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from '../samples.ts';

const termsOf = (accountId: string) => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(accountId === '1004' && { displayName: 'Liman' }),
});
const WATCH = { tellOf: 'attention', zone: 'Europe/Istanbul', createdAtMs: 0 } as const;
const STALE_SINCE_MS = NOW_MS - 32 * HOUR_MS;

function incident(accountId: string, differences: Partial<WatchedIncident> = {}): WatchedIncident {
  const level = differences.level ?? 'critical';
  const read = account(
    level === 'critical'
      ? { ...CRITICAL, id: accountId }
      : { id: accountId, database: hoursAgo(30), folders: hoursAgo(30) },
  );
  return {
    id: `incident-${accountId}`,
    accountId,
    level,
    startedAtMs: STALE_SINCE_MS,
    detectedAtMs: NOW_MS - HOUR_MS,
    terms: WATCH,
    ...(level !== 'unknown' && {
      state: { level, startedAtMs: STALE_SINCE_MS, readAtMs: NOW_MS - 60_000, account: read },
    }),
    ...differences,
  };
}

const rowOf = ({ id: incidentId, level, resolvedAtMs }: WatchedIncident): ToldRow => ({
  incidentId,
  level,
  ...(resolvedAtMs !== undefined && { resolvedAtMs }),
});

const alertOf = (rows: readonly ToldRow[], accountCount = 200): Told => ({
  kind: 'alert',
  rows,
  accountCount,
});

function told(call: Partial<AlertCall> & Pick<AlertCall, 'told'>) {
  const message = alertMessage({ kind: 'post', incidents: [], nowMs: NOW_MS, ...call }, { words, termsOf });
  expect(validateMessage(message)).toEqual([]);
  return { text: message.text.split('\n'), lines: drawn(message.blocks), message };
}

const situation = (incidents: readonly WatchedIncident[], accountCount?: number) =>
  told({ told: alertOf(incidents.map(rowOf), accountCount), incidents });

const dated = (atMs: number, fallback: string) =>
  `<!date^${atMs / 1000}^{date_short_pretty} {time}|${fallback}>`;
const SINCE = dated(
  STALE_SINCE_MS,
  said({ en: '19 Nov 21:40 Europe/Istanbul', tr: '19 Kas 21:40 Europe/Istanbul' }),
);
const [TAKE_OVER] = [words.buttons.takeOver];

describe('an alert', () => {
  it('of one account says which and why in its first line, which is the whole notification', () => {
    const { text, lines } = situation([incident('1004')]);
    const title = said({
      en: '🚨 Liman (1004) · Act now: no backup for 3\u00A0days',
      tr: '🚨 Liman (1004) · Acil: 3\u00A0gündür yedek yok',
    });
    expect(text).toEqual([title]);
    expect(lines).toEqual([
      `# ${title}`,
      `~ ${words.alert.since(SINCE)}`,
      `[${TAKE_OVER}] [${words.alert.open('Liman (1004)')}]`,
    ]);
  });

  it('of several counts them and lists the worst first, of equal ones the oldest', () => {
    const { text, lines } = situation([
      incident('1007', { level: 'attention' }),
      incident('1011'),
      incident('1009', { level: 'unknown' }),
      incident('1004', { startedAtMs: STALE_SINCE_MS - HOUR_MS }),
    ]);
    const title = said({
      en: '🚨 2 accounts need you now, 1 needs attention, 1 is unclear',
      tr: '🚨 2 hesap acil, 1 hesap kontrol edilmeli, 1 hesap belirsiz',
    });
    const rows = said({
      en: [
        '🚨 Liman (1004) · Act now: no backup for 3\u00A0days',
        '🚨 1011 · Act now: no backup for 3\u00A0days',
        '⚠️ 1007 · Needs attention: no backup for 30\u00A0h',
        '❔ 1009 · Cannot tell: the service has no data for this account',
      ],
      tr: [
        '🚨 Liman (1004) · Acil: 3\u00A0gündür yedek yok',
        '🚨 1011 · Acil: 3\u00A0gündür yedek yok',
        '⚠️ 1007 · Kontrol edilmeli: 30\u00A0saattir yedek yok',
        '❔ 1009 · Belirsiz: serviste bu hesabın bilgisi yok',
      ],
    });
    expect(text).toEqual([title, ...rows]);
    expect(lines.filter((line) => !line.startsWith('~'))).toEqual([
      `# ${title}`,
      ...rows,
      `[${TAKE_OVER}] [${words.alert.open('Liman (1004)')}]`,
    ]);
  });

  it('says who is on it and since when', () => {
    const tookAtMs = NOW_MS - HOUR_MS;
    const owned = incident('1004', { owner: { userId: 'U0ADA', untilMs: tookAtMs + 12 * HOUR_MS } });
    const moment = dated(tookAtMs, words.time.moment({ atMs: tookAtMs, zoneId: WATCH.zone, nowMs: NOW_MS }));
    const { lines } = told({ told: alertOf([{ ...rowOf(owned), ownerId: 'U0ADA' }]), incidents: [owned] });
    expect(lines[1]).toBe(`~ ${words.alert.since(SINCE)} · 👀 ${words.alert.onIt('<@U0ADA>', moment)}`);
  });

  it('says no more than who is on it when somebody else has taken it since, and nothing of a strange owner', () => {
    const owned = incident('1004', { owner: { userId: 'U0GRACE', untilMs: NOW_MS } });
    const lineFor = (ownerId: string) =>
      told({ told: alertOf([{ ...rowOf(owned), ownerId }]), incidents: [owned] }).lines[1];
    expect(lineFor('U0ADA')).toBe(
      `~ ${words.alert.since(SINCE)} · 👀 ${words.alert.onIt('<@U0ADA>', undefined)}`,
    );
    expect(lineFor('!channel')).toBe(`~ ${words.alert.since(SINCE)}`);
  });

  it('says that ten or more, a fifth of what is watched, often have one cause', () => {
    const many = Array.from({ length: 43 }, (_, at) => incident(`20${at}`));
    const { text, lines } = situation(many, 200);
    const title = said({ en: '🚨 43 of 200 accounts need you now', tr: '🚨 200 hesaptan 43’ü acil' });
    expect(text[0]).toBe(title);
    expect(lines.slice(0, 2)).toEqual([`# ${title}`, `${words.alert.since(SINCE)}. ${words.alert.oneCause}`]);
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
    expect(titleOf(fine)).toBe(
      said({ en: '# ✅ All 3 are fine again', tr: '# ✅ 3 hesabın tümü yeniden yolunda' }),
    );
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

function never(): never {
  throw new Error('no state');
}

describe('the line in the thread of an alert', () => {
  const fine = ['1002', '1004'].map((id) => incident(id, { resolvedAtMs: NOW_MS }));
  const tellAll = fine.map((one): ToldRow => ({ ...rowOf(one), isRecoveryTold: true }));

  it('tells the one that is fine again with how long it lasted', () => {
    const before = alertOf([tellAll[0], fine[1] && rowOf(fine[1])].filter((row) => row !== undefined));
    const { text } = told({ kind: 'reply', told: alertOf(tellAll), before, incidents: fine });
    expect(text).toEqual([`✅ ${words.alert.fineAfter('Liman (1004)', words.time.duration(32 * HOUR_MS))}`]);
  });

  it('tells several in one line, five by name', () => {
    const many = Array.from({ length: 8 }, (_, at) => incident(`10${at}`, { resolvedAtMs: NOW_MS }));
    const { text } = told({
      kind: 'reply',
      told: alertOf(many.map((one) => ({ ...rowOf(one), isRecoveryTold: true }))),
      before: alertOf(many.map(rowOf)),
      incidents: many,
    });
    const duration = words.time.duration(32 * HOUR_MS);
    const shown = many.slice(0, 5).map(({ accountId }) => ({ account: accountId, duration }));
    expect(text).toEqual([`✅ ${words.alert.severalFine(shown, 3)}`]);
  });
});

describe('an outage of the service', () => {
  const outage = { kind: 'outage', accountCount: 200, sinceMs: NOW_MS - 5 * HOUR_MS } as const;
  const utc = (atMs: number) => words.time.moment({ atMs, zoneId: 'UTC', nowMs: NOW_MS });

  it('is told with when it began, and edited when it is over', () => {
    const began = told({ told: outage });
    expect(began.text).toEqual([`🔌 ${words.alert.outage.what(utc(outage.sinceMs), 200)}`]);
    expect(began.lines).toEqual([
      `🔌 ${words.alert.outage.what(dated(outage.sinceMs, utc(outage.sinceMs)), 200)}`,
    ]);
    const over = told({ kind: 'edit', told: { ...outage, overAtMs: NOW_MS } });
    expect(over.text).toEqual([
      `🔌 ${words.alert.outage.was(utc(outage.sinceMs), utc(NOW_MS), words.time.duration(5 * HOUR_MS))}`,
    ]);
  });

  it('ends with a line in its thread', () => {
    const { text } = told({ kind: 'reply', told: { ...outage, overAtMs: NOW_MS, isRecoveryTold: true } });
    expect(text).toEqual([`✅ ${words.alert.outage.over(200, words.time.duration(5 * HOUR_MS))}`]);
  });
});

it('says from when to when nobody was watching', () => {
  const [fromMs, toMs] = [NOW_MS - 4 * HOUR_MS, NOW_MS - HOUR_MS];
  const { text, lines } = told({ told: { kind: 'absence', fromMs, toMs } });
  const utc = (atMs: number) => words.time.moment({ atMs, zoneId: 'UTC', nowMs: NOW_MS });
  expect(text).toEqual([`🔌 ${words.alert.absence(utc(fromMs), utc(toMs))}`]);
  expect(lines).toEqual([`🔌 ${words.alert.absence(dated(fromMs, utc(fromMs)), dated(toMs, utc(toMs)))}`]);
});

describe('whatever the accounts are called', () => {
  /** As Python or PHP would write it: every character beyond ASCII as six. */
  const escapedLength = (value: unknown) =>
    JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;
  const level = fc.constantFrom('critical', 'attention', 'unknown' as const);
  const one = fc.record({
    id,
    name: text,
    level,
    ended: fc.option(fc.constantFrom('moved', 'not-watched' as const), { nil: undefined }),
    isFine: fc.boolean(),
    isOwned: fc.boolean(),
    email: fc.constant(EMAIL),
  });

  it('an alert of up to a thousand can be sent, names nobody and links nothing', () => {
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(1, 90),
        language,
        fc.constantFrom('post', 'edit', 'reply' as const),
        (few, times, language, kind) => {
          const all = Array.from({ length: times }, () => few).flat();
          const incidents = all.map(({ id: accountId, level, isFine }, at) =>
            incident(accountId, { id: String(at), level, ...(isFine && { resolvedAtMs: NOW_MS }) }),
          );
          const rows = all.map(
            ({ ended, isOwned }, at): ToldRow => ({
              ...rowOf(incidents[at] ?? never()),
              ...(ended && { ended }),
              ...(isOwned && { ownerId: 'U0ADA' }),
            }),
          );
          const names = new Map(all.map(({ id, name }) => [id, name]));
          const message = alertMessage(
            { kind, told: alertOf(rows), incidents, nowMs: NOW_MS },
            {
              words: wordsOf(language, 'en'),
              termsOf: (accountId) => ({ ...termsOf(''), displayName: names.get(accountId) ?? '' }),
            },
          );
          expect(validateMessage(message)).toEqual([]);
          expect(message.text).not.toMatch(/</);
          expect(message.text.length).toBeLessThanOrEqual(LIMITS.messageText);
          expect(Buffer.byteLength(message.text)).toBeLessThan(LIMITS.messageTextBytes);
          expect(escapedLength(message.blocks)).toBeLessThanOrEqual(LIMITS.messageBlocks);
          expect(JSON.stringify(message)).not.toContain(EMAIL);
        },
      ),
      { numRuns: 80 },
    );
  });
});
