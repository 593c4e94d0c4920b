import { expect, test } from 'vitest';
import { validateMessage, validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { sanitize } from '../../src/account/text.ts';
import type { BackupKind } from '../../src/account/verdict.ts';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import { formatDetails } from '../../src/slack/card/actions.ts';
import { formatTriage } from '../../src/slack/card/list.ts';
import { toSend } from '../../src/slack/kit/message.ts';
import { formatCheckUp } from '../../src/slack/lookup/notices.ts';
import { formatWatchStarted } from '../../src/slack/watches/watch-messages.ts';
import { formatWatches } from '../../src/slack/watches/watches-list.ts';
import type { Quiet } from '../../src/watch/schedule.ts';
import type { WatchedHere, WatchRow } from '../../src/watch/watch-list.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import {
  account,
  accountWithout,
  answer,
  CHANNEL,
  CHECK_UP,
  CRITICAL,
  contextWith,
  found,
  HOUR_MS,
  hoursAgo,
  lastKnown,
  NOW_MS,
  PRIVATE,
  THRESHOLDS,
  unavailable,
} from './samples.ts';
import { storedStates } from './stored-states.ts';

const list = (...outcomes: LookupOutcome[]) => {
  const message = formatTriage(outcomes, PRIVATE);
  expect(validateMessage(toSend(message))).toEqual([]);
  return message;
};
const yesterday = { kind: 'at', atMs: Date.parse('2026-11-20T00:00:00+03:00'), precision: 'day' } as const;

const NEVER = { kind: 'never' } as const;
const NOTHING: Account = {
  id: '4',
  zone: { id: 'UTC', assumedFrom: 'setting' },
  status: { kind: 'not-reported' },
  database: NEVER,
  folders: NEVER,
  sent: {},
};
function ignoring(backup: BackupKind): LookupOutcome {
  const exceptions = { ignored: { backup, setBy: 'rules.yaml: x' } };
  const verdict = judge(account(), NOW_MS, { thresholds: THRESHOLDS, exceptions });
  return { kind: 'found', id: '1001', answer: { ...answer(), verdict } };
}

test('lists are as stored', async () => {
  const named = { ...PRIVATE, pins: [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }] };
  await storedStates('lists', {
    'the service refuses one': list(
      { kind: 'not-found', id: '9999' },
      { kind: 'forbidden', id: '7' },
      found(),
    ),
    'what has no age': list(
      found({ database: { kind: 'never' }, folders: { kind: 'unreadable' } }),
      found({ id: '2', database: hoursAgo(-3) }),
      found({ id: '3', database: yesterday, folders: yesterday }),
      { kind: 'found', id: '4', answer: answer({ ...NOTHING, id: '4' }) },
    ),
    'one backup is ignored': list(...(['database', 'folders'] as const).map(ignoring)),
    'none could be checked, for one reason': list(
      ...['1001', '1002', '1003'].map((id, at) => unavailable('busy', id, at * 30_000)),
    ),
    'none could be checked, for two': list(unavailable('no-answer'), unavailable('busy', '1010')),
    'none could be checked, of some an earlier answer': list(
      lastKnown(CRITICAL, 'no-answer'),
      unavailable('no-answer'),
      lastKnown({}, 'no-answer'),
    ),
    'the service does not let this app in': list(
      lastKnown({}, 'login-rejected'),
      unavailable('login-rejected'),
    ),
    'half of them fail': list(found(CRITICAL), unavailable('no-answer')),
    'under the names of the reader, and a long id': formatTriage(
      [
        found(),
        unavailable('no-answer', '1001'),
        { kind: 'not-found', id: `customer-${'x'.repeat(110)}-0001` },
      ],
      named,
    ),
  });
});

/** The length of a list of the longest texts, all of one letter, as Slack may count it. */
function longestList(letter: string) {
  const text = (units: number) => letter.repeat(Math.floor(units / letter.length));
  const ids = Array.from({ length: 10 }, (_, index) => `${index}${text(127)}`);
  const pins = ids.map((accountId) => ({ accountId, name: 'ş'.repeat(40), pinnedAtMs: 0 }));
  const outcomes = ids.map((id) => {
    const unreadable = { kind: 'unreadable' } as const;
    const parsed = sanitize(text(100), 40);
    const status = { kind: 'unknown', sent: parsed } as const;
    const { verdict, ...rest } = answer(account({ status, database: unreadable, folders: unreadable }));
    const tooOld = { rule: 'client-outdated', version: parsed, minimum: '5', setBy: 'x' } as const;
    const reasons = [{ ...tooOld, level: 'attention' as const }, ...verdict.reasons];
    const by = { userId: 'U0123456789', sinceMs: 0, untilMs: PRIVATE.nowMs + 1 };
    const seen = { level: 'attention', startedAtMs: PRIVATE.nowMs - 1, owner: by, mute: by } as const;
    const long = { ...rest, seen, verdict: { ...verdict, level: 'attention', reasons } } as const;
    return { kind: 'found', id, answer: long } as const;
  });
  return JSON.stringify(formatTriage(outcomes, { ...PRIVATE, pins }));
}

test('a list leaves out what watches know if the message would be too long', () => {
  // A letter of two UTF-16 units counts twice.
  const [long, longer] = [longestList('漢'), longestList('🏢')];
  for (const blocks of [long, longer])
    expect(blocks.replace(/[\u0080-\uFFFF]/g, '\\u0000').length).toBeLessThanOrEqual(13_000);
  expect(long).not.toContain(words.verdict.since('critical', '{date_short_pretty} {time}'));
});

test('details are as stored', async () => {
  const details = (outcome: LookupOutcome, context = PRIVATE) => {
    const view = formatDetails(outcome, context);
    expect(validateView(view)).toEqual([]);
    return drawn(view.blocks);
  };
  const of = (about: ReturnType<typeof account>) =>
    details({ kind: 'found', id: about.id, answer: answer(about) });
  /** The part above the fields as sent. */
  const judged = (lines: string[]) => lines.slice(0, lines.indexOf(words.details.headings.sent));
  const zone = (assumedFrom: 'setting' | 'nothing', id: string) =>
    of(account({ zone: { id, assumedFrom } })).at(-1) ?? '';
  const sent = {
    packageName: 'a\u202Eb\u0000',
    quota: '',
    version: '1'.repeat(201),
    status: '<!channel> *x*',
    darkMode: 'null',
  };
  await storedStates('details', {
    'of an account that is fine': judged(details(found())),
    'whom to call, and an account that is not': judged(
      details(found(CRITICAL), contextWith({ contact: 'Jane\u202E <!here>\n+44 20', note: 'n' })),
    ),
    'nobody to call, no end of the package': judged(of(accountWithout('email', 'packageEndsOn'))),
    'what was sent: hostile, empty, too long': details(
      found({ sent, status: { kind: 'unknown', sent: sent.status } }),
    ).filter((line) =>
      Object.keys(sent).some((name) =>
        line.startsWith(`${words.details.fields[name as keyof typeof sent]}: `),
      ),
    ),
    'the zone of a setting, and of nothing': [zone('setting', 'Europe/Istanbul'), zone('nothing', 'UTC')],
    'no answer, and an earlier one': details(lastKnown({}, 'no-answer')).slice(0, 4),
  });
});

const options = { minLevel: 'critical', zone: 'Europe/Istanbul', createdAtMs: 0 } as const;
const watched = (pattern: string, more: Partial<WatchRow> = {}): WatchRow => ({
  ...{ pattern, options, accountCount: 1, badCount: 0, isSeen: false },
  ...more,
});
const watches = (here: readonly WatchedHere[], displayName?: string, quiet: readonly Quiet[] = []) => {
  const rulesOf = () => ({ thresholds: THRESHOLDS, exceptions: {}, ...(displayName && { displayName }) });
  const view = formatWatches({ here, quiet, above: [], origin: 'C0ONCALL' }, { ...PRIVATE, rulesOf });
  expect(validateView(view)).toEqual([]);
  return view;
};

test('texts about watches are as stored', async () => {
  const state = { level: 'critical', startedAtMs: NOW_MS - HOUR_MS, readAtMs: NOW_MS } as const;
  const seen = [{ channelId: 'C0ONCALL', watches: [watched('1004', { state, isSeen: true })] }];
  const summary = { atMinute: 480, days: [5, 1], zone: 'Europe/Istanbul' };
  const many = (places: number) =>
    Array.from({ length: places }, (_, at) => ({
      ...{ channelId: `C0${at}`, broken: 'x', summary },
      watches: Array.from({ length: 1_000 }, (__, id) => watched(String(id))),
    }));
  const muted = { accountId: '1004', untilMs: NOW_MS + HOUR_MS, userId: 'U0ADA', reason: 'server move' };
  const started = { userId: 'U0ADA', minLevel: 'critical', patterns: [], count: 3 } as const;
  await storedStates('watches', {
    'a watch began: what is not fine already': formatWatchStarted(
      { ...started, outcomes: [found(CRITICAL), unavailable('no-answer'), found()], minLevel: 'attention' },
      CHANNEL,
    ),
    'a watch began: what is muted': formatWatchStarted(
      {
        ...started,
        outcomes: [
          { kind: 'found', id: '1004', answer: { ...answer(account(CRITICAL)), seen: { mute: muted } } },
        ],
      },
      CHANNEL,
    ),
    'a watch began: a pattern beside an account': formatWatchStarted(
      { ...started, patterns: ['20*'], outcomes: [found()] },
      CHANNEL,
    ),
    'a watch began: for oneself, and all is fine': formatWatchStarted(
      { ...started, outcomes: [found()] },
      PRIVATE,
    ),
    'the worst first, a summary, and a place that accepts no messages': watches([
      { channelId: 'C0ONCALL', summary, watches: [watched('1005'), watched('1004', { state })] },
      {
        channelId: 'U0ADA',
        broken: 'is_archived',
        watches: [watched('1001', { state: { ...state, level: 'healthy' } })],
      },
    ]),
    'since when, and under a name that is markup': [
      ...drawn(watches(seen).blocks),
      ...drawn(watches(seen, '*Acme*').blocks),
    ],
    'more than a window holds': { blocks: watches(many(2)).blocks.slice(-2) },
    'more places than a window holds': { blocks: watches(many(12)).blocks.slice(-2) },
    none: watches([]),
    'one account is muted everywhere, and another snoozed in one of two channels': watches(
      ['C0ONCALL', 'C0ALERTS'].map((channelId) => ({ channelId, watches: [watched('1004')] })),
      '',
      [muted, { ...muted, accountId: '1005', channelId: 'C0ALERTS', reason: undefined }],
    ),
    'more than a window holds, and much that is quiet': {
      blocks: watches(
        many(2),
        '',
        Array.from({ length: 30 }, (_, at) => ({ ...muted, channelId: at % 2 === 0 ? 'C01' : undefined })),
      ).blocks.slice(-2),
    },
    'muted, until a time in the zone of the person': formatWatches(
      {
        ...{ here: [], above: [], origin: '' },
        quiet: [muted],
      },
      { ...PRIVATE, zone: 'Europe/Istanbul' },
    ),
  });
});

test('the check-up is as stored', async () => {
  const { watch } = CHECK_UP;
  const fresh = { ...CHECK_UP, answeredAtMs: undefined };
  if (watch === undefined) throw new Error('the sample has figures');
  const sinceMs = NOW_MS - 2 * HOUR_MS;
  const failing = { sinceMs, reason: 'no-answer', retryAfterMs: 6_000 } as const;
  const watching = (changed: Partial<typeof watch>) => ({ ...CHECK_UP, watch: { ...watch, ...changed } });
  const states = {
    'all works': CHECK_UP,
    'nobody was answered yet': fresh,
    'look-ups fail, and the sign-in': { ...CHECK_UP, failing, notSignedIn: 'login-rejected' as const },
    'the sign-in fails': { ...CHECK_UP, notSignedIn: 'login-rejected' as const },
    'the database is away': { ...fresh, watch: undefined, databaseDownSinceMs: sinceMs },
    'nothing is watched': watching({ accounts: 0 }),
    'an outage': watching({ outageSinceMs: sinceMs }),
    'reads are late': watching({ lateMs: 2 * HOUR_MS }),
    'two channels accept no messages': watching({ brokenChannels: 2 }),
  };
  const shown = Object.entries(states).map(
    ([name, state]) => [name, formatCheckUp(state as CheckUp, PRIVATE)] as const,
  );
  for (const [, message] of shown) expect(validateMessage(toSend(message))).toEqual([]);
  await storedStates('check-up', Object.fromEntries(shown));
});
