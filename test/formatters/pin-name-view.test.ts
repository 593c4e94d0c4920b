import { expect, it } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import { formatPinName, formatPinNameErrors } from '../../src/formatters/pin-name-view.ts';
import { PRIVATE } from './samples.ts';

const label = (text: string) => ({ type: 'plain_text', text, emoji: true });

it('asks for a name that may stay empty, and shows the one there is', () => {
  const view = formatPinName({ accountId: '1004', name: 'Acme' }, PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(view).toEqual({
    type: 'modal',
    callback_id: 'pin_name',
    private_metadata: '1004',
    title: label('Short name'),
    submit: label('Save'),
    close: label('Cancel'),
    blocks: [
      {
        type: 'input',
        block_id: 'pin_name',
        optional: true,
        label: label('Short name for 1004'),
        hint: label('Works in place of the id, for you alone. Leave it empty for no name.'),
        element: {
          type: 'plain_text_input',
          action_id: 'pin_name_text',
          max_length: 40,
          focus_on_load: true,
          placeholder: label('Acme'),
          initial_value: 'Acme',
        },
      },
    ],
  });
});

it('starts empty without a name, or with one that cannot be seen', () => {
  for (const name of [{}, { name: '' }, { name: '\u202E' }]) {
    const view = formatPinName({ accountId: '1004', ...name }, PRIVATE);
    expect(JSON.stringify(view)).not.toContain('initial_value');
  }
});

it('takes a name of 40 characters as it is, and cuts one that is longer', () => {
  const initial = (name: string) => JSON.stringify(formatPinName({ accountId: '1', name }, PRIVATE));
  expect(initial('x'.repeat(40))).toContain(`"${'x'.repeat(40)}"`);
  expect(initial('x'.repeat(41))).toContain(`"${'x'.repeat(39)}…"`);
});

it.each([
  [
    { kind: 'name-taken', name: 'Acme\u200B', accountId: '1001' },
    '“Acme” is your name for 1001 already. Choose another.',
  ],
  [{ kind: 'not-pinned' }, 'The account is not pinned any more. Pin it first.'],
  [{ kind: 'name-unusable' }, 'This cannot be typed as a name. Use 1 to 40 letters or digits.'],
  [
    { kind: 'store-failed' },
    'This app’s storage does not answer, so the change may not be saved. Try again in a minute.',
  ],
] as const)('says at the field why a name cannot be given: $0.kind', (problem, said) => {
  expect(formatPinNameErrors(problem, PRIVATE)).toEqual({ pin_name: said });
});
