import { expect, it } from 'vitest';
import { ASK_AGAIN } from '../../../src/formatters/action-ids.ts';
import { formatLimited } from '../../../src/formatters/notices/notices.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  [
    { asked: 1, left: 0, perMinute: 30, retryAfterMs: 20_000 },
    {
      en: ['You have looked up 30 accounts in the last minute.', 'Try again in 20\u00A0s.'],
      tr: ['Son bir dakikada 30 hesap sorguladınız.', '20\u00A0sn sonra yeniden deneyin.'],
    },
  ],
  [
    { asked: 1, left: 0, perMinute: 1, retryAfterMs: 60_000 },
    {
      en: ['You have looked up 1 account in the last minute.', 'Try again in 1\u00A0min.'],
      tr: ['Son bir dakikada 1 hesap sorguladınız.', '1\u00A0dk sonra yeniden deneyin.'],
    },
  ],
  [
    { asked: 10, left: 5, perMinute: 30, retryAfterMs: 400 },
    {
      en: [
        'You have looked up 25 accounts in the last minute; 30 are allowed.',
        'Ask for 5 at most now, or for all of them later. Try again in 1\u00A0s.',
      ],
      tr: [
        'Son bir dakikada 25 hesap sorguladınız; sınır 30 hesap.',
        'Şimdi en çok 5 hesap sorgulayın ya da hepsini sonraya bırakın. 1\u00A0sn sonra yeniden deneyin.',
      ],
    },
  ],
])('says what was too much, and when to ask again: %o', (limit, lines) => {
  const message = formatLimited(limit, PRIVATE);
  expect(message.text).toBe(said(lines).join('\n'));
  expect(drawn(message.blocks)).toEqual(said(lines));
});

it('has a button that keeps what was typed', () => {
  const limit = { asked: 2, left: 0, perMinute: 30, retryAfterMs: 20_000 };
  const { blocks } = formatLimited(limit, PRIVATE, '1001 "A & B" share');
  expect(blocks.at(-1)).toEqual({
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: ASK_AGAIN,
        text: expect.objectContaining({ text: said({ en: 'Ask again', tr: 'Yeniden sor' }) }),
        value: '1001 "A \uE026 B" share',
      },
    ],
  });
});
