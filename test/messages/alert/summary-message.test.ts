import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { decodeAccounts } from '../../../src/slack/kit/ids.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';
import { type SummaryShown, summaryMessage } from '../../../src/slack/summary/summary.ts';
import { type KnownAccount, type Overview, summaryOf, worseningOf } from '../../../src/watch/summary.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { words } from '../../support/reader.ts';
import { id, language, text } from '../arbitraries.ts';
import { drawn } from '../drawn.ts';
import { account, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from '../samples.ts';

const termsOf = (accountId: string) => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(accountId === '1004' && { displayName: 'Liman' }),
});
const ZONE = 'Europe/Istanbul';
const LAST_MS = NOW_MS - 12 * HOUR_MS;
const LAST = '<date>';

/** Stale since two days, noticed then, unless given. */
function bad(accountId: string, incident: Partial<NonNullable<KnownAccount['incident']>> = {}): KnownAccount {
  const { level = 'critical', startedAtMs = NOW_MS - 54 * HOUR_MS, ...others } = incident;
  const read = { ...CRITICAL, id: accountId };
  return {
    accountId,
    state: { level, startedAtMs, readAtMs: NOW_MS - 600_000, account: account(read) },
    incident: { level, startedAtMs, detectedAtMs: startedAtMs, ...others },
  };
}
const fine = (accountId: string, ranHoursAgo = 2, readHoursAgo = 1): KnownAccount => ({
  accountId,
  state: {
    level: 'healthy',
    startedAtMs: 0,
    readAtMs: NOW_MS - readHoursAgo * HOUR_MS,
    account: account({ id: accountId, database: hoursAgo(ranHoursAgo), folders: hoursAgo(ranHoursAgo) }),
  },
});

function shown(overview: Partial<Overview>, beside: Partial<SummaryShown> = {}, language = words) {
  const all = { accounts: [], ended: [], sinceMs: LAST_MS, ...overview };
  const turns = all.accounts.flatMap((one) => worseningOf(one, termsOf, NOW_MS) ?? []);
  const summary = summaryOf(all, turns, NOW_MS);
  const message = summaryMessage(
    { summary, atMs: NOW_MS, zone: ZONE, where: 'channel', ...beside },
    { words: language, termsOf, audience: 'channel' },
  );
  expect(validateMessage(message)).toEqual([]);
  return { message, text: message.text.split('\n'), lines: drawn(message.blocks).map(withoutDates) };
}

/** As each reader's own device draws them. */
const withoutDates = (line: string) => line.replaceAll(/<!date[^>]*>/g, '<date>');

describe('a summary', () => {
  test('says what is bad and who is on it, what changed, what comes next and how old the picture is', () => {
    const { lines, text: plain } = shown({
      accounts: [
        bad('1011', { startedAtMs: NOW_MS - 3 * HOUR_MS }),
        bad('1004', {
          owner: { userId: 'U0ADA', sinceMs: NOW_MS - 11 * HOUR_MS, untilMs: NOW_MS + HOUR_MS },
        }),
        bad('1012', { detectedAtMs: NOW_MS - HOUR_MS }),
        fine('1033', 23, 4),
        fine('1002'),
      ],
      ended: [{ accountId: '1002' }],
    });
    const { summary, alert, buttons } = words;
    const noBackup = words.verdict.headline({
      kind: 'no-backup-for',
      level: 'critical',
      ageMs: 80 * HOUR_MS,
    });
    const since = alert.since('<date>', 'critical');
    const state = alert.bad({ critical: 3, attention: 0, unknown: 0 }, 5);
    expect(lines).toEqual([
      `# ☀️ ${summary.title(state)}`,
      `🚨 Liman (1004) · ${noBackup}`,
      `~ ${since} · 👀 ${alert.onIt('<@U0ADA>', '<date>')}`,
      `🚨 1012 · ${noBackup}`,
      `~ ${since} · ${summary.nobodyYet}`,
      `🚨 1011 · ${noBackup}`,
      `~ ${since} · ${summary.nobodyYet}`,
      LAST,
      `🆕 ${summary.new(['1011'], 0)}`,
      `🔻 ${summary.worse(['1012'], 0)}`,
      `✅ ${summary.fineAgain(['1002'], 0)}`,
      summary.next,
      '⚠️ <date> 1033',
      `~ ${summary.read(5, 5, '<date>')}`,
      `[${buttons.acknowledge}] [${buttons.seeAll}] […]`,
    ]);
    // The first line is the notification, whole; the rest is what a screen reader reads.
    expect(`# ${plain[0]}`).toBe(lines[0]);
    expect(plain.some((line) => line.includes('08:40 1033'))).toBe(true);
  });

  test('is short when all is fine', () => {
    const { lines } = shown({ accounts: [fine('1001'), fine('1002'), fine('1003')] });
    const { summary } = words;
    expect(lines[0]).toContain(summary.fine({ fine: 3, total: 3, isOut: false }));
    expect(lines.slice(1)).toEqual([LAST, summary.unchanged, `~ ${summary.read(3, 3, '<date>')}`, '[…]']);
  });

  test('counts as fine only what was read, and says what it does not know', () => {
    const { lines } = shown({
      accounts: [fine('1001'), { accountId: '1002' }],
      outage: { sinceMs: NOW_MS - 2 * HOUR_MS },
      downtime: { fromMs: NOW_MS - 5 * HOUR_MS, toMs: NOW_MS - 3 * HOUR_MS },
    });
    const { summary } = words;
    const fineCount = summary.fine({ fine: 1, total: 2, isOut: true });
    expect(lines[0]).toContain(fineCount);
    expect(lines[1]).toBe(`~ 🔌 ${summary.outage('<date>')}\n🔌 ${summary.downtime('<date>', '<date>')}`);
    expect(lines.at(-2)).toBe(`~ ${summary.read(1, 2, '<date>')}`);
  });

  test('says what would be worse by now while nobody can ask', () => {
    const { lines } = shown({
      accounts: [fine('1001', 27, 4), fine('1002', 20, 4)],
      outage: { sinceMs: NOW_MS - 3 * HOUR_MS },
    });
    expect(lines[1]).toContain(words.summary.overdue(1));
    expect(lines.join()).not.toContain('<date> 1001');
  });

  test('shows what it shows of an alert: a level that is not confirmed changes nothing', () => {
    const unclear = bad('1004');
    const state = { level: 'unknown', startedAtMs: NOW_MS, readAtMs: NOW_MS } as const;
    const { lines } = shown({ accounts: [{ ...unclear, state }] });
    expect(lines[1]).toBe(`🚨 Liman (1004) · ${words.verdict.headline({ kind: 'bare', level: 'critical' })}`);
  });

  test('counts an account that was bad when it began to be watched', () => {
    const { incident: _none, ...baseline } = bad('1004');
    const { lines } = shown({ accounts: [baseline] });
    expect(lines[1]).toMatch(/^🚨 Liman/);
    expect(lines.join()).toContain(words.summary.unchanged);
  });

  test('does not say that an account began to be bad when it began to be watched, unless its dates say so', () => {
    const { incident, ...baseline } = bad('1004');
    const never = { kind: 'never' } as const;
    const neverRan = account({ ...CRITICAL, id: '1004', database: never, folders: never });
    const undated = { ...baseline, state: { ...baseline.state, account: neverRan } } as KnownAccount;
    for (const language of [wordsOf('en', 'en'), wordsOf('tr', 'en')]) {
      const { alert, summary } = language;
      const detail = (one: KnownAccount) => shown({ accounts: [one] }, {}, language).lines[2];
      const says = (since: string) => `~ ${alert.since(since, 'critical')} · ${summary.nobodyYet}`;
      expect(detail(baseline)).toBe(says('<date>'));
      expect(detail(undated)).toBe(says(alert.orEarlier('<date>')));
      expect(detail({ ...undated, ...(incident && { incident }) })).toBe(says('<date>'));
    }
  });

  test('shows 15 that need somebody now in full, and what can wait in one line', () => {
    const critical = Array.from({ length: 17 }, (_, index) => bad(String(2000 + index)));
    const { lines } = shown({
      accounts: [...critical, bad('1010', { level: 'attention' }), bad('1004', { level: 'attention' })],
    });
    const why = words.verdict.headline({ kind: 'bare', level: 'attention' });
    expect(lines.filter((line) => line.startsWith('🚨 '))).toHaveLength(15);
    expect(lines).toContain(`~ ${words.alert.more(2)}`);
    expect(lines).toContain(`⚠️ 1010 · ${why}; Liman (1004) · ${why}`);
  });

  test('offers to take over what it shows as critical and nobody is on, and nothing else', () => {
    const taken = bad('1004', {
      owner: { userId: 'U0ADA', sinceMs: NOW_MS - 11 * HOUR_MS, untilMs: NOW_MS + HOUR_MS },
    });
    const accounts = [taken, bad('1011'), bad('1012'), bad('1010', { level: 'attention' })];
    const value = (all: readonly KnownAccount[]) =>
      shown({ accounts: all }).message.blocks.flatMap((block) =>
        block.type === 'actions'
          ? block.elements.flatMap((one) => (one.type === 'button' && one.value ? [one.value] : []))
          : [],
      );
    expect(value(accounts).map(decodeAccounts)).toEqual([['1011', '1012']]);
    expect(value([taken])).toEqual([]);
  });

  test('of what one person watches is for them alone: it can be taken over, and not shared', () => {
    const { lines } = shown({ accounts: [bad('1004')] }, { where: undefined });
    expect(lines.at(-1)).toBe(`[${words.buttons.acknowledge}]`);
  });

  test('never is longer than what Slack takes', () => {
    const accounts = fc.array(
      fc.record({ accountId: id, kind: fc.constantFrom('bad', 'new', 'soon', 'unread') }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(accounts, language, text, (list, locale, name) => {
        const all = list.map(({ accountId, kind }) => {
          if (kind === 'unread') return { accountId };
          if (kind === 'soon') return fine(accountId, 23);
          return bad(accountId, kind === 'new' ? { startedAtMs: NOW_MS - HOUR_MS } : {});
        });
        const summary = summaryOf(
          { accounts: all, ended: list, sinceMs: LAST_MS, outage: { sinceMs: NOW_MS } },
          all.flatMap((one) => worseningOf(one, termsOf, NOW_MS) ?? []),
          NOW_MS,
        );
        const message = summaryMessage(
          { summary, atMs: NOW_MS, zone: 'UTC', about: 'x', where: 'channel' },
          {
            words: wordsOf(locale, 'en'),
            termsOf: () => ({ ...termsOf('1'), displayName: name }),
            audience: 'channel',
          },
        );
        expect(validateMessage(message)).toEqual([]);
        expect(message.blocks.length).toBeLessThanOrEqual(42);
        expect(JSON.stringify(message.blocks).length).toBeLessThan(LIMITS.messageBlocks);
      }),
      { numRuns: 30 },
    );
  });
});
