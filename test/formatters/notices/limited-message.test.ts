import { expect, it } from 'vitest';
import { ASK_AGAIN } from '../../../src/formatters/action-ids.ts';
import { formatLimited } from '../../../src/formatters/notices/notices.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  { asked: 1, left: 0, perMinute: 30, retryAfterMs: 20_000 },
  { asked: 10, left: 5, perMinute: 30, retryAfterMs: 400 },
])('says what was too much, and when to ask again: %o', (limit) => {
  const message = formatLimited(limit, PRIVATE);
  const { what, next } = words.command.limited(limit);
  expect(message.text).toBe(`${what}\n${next}`);
  expect(drawn(message.blocks)).toEqual([what, next]);
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
        text: expect.objectContaining({ text: words.buttons.askAgain }),
        value: '1001 "A \uE026 B" share',
      },
    ],
  });
});
