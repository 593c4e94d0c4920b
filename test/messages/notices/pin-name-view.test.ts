import { expect, test } from 'vitest';
import { formatPinName, formatPinNameErrors } from '../../../src/slack/card/pins.ts';
import { words } from '../../support/reader.ts';
import { PRIVATE } from '../samples.ts';

test('starts empty without a name, or with one that cannot be seen', () => {
  for (const name of [{}, { name: '' }, { name: '\u202E' }]) {
    const view = formatPinName({ accountId: '1004', ...name }, 'x', PRIVATE);
    expect(JSON.stringify(view)).not.toContain('initial_value');
  }
});

test('takes a name of 40 characters as it is, and cuts one that is longer', () => {
  const initial = (name: string) => JSON.stringify(formatPinName({ accountId: '1', name }, 'x', PRIVATE));
  expect(initial('x'.repeat(40))).toContain(`"${'x'.repeat(40)}"`);
  expect(initial('x'.repeat(41))).toContain(`"${'x'.repeat(39)}…"`);
});

test.each([{ kind: 'not-pinned' }, { kind: 'name-unusable' }, { kind: 'store-failed' }] as const)(
  'says at the field why a name cannot be given: $kind',
  (problem) => {
    expect(formatPinNameErrors(problem, PRIVATE)).toEqual({ pin_name: words.pins.nameProblem(problem) });
  },
);

test('shows a name that is taken without what cannot be seen', () => {
  const taken = { kind: 'name-taken', name: 'Acme', accountId: '1001' } as const;
  expect(formatPinNameErrors({ ...taken, name: 'Acme\u200B' }, PRIVATE)).toEqual({
    pin_name: words.pins.nameProblem(taken),
  });
});
