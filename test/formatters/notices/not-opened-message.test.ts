import { expect, it } from 'vitest';
import { formatNotOpened } from '../../../src/formatters/notices/notices.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  ['1001', '/backup-status 1001'],
  ['Acme Ltd', '/backup-status "Acme Ltd"'],
])('a button that can no longer act says how to ask again for %s', (id, typed) => {
  const message = formatNotOpened({ id, isExpired: true }, PRIVATE);
  const lines = said({
    en: ['This button has expired.', `To ask again, type: ${typed}`],
    tr: ['Bu düğmenin süresi doldu.', `Yeniden sormak için yazın: ${typed}`],
  });
  expect(message.text).toBe(lines.join('\n'));
  expect(drawn(message.blocks)).toEqual(lines);
});

it('a window that Slack did not open is not put down to the person', () => {
  const message = formatNotOpened({ id: '1001', isExpired: false }, PRIVATE);
  expect(drawn(message.blocks)).toEqual(
    said({
      en: ['Slack did not open the window.', 'To ask again, type: /backup-status 1001'],
      tr: ['Slack pencereyi açmadı.', 'Yeniden sormak için yazın: /backup-status 1001'],
    }),
  );
});
