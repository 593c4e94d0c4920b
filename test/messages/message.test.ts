import { expect, it } from 'vitest';
import { LIMITS } from '../../src/slack/kit/limits.ts';
import { toMessage } from '../../src/slack/kit/message.ts';

it('the text is its lines, escaped', () => {
  expect(toMessage(['<!channel>', 'a & b'], []).text).toBe('&lt;!channel&gt;\na &amp; b');
});

it('the text is whole at the limit and cut one character above it', () => {
  expect(toMessage(['x'.repeat(LIMITS.messageText)], []).text).toBe('x'.repeat(3000));
  expect(toMessage(['x'.repeat(LIMITS.messageText + 1)], []).text).toBe(`${'x'.repeat(2999)}…`);
});

it('a cut never leaves half an entity', () => {
  const { text } = toMessage(['&'.repeat(3000)], []);
  expect(text.length).toBeLessThanOrEqual(LIMITS.messageText);
  expect(text).toMatch(/^(&amp;)+…$/);
});
