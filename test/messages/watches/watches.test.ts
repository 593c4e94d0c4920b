import type { KnownBlock } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { STOP_WATCH } from '../../../src/slack/kit/ids.ts';
import { accountInList } from '../../../src/slack/kit/message.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';
import { closedTo } from '../../../src/slack/slack-errors.ts';
import { formatWatchForm, formatWatchSaved } from '../../../src/slack/watches/watch-form.ts';
import {
  formatCovered,
  formatElsewhere,
  formatNotStarted,
  formatNotWatched,
  formatStopAll,
  formatStoppedHere,
  formatWatchStarted,
  formatWatchStopped,
} from '../../../src/slack/watches/watch-messages.ts';
import {
  decodeStopValue,
  formatWatches,
  type WatchesShown,
} from '../../../src/slack/watches/watches-list.ts';
import type { WatchRow } from '../../../src/watch/watch-list.ts';
import { type Language, wordsOf } from '../../../src/words/words.ts';
import { words } from '../../support/reader.ts';
import { EMAIL, id, language, outcome, text } from '../arbitraries.ts';
import { drawn } from '../drawn.ts';
import { CHANNEL, CRITICAL, found, HOUR_MS, NOW_MS, PRIVATE, THRESHOLDS, unavailable } from '../samples.ts';

const STARTED = { userId: 'U0ADA', minLevel: 'critical', patterns: [], count: 3 } as const;
const SCHEDULE = { atMinute: 480, days: [5, 1], zone: 'Europe/Istanbul' };
const terms = { minLevel: 'critical', zone: 'Europe/Istanbul', createdAtMs: 0 } as const;
const watched = (pattern: string, more: Partial<WatchRow> = {}): WatchRow => ({
  pattern,
  terms,
  accountCount: 1,
  badCount: 0,
  isSeen: false,
  ...more,
});
const termsWith = (displayName: string | undefined) => () => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(displayName !== undefined && { displayName }),
});
const listOf = (here: WatchesShown['here'], displayName?: string) =>
  formatWatches({ here, termsOf: termsWith(displayName), origin: 'C0ONCALL' }, PRIVATE);

const TAKE_OR_SEE = `[${words.buttons.acknowledge}] [${words.buttons.seeAll}]`;

describe('what is posted when a watch begins', () => {
  test('names who watches what, what is not fine already, and what comes', () => {
    const outcomes = [found(CRITICAL), unavailable('no-answer'), found()];
    const message = formatWatchStarted({ ...STARTED, outcomes, minLevel: 'attention' }, CHANNEL);
    expect(validateMessage(message)).toEqual([]);
    const lines = drawn(message.blocks);
    expect(lines[0]).toBe(`{user} ${words.watches.started(['1004', '1009', '1001'], 0)}`);
    expect(lines[1]).toBe(words.watches.alreadyBad);
    expect(lines.filter((line) => line.startsWith('• '))).toEqual([
      expect.stringMatching(/^• 🚨 1004 · /),
      expect.stringMatching(/^• ❔ 1009 · /),
    ]);
    expect(lines.slice(-2)).toEqual([`~ ${words.watches.minLevel.attention}`, TAKE_OR_SEE]);
  });

  test('names a pattern beside accounts, and how many of the list it covers', () => {
    const message = formatWatchStarted({ ...STARTED, patterns: ['20*'], outcomes: [found()] }, CHANNEL);
    const shown = words.watches.started([words.watches.patternOf('20*'), '1001'], 0);
    expect(drawn(message.blocks)).toEqual([
      `{user} ${shown} ${words.watches.ofTheList(3)}`,
      `~ ${words.watches.badAlready}`,
      `~ ${words.watches.minLevel.critical}`,
      `[${words.buttons.seeAll}]`,
    ]);
    expect(message.text).toContain(`<@U0ADA> ${shown}`);
  });

  test('says no more where all is fine, and addresses a person who watches for themselves', () => {
    const message = formatWatchStarted({ ...STARTED, outcomes: [found()] }, PRIVATE);
    expect(drawn(message.blocks)).toEqual([
      words.watches.startedForYou(['1001'], 0),
      `~ ${words.watches.minLevel.critical}`,
    ]);
  });
});

describe('the list of watches', () => {
  test('has a row with Stop for each account, with its level, worst first', () => {
    const state = { level: 'critical', startedAtMs: 0, readAtMs: 0 } as const;
    const view = listOf([
      { channelId: 'C0ONCALL', watches: [watched('1005'), watched('1004', { state })] },
      { channelId: 'U0ADA', watches: [watched('1001', { state: { ...state, level: 'healthy' } })] },
    ]);
    expect(validateView(view)).toEqual([]);
    expect(view.private_metadata).toBe('C0ONCALL');
    const bare = (level: 'critical' | 'healthy') => words.verdict.headline({ kind: 'bare', level });
    const kept = words.watches.form.critical;
    expect(drawn(view.blocks)).toEqual([
      '~ <#C0ONCALL>',
      `🚨 1004 · ${bare('critical')} / ${kept} […]`,
      `⏳ 1005 · ${words.watches.list.notRead} / ${kept} […]`,
      `~ *${words.watches.list.yours}*`,
      `✅ 1001 · ${bare('healthy')} / ${kept} […]`,
    ]);
  });

  test('says since when an account is not fine that became so, to each reader in their own zone', () => {
    const state = { level: 'critical', startedAtMs: NOW_MS - HOUR_MS, readAtMs: NOW_MS } as const;
    const row = (displayName?: string) =>
      drawn(
        listOf([{ channelId: 'C0ONCALL', watches: [watched('1004', { state, isSeen: true })] }], displayName)
          .blocks,
      )[1];
    const timeText = words.time.dateTime({ atMs: state.startedAtMs, zoneId: terms.zone, nowMs: NOW_MS });
    const seconds = state.startedAtMs / 1000;
    expect(row()).toContain(
      words.triage.since(`<!date^${seconds}^\u200B{date_short_pretty} {time}|${timeText}>`),
    );
    // What would read differently as markup is plain text, where there are no dates.
    expect(row('*Acme*')).toContain(` / ${words.triage.since(timeText)} / `);
  });

  test('says why alerts do not arrive, and what to do', () => {
    const view = listOf([{ channelId: 'C0ONCALL', broken: 'is_archived', watches: [watched('1004')] }]);
    expect(drawn(view.blocks)[1]).toBe(`~ ${words.watches.list.broken('closed')}`);
  });

  test.each([
    ['two places', 2, 954],
    ['twelve', 12, 996],
  ])('shows as many as a window holds, and how many more there are: %s', (_, places, rest) => {
    const accounts = Array.from({ length: 1_000 }, (__, at) => watched(String(at)));
    const here = Array.from({ length: places }, (__, at) => ({
      ...{ channelId: `C0${at}`, broken: 'x', watches: accounts, summary: SCHEDULE },
    }));
    const view = listOf(here);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks)).toContain(`~ ${words.watches.list.more(rest)}`);
  });

  test('says that there are none, that they are being read, or that nobody knows', () => {
    expect(drawn(listOf('loading').blocks)).toEqual([words.summary.loading]);
    expect(drawn(listOf([]).blocks)).toEqual([
      `${words.summary.nothing(true)} ${words.watches.list.noneNext} /backup-status watch 1004`,
    ]);
    expect(drawn(listOf('unavailable').blocks)).toEqual([words.watches.list.unavailable]);
  });
});

test.each([
  ['not_in_channel', 'not-in-channel'],
  ['restricted_action', 'closed'],
  ['messages_tab_disabled', 'no-direct-messages'],
  ['constructor', 'other'],
])('%s means %s', (error, meaning) => {
  expect(closedTo(error)).toBe(meaning);
});

test.each(['', ':1004', 'X1:1004', 'C0ONCALL:'])('%j stops nothing', (value) => {
  expect(() => decodeStopValue(value)).toThrow('stops nothing');
});

describe('whatever is typed, sent or asked for', () => {
  const contextFor = (lang: Language, audience: 'private' | 'channel') => ({
    ...(audience === 'channel' ? CHANNEL : PRIVATE),
    words: wordsOf(lang, 'en'),
  });
  const shown = (name: string) => accountInList('1004', CHANNEL, name);
  const audience = fc.constantFrom('private', 'channel' as const);

  test('messages can be sent, and no e-mail address reaches them', () => {
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 1, maxLength: 10 }),
        fc.array(text, { maxLength: 12 }),
        language,
        audience,
        fc.constantFrom('accounts', 'summary' as const),
        (outcomes, names, lang, viewers, what) => {
          const context = contextFor(lang, viewers);
          const messages = [
            formatWatchStarted({ ...STARTED, outcomes, patterns: names.map((name) => `${name}*`) }, context),
            formatWatchStopped(names.map(shown), context),
            formatStoppedHere({ userId: names[0] ?? '', what }, names.map(shown), context.words),
            formatStoppedHere({ what: 'retired' }, names.map(shown), context.words),
            formatNotWatched(names[0] ?? '', context),
            formatCovered(names.map(shown), `${names[0] ?? ''}*`, context),
            formatElsewhere(names.map(shown), { channelId: 'C0ONCALL', text: names[0] ?? '' }, context),
            formatStopAll('C0ONCALL', names.map(shown), context),
            formatNotStarted(context),
          ];
          for (const message of messages) {
            expect(validateMessage(message)).toEqual([]);
            expect(message.text).not.toMatch(/<(?![@#]\w+>)/);
            expect(message.text.length).toBeLessThanOrEqual(LIMITS.messageText);
            expect(Buffer.byteLength(message.text)).toBeLessThan(LIMITS.messageTextBytes);
            expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(LIMITS.messageBlocks);
          }
          expect(JSON.stringify(messages)).not.toContain(EMAIL);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('windows can be opened, and what is stopped is what was shown', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 5 }), text, language, (ids, typed, lang) => {
        const context = contextFor(lang, 'private');
        const form = {
          accounts: typed,
          target: 'channel',
          channelId: 'C0ONCALL',
          minLevel: 'attention',
          zone: 'UTC',
          problem: { what: typed || 'x', next: 'x' },
        } as const;
        expect(validateView(formatWatchForm(form, context))).toEqual([]);
        expect(
          validateView(formatWatchSaved(context.words.watches.form.saved('<#C0ONCALL>'), context)),
        ).toEqual([]);
        const accounts = ids.map((pattern) => watched(pattern));
        const view = formatWatches(
          {
            here: [{ channelId: 'C0ONCALL', watches: accounts, summary: SCHEDULE }],
            termsOf: termsWith(typed),
            origin: '',
          },
          context,
        );
        expect(validateView(view)).toEqual([]);
        const stopped = (view.blocks as readonly KnownBlock[]).flatMap((block) =>
          block.type === 'section' &&
          block.accessory?.type === 'button' &&
          block.accessory.action_id === STOP_WATCH
            ? [decodeStopValue(block.accessory.value ?? '').pattern]
            : [],
        );
        for (const stop of stopped) expect(ids).toContain(stop);
      }),
      { numRuns: 60 },
    );
  });
});
