import type { KnownBlock } from '@slack/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateMessage, validateView } from '../../sandbox/slack/block-kit/validate.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import { formatAlertView } from '../../src/slack/alerts/alert-view.ts';
import { decodeAccounts, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { type Message, toSend } from '../../src/slack/kit/message.ts';
import { LIMITS, MAX_LENGTHS, sanitize } from '../../src/slack/kit/text.ts';
import { summaryMessage } from '../../src/slack/summary/summary.ts';
import { formatWatchForm } from '../../src/slack/watches/watch-form.ts';
import { formatWatchStarted } from '../../src/slack/watches/watch-messages.ts';
import { formatWatches } from '../../src/slack/watches/watches-list.ts';
import { summaryOf, worseningOf } from '../../src/watch/summary.ts';
import { TARGETS } from '../../src/watch/watch-list.ts';
import { LANGUAGES, type Language, wordsOf } from '../../src/words/words.ts';
import { runs } from '../support/runs.ts';
import { alertOf, bad, fine, incident, rulesOf, ZONE } from './alert.ts';
import { EMAIL, id, language, outcome, text } from './arbitraries.ts';
import { expectTaken } from './expect-taken.ts';
import { CHANNEL, HOUR_MS, NOW_MS, PRIVATE } from './samples.ts';

function expectSendable(message: Message, names: RegExp): void {
  expectTaken(message, names);
  expect(JSON.stringify(message)).not.toContain(EMAIL);
}

/** Every account has the name that `nameOf` gives it. */
const inChannel = (language: Language, nameOf: (accountId: string) => string | undefined) => ({
  words: wordsOf(language, 'en'),
  rulesOf: (accountId: string) => ({ ...rulesOf(''), displayName: nameOf(accountId) ?? '' }),
  zone: ZONE,
  nowMs: NOW_MS,
  audience: 'channel' as const,
});

const level = fc.constantFrom('critical', 'attention', 'unknown' as const);
const one = fc.record({ id, name: text, level, isFine: fc.boolean(), isOwned: fc.boolean(), written: text });

test('an alert about up to a thousand accounts can be sent, without mentions or links', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(one, { minLength: 1, maxLength: 12, selector: ({ id }) => id }),
      fc.constantFrom(0, 990),
      language,
      (few, others, language) => {
        const incidents = few.map(({ id: accountId, level, isFine, isOwned, written }, at) =>
          incident(accountId, {
            id: String(at),
            level,
            note: { untilMs: NOW_MS, userId: 'U0ADA', reason: sanitize(written, MAX_LENGTHS.note) },
            ...(isFine && { resolvedAtMs: NOW_MS }),
            ...(isOwned && { owner: { userId: 'U0ADA', sinceMs: NOW_MS, untilMs: NOW_MS + 1 } }),
          }),
        );
        const names = new Map(few.map(({ id, name }) => [id, name]));
        const context = inChannel(language, (accountId) => names.get(accountId));
        const alert = alertOf(incidents, { others, newIds: ['0'] });
        const { rows, counts } = alert;
        const [at, count] = [{ ts: '1.5', channelId: 'C1' }, others + incidents.length];
        const superseded = { kind: 'superseded', by: at, rows, counts, ...at, postedAtMs: NOW_MS } as const;
        for (const notification of [
          alert,
          superseded,
          { kind: 'also', incidents, count },
          { kind: 'recovered', incidents, count },
          {
            kind: 'stopped',
            ids: few.map((one) => one.id),
            names: few.map(({ name }) => name),
          },
        ] as const) {
          const linkTo = () => 'https://acme.slack.com/archives/C1/p25';
          // Except the owner.
          expectSendable(alertMessage(notification, { accountCount: 2_000, linkTo }, context), /<@U0ADA>/g);
        }
        const shown = { channelId: 'C1', page: others };
        const window = formatAlertView(shown, { incidents, count }, { ...context, viewerId: 'U0ADA' });
        expect(validateView(window)).toEqual([]);
      },
    ),
    runs(80),
  );
});

test('an alert about ten accounts has their notes, unless it would be too long for Slack', () => {
  const alertWith = (reason: string) =>
    Array.from({ length: 10 }, (_, at) =>
      incident(`${at}`.repeat(MAX_LENGTHS.id), {
        id: String(at),
        note: { untilMs: NOW_MS, userId: 'U0ADA', reason },
        owner: { userId: `U0ADA${at}`, sinceMs: NOW_MS, untilMs: NOW_MS + 1 },
      }),
    );
  const displayName = 'ş'.repeat(MAX_LENGTHS.pinName);
  for (const language of LANGUAGES) {
    const context = inChannel(language, () => displayName);
    for (const [reason, isShown] of [
      ['ş'.repeat(MAX_LENGTHS.note), false],
      ['short', true],
    ] as const) {
      const notification = alertOf(alertWith(reason), { others: 990, newIds: ['0'] });
      const message = alertMessage(notification, { accountCount: 2_000, linkTo: () => 'x' }, context);
      expectSendable(message, /<@U0ADA\d?>/g);
      expect(JSON.stringify(message).includes(reason)).toBe(isShown);
    }
  }
});

test('a summary never exceeds what Slack accepts', () => {
  const accounts = fc.array(
    fc.record({ accountId: id, kind: fc.constantFrom('bad', 'new', 'soon', 'unread') }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(accounts, language, text, (list, locale, name) => {
      const all = list.map(({ accountId, kind }) => {
        if (kind === 'unread') return { accountId };
        if (kind === 'soon') return fine(accountId, 23);
        const note = { untilMs: NOW_MS, userId: 'U0ADA', reason: 'x'.repeat(MAX_LENGTHS.note) };
        return { ...bad(accountId, kind === 'new' ? { startedAtMs: NOW_MS - HOUR_MS } : {}), note };
      });
      const known = { accounts: all, ended: list, sinceMs: NOW_MS - 12 * HOUR_MS };
      const summary = summaryOf(
        { ...known, outage: { sinceMs: NOW_MS } },
        all.flatMap((one) => worseningOf(one, rulesOf, NOW_MS) ?? []),
        NOW_MS,
      );
      const context = inChannel(locale, () => name);
      const message = summaryMessage(summary, context, { about: 'x', where: 'channel' });
      expect(validateMessage(toSend(message))).toEqual([]);
      expect(message.length).toBeLessThanOrEqual(42);
      expect(JSON.stringify(message).length).toBeLessThan(LIMITS.messageBlocks);
    }),
    runs(30),
  );
});

test('any watch can be announced, and each Stop stops what its row shows', () => {
  const started = { userId: 'U0ADA', minLevel: 'critical', count: 3 } as const;
  const options = { minLevel: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
  const summary = { atMinute: 480, days: [5, 1], zone: 'Europe/Istanbul' };
  fc.assert(
    fc.property(
      fc.array(outcome, { minLength: 1, maxLength: 10 }),
      fc.array(text, { maxLength: 12 }),
      fc.array(id, { minLength: 1, maxLength: 5 }),
      language,
      fc.constantFrom(PRIVATE, CHANNEL),
      (outcomes, names, ids, locale, audience) => {
        const context = { ...audience, words: wordsOf(locale, 'en') };
        const [name = ''] = names;
        const patterns = names.map((each) => `${each}*`);
        expectSendable(formatWatchStarted({ ...started, outcomes, patterns }, context), /<[@#]\w+>/g);
        const form = {
          accounts: name,
          channelId: 'C0ONCALL',
          groups: [{ id: 'S0GROUP', name: name || 'x' }],
          targets: TARGETS,
        };
        expect(validateView(formatWatchForm(form, context))).toEqual([]);
        const watches = ids.map((pattern) => ({
          ...{ pattern, options, accountCount: 1, badCount: 0, isSeen: false },
        }));
        const here = [{ channelId: 'C0ONCALL', watches, summary }];
        const named = () => ({ ...rulesOf(''), displayName: name });
        const view = formatWatches(
          { here, quiet: [], above: [], origin: '' },
          { ...context, rulesOf: named },
        );
        expect(validateView(view)).toEqual([]);
        const stopped = (view.blocks as readonly KnownBlock[]).flatMap((block) =>
          block.type === 'section' &&
          block.accessory?.type === 'button' &&
          block.accessory.action_id === STOP_WATCH
            ? [decodeAccounts(block.accessory.value ?? '')[1]]
            : [],
        );
        for (const stop of stopped) expect(ids).toContain(stop);
      },
    ),
    runs(60),
  );
});
