import { expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatPinName, formatPinNameErrors } from '../../../src/formatters/notices/pin-messages.ts';
import { said } from '../../support/reader.ts';
import { PRIVATE } from '../samples.ts';

const label = (text: string) => ({ type: 'plain_text', text, emoji: true });

it('asks for a name that may stay empty, and shows the one there is', () => {
  const view = formatPinName({ accountId: '1004', name: 'Acme' }, 'x', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(view).toEqual({
    type: 'modal',
    callback_id: 'pin_name',
    private_metadata: 'x',
    title: label(said({ en: 'Short name', tr: 'Kısa ad' })),
    submit: label(said({ en: 'Save', tr: 'Kaydet' })),
    close: label(said({ en: 'Cancel', tr: 'Vazgeç' })),
    blocks: [
      {
        type: 'input',
        block_id: 'pin_name',
        optional: true,
        label: label(said({ en: 'Short name for 1004', tr: '1004 için kısa ad' })),
        hint: label(
          said({
            en: 'Works in place of the id, for you alone. Leave it empty for no name.',
            tr: 'Numaranın yerine geçer, yalnızca sizin için. Ad istemiyorsanız boş bırakın.',
          }),
        ),
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
    const view = formatPinName({ accountId: '1004', ...name }, 'x', PRIVATE);
    expect(JSON.stringify(view)).not.toContain('initial_value');
  }
});

it('takes a name of 40 characters as it is, and cuts one that is longer', () => {
  const initial = (name: string) => JSON.stringify(formatPinName({ accountId: '1', name }, 'x', PRIVATE));
  expect(initial('x'.repeat(40))).toContain(`"${'x'.repeat(40)}"`);
  expect(initial('x'.repeat(41))).toContain(`"${'x'.repeat(39)}…"`);
});

it.each([
  [
    { kind: 'name-taken', name: 'Acme\u200B', accountId: '1001' },
    said({
      en: '“Acme” is your name for 1001 already. Choose another.',
      tr: '“Acme” adını zaten şu hesaba verdiniz: 1001. Başka bir ad seçin.',
    }),
  ],
  [
    { kind: 'not-pinned' },
    said({
      en: 'The account is not pinned any more. Pin it first.',
      tr: 'Bu hesap artık sabitlenmiş değil. Önce sabitleyin.',
    }),
  ],
  [
    { kind: 'name-unusable' },
    said({
      en: 'This cannot be typed as a name. Use 1 to 40 letters or digits.',
      tr: 'Bu, ad olarak yazılamaz. 1 ile 40 arasında harf ya da rakam kullanın.',
    }),
  ],
  [
    { kind: 'store-failed' },
    said({
      en: 'This app’s storage is not responding, so the change may not be saved. Try again in a minute.',
      tr: 'Bu uygulamanın deposu yanıt vermiyor, değişiklik kaydedilmemiş olabilir. Bir dakika sonra yeniden deneyin.',
    }),
  ],
] as const)('says at the field why a name cannot be given: $0.kind', (problem, text) => {
  expect(formatPinNameErrors(problem, PRIVATE)).toEqual({ pin_name: text });
});
