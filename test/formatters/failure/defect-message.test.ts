import { expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatDefect, formatDefectView } from '../../../src/formatters/failure/defect-message.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it('a fault of the app is admitted, with a reference and what to do', () => {
  const message = formatDefect('k3f9', PRIVATE);
  const lines = said({
    en: [
      'Something went wrong in this app. Try again.',
      'If it happens again, give this code to the app’s admin: k3f9',
    ],
    tr: [
      'Bu uygulamada bir şeyler ters gitti. Yeniden deneyin.',
      'Yinelenirse uygulama yöneticisine şu kodu verin: k3f9',
    ],
  });
  expect(message.text).toBe(lines.join('\n'));
  expect(drawn(message.blocks)).toEqual(lines);
});

it('the same stands in a modal where there is no message to answer', () => {
  const view = formatDefectView('k3f9', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(view.title.text).toBe(said({ en: 'Something went wrong', tr: 'Bir şeyler ters gitti' }));
  expect(drawn(view.blocks)).toEqual(drawn(formatDefect('k3f9', PRIVATE).blocks));
});
