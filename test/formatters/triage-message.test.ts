import { describe, expect, it } from 'vitest';
import { formatTriage } from '../../src/formatters/triage-message.ts';
import { drawn } from './drawn.ts';
import {
  account,
  answer,
  CRITICAL,
  found,
  hoursAgo,
  lastKnown,
  NOW_S,
  PRIVATE,
  unavailable,
} from './samples.ts';

const entry = (sign: string, title: string, numbers: string) => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: [
        { type: 'text', text: `${sign} ` },
        { type: 'text', text: title, style: { bold: true } },
        { type: 'text', text: `\n${numbers}` },
      ],
    },
  ],
});
const lines = (...outcomes: Parameters<typeof formatTriage>[0]) =>
  drawn(formatTriage(outcomes, PRIVATE).blocks);

describe('several accounts', () => {
  it('have one entry each in the order given, and a summary', () => {
    const outcomes = [
      found(CRITICAL),
      found({ id: '1007', database: hoursAgo(1), folders: hoursAgo(30) }),
      unavailable('timeout'),
      found(),
    ];
    const summary = '4 accounts: 1 act now, 1 watch, 1 not checked, 1 fine';
    expect(formatTriage(outcomes, PRIVATE)).toEqual({
      text: [
        summary,
        '1004 · Act now: no backup for 3 days',
        '1007 · Half protected: folders 30 h old',
        '1009 · Could not be checked',
        '1001 · Backups are fine',
      ].join('\n'),
      blocks: [
        entry(
          '🚨',
          '1004 · Act now: no backup for 3 days',
          '⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days',
        ),
        entry('⚠️', '1007 · Half protected: folders 30 h old', '🟢 Online · database 1 h'),
        entry(
          '❔',
          '1009 · Could not be checked',
          'The service did not answer in time. Try again in a minute.',
        ),
        entry('✅', '1001 · Backups are fine', '🟢 Online · database 2 h · folders 5 h'),
        { type: 'context', elements: [{ type: 'mrkdwn', text: summary, verbatim: true }] },
      ],
    });
  });

  it('keep their place when the service refuses one', () => {
    expect(lines({ kind: 'not-found', id: '9999' }, { kind: 'forbidden', id: '7' }, found())).toEqual([
      '❔ 9999 · No such account',
      'Check the number and ask again.',
      '❔ 7 · Not open to this app',
      'Ask whoever runs this app for access to it.',
      '✅ 1001 · Backups are fine',
      '🟢 Online · database 2 h · folders 5 h',
      '~ 3 accounts: 1 not checked, 1 not found, 1 fine',
    ]);
  });

  it('are marked where an earlier answer is all there is', () => {
    expect(lines(lastKnown(CRITICAL, 'network'), found())).toEqual([
      '🚨 1004 · Act now: no backup for 3 days',
      '⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days',
      'As of 12 min ago. The service cannot be reached.',
      '✅ 1001 · Backups are fine',
      '🟢 Online · database 2 h · folders 5 h',
      '~ 2 accounts: 1 act now, 1 fine · 1 from an earlier answer',
    ]);
  });

  it('say in a word what has no age', () => {
    expect(lines(found({ database: { kind: 'never' }, folders: { kind: 'unreadable' } }), found())[1]).toBe(
      '🟢 Online · database never · folders not known',
    );
    expect(lines(found({ database: hoursAgo(-3) }), found())[1]).toBe(
      '🟢 Online · folders 5 h · database clock looks wrong',
    );
  });

  it('make up no hours for a bare date', () => {
    const yesterday = {
      kind: 'at',
      atMs: Date.parse('2026-11-20T00:00:00+03:00'),
      precision: 'day',
    } as const;
    expect(lines(found({ database: yesterday, folders: yesterday }), found())[1]).toBe(
      '🟢 Online · database yesterday · folders yesterday',
    );
  });

  it('are not said to have never run where the service said nothing', () => {
    const { verdict, ...rest } = answer(account({ database: { kind: 'never' }, folders: { kind: 'never' } }));
    const reasons = [{ rule: 'nothing-reported', level: 'unknown' }] as const;
    const silent = { ...rest, verdict: { ...verdict, level: 'unknown', reasons } } as const;
    expect(lines({ kind: 'found', id: '1015', answer: silent }, found())[1]).toBe(
      '🟢 Online · database not known · folders not known',
    );
  });

  it('are never counted as fine when the verdict is open', () => {
    expect(lines(found({ folders: { kind: 'unreadable' } }), found()).at(-1)).toBe(
      '~ 2 accounts: 1 cannot tell, 1 fine',
    );
  });
});

describe('several accounts, none of which could be checked', () => {
  it('share one explanation when they share the reason', () => {
    const outcomes = ['1001', '1002', '1003'].map((id, at) => unavailable('rate-limited', id, at * 30_000));
    const what = 'The service asks for a pause. Try again in 1 min.';
    expect(formatTriage(outcomes, PRIVATE).text).toBe(
      `3 accounts could not be checked. ${what}\n1001, 1002 and 1003`,
    );
    expect(lines(...outcomes)).toEqual(['❔ 3 accounts could not be checked.', what, '1001, 1002 and 1003']);
  });

  it('are listed one by one when the reasons differ', () => {
    expect(lines(unavailable('timeout'), unavailable('network', '1010'))).toHaveLength(5);
  });

  it('are listed when an earlier answer is known of one, and the reason stands above them, once', () => {
    const outcomes = [lastKnown(CRITICAL, 'timeout'), unavailable('timeout'), lastKnown({}, 'timeout')];
    expect(lines(...outcomes)).toEqual([
      `~ ⚠️ *The service did not answer in time.* Showing answers from <!date^${NOW_S - 720}^{ago}|12 min ago>`,
      '🚨 1004 · Act now: no backup for 3 days',
      '⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days · as of 12 min ago',
      '❔ 1009 · Could not be checked',
      'No earlier answer',
      '✅ 1001 · Backups are fine',
      '🟢 Online · database 2 h · folders 5 h · as of 12 min ago',
      '~ 3 accounts: 1 act now, 1 not checked, 1 fine · 2 from an earlier answer',
    ]);
    expect(formatTriage(outcomes, PRIVATE).text.split('\n')[1]).toBe(
      'The service did not answer in time. Showing answers from 12 min ago',
    );
  });

  it('say who has to act when the service does not let this app in', () => {
    expect(lines(lastKnown({}, 'login-rejected'), unavailable('login-rejected'))[0]).toMatch(
      /^~ ⚠️ \*This app cannot sign in to the service\.\* Showing .* · Tell whoever runs this app: the service refuses its sign-in\.$/,
    );
  });
});

it('where half of several fail or fewer, each says so for itself', () => {
  expect(lines(found(CRITICAL), unavailable('timeout'))).toContain(
    'The service did not answer in time. Try again in a minute.',
  );
});

it('a long id is cut in the middle, where it tells least', () => {
  const id = `customer-${'x'.repeat(110)}-0001`;
  expect(lines({ kind: 'not-found', id }, found())[0]).toMatch(
    /^❔ customer-x{14}…x+-0001 · No such account$/,
  );
});

it('accounts stand under the names the reader gave them', () => {
  const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
  const title = (outcome: Parameters<typeof formatTriage>[0][number]) =>
    drawn(formatTriage([outcome, found({ id: '2' })], { ...PRIVATE, pins }).blocks)[0];
  expect(title(found())).toBe('✅ Acme (1001) · Backups are fine');
  expect(title(unavailable('timeout', '1001'))).toBe('❔ Acme (1001) · Could not be checked');
  const all = [unavailable('timeout', '1001'), unavailable('timeout', '2')];
  expect(drawn(formatTriage(all, { ...PRIVATE, pins }).blocks)).toContain('Acme (1001) and 2');
});
