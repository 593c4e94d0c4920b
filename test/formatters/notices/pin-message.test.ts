import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { PinChange } from '../../../src/domain/pins.ts';
import { formatPinned } from '../../../src/formatters/notices/pin-messages.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each<[PinChange, name: string | undefined, line: string]>([
  [
    { kind: 'pinned' },
    undefined,
    said({ en: '1004 is pinned and appears in Home.', tr: '1004 sabitlendi, artık Ana Sayfa’da görünüyor.' }),
  ],
  [
    { kind: 'pinned' },
    'Acme',
    said({
      en: '1004 is pinned and appears in Home. “Acme” works in place of the id.',
      tr: '1004 sabitlendi, artık Ana Sayfa’da görünüyor. Numara yerine “Acme” yazabilirsiniz.',
    }),
  ],
  [
    { kind: 'already-pinned' },
    undefined,
    said({ en: '1004 is pinned already.', tr: '1004 zaten sabitlenmiş.' }),
  ],
  [
    { kind: 'unpinned' },
    undefined,
    said({ en: '1004 is no longer pinned.', tr: '1004 artık sabitlenmiş değil.' }),
  ],
  [
    { kind: 'not-pinned' },
    'Acme',
    said({ en: '1004 is not pinned. Pin it first.', tr: '1004 sabitlenmiş değil. Önce sabitleyin.' }),
  ],
  [
    { kind: 'named' },
    'Acme',
    said({
      en: '1004: “Acme” works in place of the id now.',
      tr: '1004: artık numara yerine “Acme” yazabilirsiniz.',
    }),
  ],
  [
    { kind: 'named' },
    undefined,
    said({ en: '1004 has no short name now.', tr: '1004 için artık kısa ad yok.' }),
  ],
  [
    { kind: 'limit-reached', limit: 50 },
    undefined,
    said({
      en: '1004 was not pinned: 50 accounts can be pinned at most. Unpin one first.',
      tr: '1004 sabitlenmedi: en çok 50 hesap sabitlenebilir. Önce birinin sabitlemesini kaldırın.',
    }),
  ],
  [
    { kind: 'name-taken', name: 'acme', accountId: '1001' },
    'Acme',
    said({
      en: '“acme” is your name for 1001 already. 1004 is unchanged.',
      tr: '“acme” adını zaten şu hesaba verdiniz: 1001. 1004 olduğu gibi kaldı.',
    }),
  ],
  [
    { kind: 'store-failed' },
    undefined,
    said({
      en: '1004: This app’s storage is not responding, so the change may not be saved. Try again in a minute.',
      tr: '1004: Bu uygulamanın deposu yanıt vermiyor, değişiklik kaydedilmemiş olabilir. Bir dakika sonra yeniden deneyin.',
    }),
  ],
])('%o with the name %s', (change, name, line) => {
  const message = formatPinned(change, { accountId: '1004', ...(name !== undefined && { name }) }, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([line]);
  expect(message.text).toBe(line);
});

it('shows hostile ids and names as characters, cut', () => {
  const change = { kind: 'name-taken', name: '<!channel>\u202E*x*', accountId: 'y'.repeat(500) } as const;
  const id = `${'y'.repeat(23)}…${'y'.repeat(24)}`;
  const { blocks, text } = formatPinned(change, { accountId: '\u200B<@U1>', name: 'x' }, PRIVATE);
  expect(drawn(blocks)).toEqual([
    said({
      en: `“<!channel>*x*” is your name for ${id} already. <@U1> is unchanged.`,
      tr: `“<!channel>*x*” adını zaten şu hesaba verdiniz: ${id}. <@U1> olduğu gibi kaldı.`,
    }),
  ]);
  expect(text).not.toContain('<');
});
