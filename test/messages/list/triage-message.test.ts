import { describe, expect, test } from 'vitest';
import { formatTriage, listBlocks } from '../../../src/slack/card/list.ts';
import { FINE, fine, NO_BACKUP, NOT_CHECKED, NOT_FOUND, summary } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import {
  agedHours,
  DRAWN_AT,
  FINE_ROW,
  failureOf,
  numbersOf,
  SAID_ONCE,
  TELL_WHO_RUNS_IT,
  TIMEOUT_ROW,
  wasLine,
} from '../rows.ts';
import { account, answer, CRITICAL, found, hoursAgo, lastKnown, PRIVATE, unavailable } from '../samples.ts';

const READ_AT_MS = PRIVATE.nowMs - 720_000;

const lines = (...outcomes: Parameters<typeof formatTriage>[0]) => drawn(listBlocks(outcomes, PRIVATE));

describe('several accounts', () => {
  test('keep their place when the service refuses one', () => {
    expect(lines({ kind: 'not-found', id: '9999' }, { kind: 'forbidden', id: '7' }, found())).toEqual([
      `🔍 ${summary(3, { notChecked: 1, notFound: 1, healthy: 1 })}`,
      `🔍 9999 · ${NOT_FOUND}`,
      words.failure['not-found']('9999').next,
      `🔒 7 · ${words.failure.forbidden('7').title}`,
      words.failure.forbidden('7').next,
      `✅ ${FINE_ROW.title}`,
      FINE_ROW.numbers,
      DRAWN_AT,
    ]);
  });

  test('say in a word what has no age', () => {
    expect(lines(found({ database: { kind: 'never' }, folders: { kind: 'unreadable' } }), found())[2]).toBe(
      numbersOf(
        'online',
        words.triage.backup('database', words.card.never),
        words.triage.backup('folders', words.triage.notKnown),
      ),
    );
    expect(lines(found({ database: hoursAgo(-3) }), found())[2]).toBe(
      numbersOf('online', agedHours('folders', 5), words.triage.backup('database', words.card.clockWrong)),
    );
  });

  test('make up no hours for a bare date', () => {
    const yesterday = {
      kind: 'at',
      atMs: Date.parse('2026-11-20T00:00:00+03:00'),
      precision: 'day',
    } as const;
    const day = words.time.dayAgo('2026-11-20', 0);
    expect(lines(found({ database: yesterday, folders: yesterday }), found())[2]).toBe(
      numbersOf('online', words.triage.backup('database', day), words.triage.backup('folders', day)),
    );
  });

  test('are not said to have never run where the service said nothing', () => {
    const { verdict, ...rest } = answer(account({ database: { kind: 'never' }, folders: { kind: 'never' } }));
    const reasons = [{ rule: 'nothing-reported', level: 'unknown' }] as const;
    const silent = { ...rest, verdict: { ...verdict, level: 'unknown', reasons } } as const;
    expect(lines({ kind: 'found', id: '1015', answer: silent }, found())[2]).toBe(
      numbersOf(
        'online',
        words.triage.backup('database', words.triage.notKnown),
        words.triage.backup('folders', words.triage.notKnown),
      ),
    );
  });

  test('are never counted as fine when the verdict is open', () => {
    expect(lines(found({ folders: { kind: 'unreadable' } }), found())[0]).toBe(
      `❔ ${summary(2, { unknown: 1, healthy: 1 })}`,
    );
  });
});

describe('several accounts, none of which could be checked', () => {
  test('share one explanation when they share the reason', () => {
    const outcomes = ['1001', '1002', '1003'].map((id, at) => unavailable('busy', id, at * 30_000));
    const none = words.verdict.sentence(words.triage.noneChecked(3));
    const { what: because, next } = words.failure.unavailable.busy(60_000);
    const [what, names] = [`${because} ${next}`, words.numbers.list(['1001', '1002', '1003'])];
    expect(formatTriage(outcomes, PRIVATE).text).toBe(`🔌 ${none}\n${what}\n${names}`);
    expect(lines(...outcomes)).toEqual([`🔌 ${none}`, what, names]);
  });

  test('are listed one by one when the reasons differ', () => {
    expect(lines(unavailable('no-answer'), unavailable('busy', '1010'))).toHaveLength(6);
  });

  test('are listed when an earlier answer is known of one, and the reason stands above them, once', () => {
    const outcomes = [lastKnown(CRITICAL, 'no-answer'), unavailable('no-answer'), lastKnown({}, 'no-answer')];
    expect(lines(...outcomes)).toEqual([
      `❔ ${summary(3, { notChecked: 3 })}`,
      `${SAID_ONCE.noAnswer} ${failureOf('no-answer').next}`,
      `❔ 1004 · ${NOT_CHECKED}`,
      wasLine('🚨', NO_BACKUP, READ_AT_MS),
      `❔ ${TIMEOUT_ROW.title}`,
      words.home.noEarlierAnswer,
      `❔ 1001 · ${NOT_CHECKED}`,
      wasLine('✅', FINE, READ_AT_MS),
      DRAWN_AT,
    ]);
    expect(formatTriage(outcomes, PRIVATE).text.split('\n')[1]).toBe(
      `🔌 ${failureOf('no-answer').what} ${failureOf('no-answer').next}`,
    );
  });

  test('say who has to act when the service does not let this app in', () => {
    expect(lines(lastKnown({}, 'login-rejected'), unavailable('login-rejected'))[1]).toBe(
      `${SAID_ONCE.loginRejected} ${TELL_WHO_RUNS_IT}`,
    );
  });
});

test('where half of several fail or fewer, each says so for itself', () => {
  expect(lines(found(CRITICAL), unavailable('no-answer'))).toContain(TIMEOUT_ROW.numbers);
});

test('a long id is cut in the middle, where it tells least', () => {
  const id = `customer-${'x'.repeat(110)}-0001`;
  const [, title] = lines({ kind: 'not-found', id }, found());
  expect(title).toMatch(/^🔍 customer-x{14}…x+-0001 · /);
  expect(title?.endsWith(` · ${NOT_FOUND}`)).toBe(true);
});

test('accounts stand under the names the reader gave them', () => {
  const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
  const title = (outcome: Parameters<typeof formatTriage>[0][number]) =>
    drawn(formatTriage([outcome, found({ id: '2' })], { ...PRIVATE, pins }).blocks)[1];
  expect(title(found())).toBe(`✅ ${fine('Acme (1001)')}`);
  expect(title(unavailable('no-answer', '1001'))).toBe(`❔ Acme (1001) · ${NOT_CHECKED}`);
  const all = [unavailable('no-answer', '1001'), unavailable('no-answer', '2')];
  expect(drawn(formatTriage(all, { ...PRIVATE, pins }).blocks)).toContain(
    words.numbers.list(['Acme (1001)', '2']),
  );
});

/** A list of the longest texts, all of one letter, as Slack may count it. */
function longestList(letter: string) {
  const text = (units: number) => letter.repeat(Math.floor(units / letter.length));
  const ids = Array.from({ length: 10 }, (_, index) => `${index}${text(127)}`);
  const pins = ids.map((accountId) => ({ accountId, name: 'ş'.repeat(40), pinnedAtMs: 0 }));
  const outcomes = ids.map((id) => {
    const unreadable = { kind: 'unreadable' } as const;
    const status = { kind: 'unknown', sent: text(100) } as const;
    const { verdict, ...rest } = answer(account({ status, database: unreadable, folders: unreadable }));
    const tooOld = { rule: 'client-outdated', version: text(100), minimum: '5', setBy: 'x' } as const;
    const reasons = [{ ...tooOld, level: 'attention' as const }, ...verdict.reasons];
    const seen = { level: 'attention', startedAtMs: PRIVATE.nowMs - 1 } as const;
    const long = { ...rest, seen, verdict: { ...verdict, level: 'attention', reasons } } as const;
    return { kind: 'found', id, answer: long } as const;
  });
  const { blocks } = formatTriage(outcomes, { ...PRIVATE, pins });
  return { blocks, length: JSON.stringify(blocks).replace(/[\u0080-\uFFFF]/g, '\\u0000').length };
}

test('since when accounts are bad is left out where it would make the message too long', () => {
  const { blocks, length } = longestList('漢');
  expect(length).toBeLessThanOrEqual(13_000);
  expect(JSON.stringify(blocks)).not.toContain(words.triage.since('{date_short_pretty} {time}'));
});

test('a letter of two UTF-16 units counts as two', () => {
  expect(longestList('🏢').length).toBeLessThanOrEqual(13_000);
});
