import { expect, test } from 'vitest';
import { capital } from '../../../src/words/tr/cards.ts';

test.each([
  ['istemci', 'İstemci'],
  ['ısı', 'Isı'],
  ['çevrimiçi', 'Çevrimiçi'],
  ['', ''],
])('%s becomes %s', (text, large) => {
  expect(capital(text)).toBe(large);
});
