import { expect, it } from 'vitest';
import { formatPending } from '../../../src/formatters/notices/notices.ts';
import { said } from '../../support/reader.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  [
    ['1001'],
    said({
      en: 'Still asking the service about 1001. The answer follows; if none comes, ask again.',
      tr: 'Servise hâlâ soruluyor: 1001. Yanıt birazdan gelecek; gelmezse yeniden sorun.',
    }),
  ],
  [
    ['1001', '1002', '1003'],
    said({
      en: 'Still asking the service about 1001, 1002 and 1003. The answer follows; if none comes, ask again.',
      tr: 'Servise hâlâ soruluyor: 1001, 1002 ve 1003. Yanıt birazdan gelecek; gelmezse yeniden sorun.',
    }),
  ],
  [
    ['1', '2', '3', '4', '5'],
    said({
      en: 'Still asking the service about 1, 2, 3 and 2 more. The answer follows; if none comes, ask again.',
      tr: 'Servise hâlâ soruluyor: 1, 2, 3 ve 2 hesap daha. Yanıt birazdan gelecek; gelmezse yeniden sorun.',
    }),
  ],
])('names the accounts still asked about: %j', (ids, text) => {
  expect(formatPending(ids, PRIVATE)).toEqual({
    text,
    blocks: [
      {
        type: 'rich_text',
        block_id: 'pending',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
      },
    ],
  });
});
