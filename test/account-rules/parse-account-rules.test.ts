import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAccountRules } from '../../src/account-rules/parse-account-rules.ts';
import { THRESHOLDS } from '../domain/accounts.ts';

const parse = (text: string) => parseAccountRules(text, { fileName: 'rules.yaml', thresholds: THRESHOLDS });

test('the example in docs', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/account-rules.example.yaml'), 'utf8');
  expect(parse(text)).toEqual({
    kind: 'valid',
    rules: [
      { setBy: 'rules.yaml: weekend shops', accounts: ['20*', '3001'], weekdaysOnly: true },
      {
        setBy: 'rules.yaml: archive',
        accounts: ['AR-*', '1007'],
        lateAfterHours: 200,
        staleAfterHours: 400,
        ignore: 'database',
      },
      {
        setBy: 'rules.yaml: Acme',
        accounts: ['1001'],
        minimumClientVersion: '4.10.0',
        displayName: 'Acme Ltd',
      },
    ],
  });
});

test('an id stays as it is written, quotes or none', () => {
  const parsed = parse('rules:\n  - { name: x, accounts: [007, 1001, 0x1F], weekdays_only: true }');
  expect(parsed).toMatchObject({ rules: [{ accounts: ['007', '1001', '0x1F'] }] });
});

const ruleOf = (terms: string) => `rules:\n  - { name: shops, accounts: "1*", ${terms} }`;

test.each([
  ['rules: [', /^is no YAML: /],
  ['', /./],
  ['rules: {}', /^rules must be a list of rules/],
  ['rules: []\nrule: []', /rule/],
  ['rules:\n  - { accounts: "1*", weekdays_only: true }', /^rule 1: name is missing/],
  ['rules:\n  - { name: shops, weekdays_only: true }', /^rule 1 \(shops\): needs accounts or group/],
  ['rules:\n  - { name: shops, group: x, weekdays_only: true }', /^rule 1 \(shops\): there is no group x/],
  ['rules:\n  - { name: shops, accounts: "1*" }', /^rule 1 \(shops\): changes nothing/],
  [ruleOf('late_after_hour: 3'), /^rule 1 \(shops\): .*late_after_hour/],
  [ruleOf('late_after_hours: soon'), /^rule 1 \(shops\): late_after_hours must be a number of hours above 0/],
  [ruleOf('late_after_hours: 50'), /stale after 48 hours is before late after 50; set both/],
  [ruleOf('weekdays_only: perhaps'), /weekdays_only must be true or false/],
  [ruleOf('ignore: everything'), /ignore must be database or folders/],
  [ruleOf('minimum_client_version: newest'), /minimum_client_version must be a dotted version/],
  [
    `${ruleOf('ignore: folders')}\n  - { name: shops, accounts: "2", ignore: folders }`,
    /^rule 2 \(shops\): another rule has that name/,
  ],
])('%j is refused with the place and what it should be', (text, problem) => {
  const parsed = parse(text);
  expect(parsed.kind).toBe('invalid');
  expect(parsed.kind === 'invalid' && parsed.problems.join('\n')).toMatch(problem);
});

test('all mistakes at once', () => {
  const parsed = parse(ruleOf('late_after_hours: -1, ignore: all'));
  expect(parsed.kind === 'invalid' && parsed.problems).toHaveLength(2);
});
