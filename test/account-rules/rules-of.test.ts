import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountRule, createRulesOf, fitsPattern } from '../../src/account-rules/account-rules.ts';
import { THRESHOLDS } from '../account/accounts.ts';
import { runs } from '../support/runs.ts';

const rule = (given: Partial<AccountRule>): AccountRule => ({
  setBy: 'rules.yaml: some',
  accounts: [['*']],
  ...given,
});

describe('the rules of an account', () => {
  test.each([
    ['a rule and the usual limit', [rule({ late_after_hours: 50 })], 50],
    ['two rules', [rule({ accounts: [['10*']], late_after_hours: 40 }), rule({ stale_after_hours: 30 })], 40],
    ['one rule', [rule({ late_after_hours: 60, stale_after_hours: 30 })], 60],
  ])('a late limit above the stale limit, by %s, replaces the stale limit', (_, rules, hours) => {
    const { late, stale } = createRulesOf(rules, THRESHOLDS)('1001').thresholds;
    expect([late.value, stale.value]).toEqual([hours, hours]);
  });

  test('a stale limit below the usual late limit replaces it', () => {
    const { thresholds } = createRulesOf([rule({ stale_after_hours: 12 })], THRESHOLDS)('1001');
    const twelve = { value: 12, unit: 'hour', setBy: 'rules.yaml: some' };
    expect(thresholds).toEqual({ ...THRESHOLDS, late: twelve, stale: twelve });
  });

  test('take each value from the first rule that sets it, and the others from the settings', () => {
    const rulesOf = createRulesOf(
      [
        rule({ setBy: 'a', accounts: [['1*']], late_after_hours: 3 }),
        rule({
          setBy: 'b',
          accounts: [['1001']],
          late_after_hours: 4,
          stale_after_hours: 5,
          weekdays_only: false,
          display_name: 'Acme',
        }),
        rule({
          setBy: 'c',
          weekdays_only: true,
          ignore: 'folders',
          minimum_client_version: '4.1',
          note: 'c',
        }),
        rule({ setBy: 'd', note: 'd', runbook: 'https://d.example/', contact: 'Jane' }),
      ],
      THRESHOLDS,
    );
    expect(rulesOf('1001')).toEqual({
      thresholds: {
        ...THRESHOLDS,
        late: { value: 3, unit: 'hour', setBy: 'a' },
        stale: { value: 5, unit: 'hour', setBy: 'b' },
      },
      exceptions: {
        ignored: { backup: 'folders', setBy: 'c' },
        minimumClientVersion: { version: '4.1', setBy: 'c' },
      },
      displayName: 'Acme',
      note: 'c',
      runbook: 'https://d.example/',
      contact: 'Jane',
    });
  });
});

const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
const id = fc.string({ unit: fc.constantFrom('a', 'b', '*', '😀'), maxLength: 8 });

/** The meaning of a pattern as a regular expression, which may be slow. */
const meaning = (glob: string) => new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');

test('a pattern matches ids as * and ? define', () => {
  fc.assert(
    fc.property(pattern, id, (glob, text) => {
      expect(fitsPattern(glob, text)).toBe(meaning(glob).test(text));
    }),
    runs(2_000),
  );
});
