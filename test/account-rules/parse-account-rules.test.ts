import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAccountRules } from '../../src/account-rules/account-rules.ts';
import { runs } from '../support/runs.ts';

function parse(text: string) {
  const { rules, problems } = parseAccountRules(text, 'rules.yaml');
  return { kind: problems.length > 0 ? 'invalid' : 'valid', rules, problems };
}

test('the example in docs is valid', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/account-rules.example.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({
    kind: 'valid',
    rules: [
      { setBy: 'rules.yaml: weekend shops', accounts: [[], ['20*', '3001']], weekdays_only: true },
      {
        setBy: 'rules.yaml: archive',
        accounts: [['AR-*', '1007']],
        late_after_hours: 200,
        stale_after_hours: 400,
        ignore: 'database',
      },
      {
        setBy: 'rules.yaml: Acme',
        accounts: [['1001']],
        minimum_client_version: '4.10.0',
        display_name: 'Acme Ltd',
        note: 'Their server is switched off at night. Ask the caretaker to switch it on.',
        runbook: 'https://wiki.example.com/runbooks/acme',
        contact: 'Jane Doe, +44 20 7946 0000, weekdays from 8 to 18',
      },
    ],
  });
});

/** Text that YAML reads as something else unless it is in quotes. */
test.each([
  ['accounts: *-archive', '*-archive'],
  ['accounts: [1001, *-archive]', '*-archive'],
  ['accounts: *', '*'],
  ['accounts: "1", display_name: &Co', '&Co'],
  ['accounts: "1", display_name: !important', '!important'],
  ['accounts: "1", display_name: @home', '@'],
])('%s is refused with its line and "put it in quotes"', (rules, shown) => {
  const parsed = parse(`# accounts nobody watches\nrules:\n  - { name: archive, ${rules} }\n`);
  const { problems } = parsed;
  expect(problems.join('\n')).toMatch(/^line 3: .*put it in quotes/);
  expect(problems.join('\n')).toContain(shown);
});

test('an id is kept as written, with or without quotes', () => {
  const parsed = parse('rules:\n  - { name: x, accounts: [007, 1001, 0x1F], weekdays_only: true }');
  expect(parsed).toMatchObject({ rules: [{ accounts: [['007', '1001', '0x1F']] }] });
});

const ruleOf = (rules: string) => `rules:\n  - { name: shops, accounts: "1*", ${rules} }`;

test.each([
  ['rules: [', /^line 1: is not valid YAML: /],
  ['', /^line 1: must have the form in docs\/account-rules.example.yaml$/],
  ['groups:\nrules: []', /^line 1: groups must have the form in docs/],
  ['rules: {}', /^line 1: rules must be a list of rules/],
  ['rules: []\nrule: []', /rule/],
  ['rules:\n  - { accounts: "1*", weekdays_only: true }', /^line 2: name is missing/],
  ['rules:\n  - { name: shops, weekdays_only: true }', /^line 2: needs accounts or group/],
  ['rules:\n  - { name: shops, group: x, weekdays_only: true }', /^line 2: there is no group x/],
  ['rules:\n  - { name: shops, accounts: "1*" }', /^line 2: changes nothing/],
  [ruleOf('late_after_hour: 3'), /^line 2: there is no late_after_hour here;/],
  ['rules:\n  - { name: shops, account: "1", ignore: folders }', /there is no account here/],
  ['rules: []\ngroup: {}', /^line 2: there is no group here$/],
  [
    `groups: { shops: "1" }\nrules: [{ name: a, group: shop, ignore: folders }]`,
    /^line 2: there is no group shop$/,
  ],
  [ruleOf('late_after_hours: soon'), /^line 2: late_after_hours must be a number of hours above 0/],
  [ruleOf('late_after_hours: [30]'), /^line 2: late_after_hours must be a number of hours above 0/],
  [
    ruleOf('late_after_hours: 0x1F'),
    /late_after_hours must be a number of hours above 0, such as 30 or 26.5/,
  ],
  [ruleOf('late_after_hours: ""'), /late_after_hours must be a number of hours above 0/],
  [ruleOf('weekdays_only: [true]'), /weekdays_only must be true or false/],
  [ruleOf('weekdays_only: perhaps'), /weekdays_only must be true or false/],
  [ruleOf('ignore: everything'), /ignore must be database or folders/],
  [ruleOf('note: ""'), /^line 2: note must not be empty$/],
  [ruleOf('note: [a, b]'), /^line 2: note must be text$/],
  [ruleOf(`note: ${'x'.repeat(301)}`), /^line 2: note must have at most 300 characters$/],
  [ruleOf(`contact: ${'x'.repeat(201)}`), /^line 2: contact must have at most 200 characters$/],
  [ruleOf('runbook: http://wiki.example'), /^line 2: runbook must be an address that begins with https/],
  [ruleOf('runbook: wiki'), /runbook must be an address that begins with https:\/\//],
  [ruleOf('runbook: "https://wiki.example/a b"'), /runbook must be an address that begins with https:\/\//],
  [ruleOf('runbook: "javascript:alert(1)"'), /runbook must be an address that begins with https:\/\//],
  [
    ruleOf('runbook: "https://me:secret@wiki.example"'),
    /runbook must be an address [^:]*:\/\/, without a user name/,
  ],
  [
    ruleOf(`runbook: https://x.example/${'a'.repeat(483)}`),
    /runbook must have at most 500 characters after percent/,
  ],
  [
    ruleOf(`runbook: https://x.example/${'ş'.repeat(200)}`),
    /runbook must have at most 500 characters after percent/,
  ],
  [ruleOf('minimum_client_version: newest'), /minimum_client_version must be a dotted version/],
  [
    `${ruleOf('ignore: folders')}\n  - { name: shops, accounts: "2", ignore: folders }`,
    /^line 3: another rule has the name shops/,
  ],
  ['groups:\n  a: "1"\n  b: "2"\n  a: "3"\n  b: "4"', /^line 4: a is there twice; line 5: b is there twice$/],
  // Each further level took twice as long.
  ['? '.repeat(60), /^line 1: is not valid YAML: .*all keys must be strings/],
  ['{'.repeat(60), /^line 1: is not valid YAML: /],
  ['groups:\n  a: "1"\n  b: []', /^line 3: groups b must/],
])('%j is refused with its place and the expected form', (text, problem) => {
  const parsed = parse(text);
  expect(parsed.kind).toBe('invalid');
  expect(parsed.problems.join('; ')).toMatch(problem);
});

test('more ids with * or ? than every account could be compared with are refused', () => {
  const problemsWith = (count: number) =>
    parse(`groups: { shops: [${'"9*",'.repeat(count - 1)}] }\n${ruleOf('note: x')}`).problems;
  expect(problemsWith(1_000)).toEqual([]);
  expect(problemsWith(1_001)).toEqual(['line 1: more than 1,000 ids have * or ?']);
});

const PIECES = [
  ...'rules:¦\n¦\n  - ¦name: a¦accounts: ¦"1*"¦*a¦&a ¦!!binary ¦!x ¦<<: ¦? ¦[¦]¦{¦}¦, ¦: ¦- ¦|\n¦>\n¦# c'.split(
    '¦',
  ),
  ...'---\n¦...\n¦%YAML 1.2\n¦\t¦"¦\'¦groups: ¦__proto__: ¦constructor¦late_after_hours: ¦0x1F¦1e999'.split(
    '¦',
  ),
  ...'-0¦.inf¦~¦null¦\u0000¦\uFEFF¦\u2028¦ü¦😀¦\r\n'.split('¦'),
];
const content = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc
    .array(fc.constantFrom(...PIECES), { maxLength: 12 })
    .map((pieces) => `rules:\n  - name: a\n    accounts: ${pieces.join('')}`),
  fc
    .tuple(fc.constantFrom(...PIECES), fc.integer({ max: 60, min: 1 }))
    .map(([piece, times]) => piece.repeat(times)),
  fc.constant(
    `a: &a [x, x]\n${Array.from({ length: 40 }, (_, index) => `b${index}: &b${index} [*a, *a, *a]`).join('\n')}`,
  ),
  fc.constant('rules: &r [*r]\ngroups: &g { x: *g }'),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

test('never throws for any text, and reports what is wrong with an invalid one', () => {
  fc.assert(
    fc.property(content, (text) => {
      const parsed = parse(text);
      if (parsed.kind === 'invalid') {
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const problem of parsed.problems) expect(problem.length).toBeLessThan(400);
      }
    }),
    runs(300),
  );
});
