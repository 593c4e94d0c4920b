import { expect, test } from 'vitest';
import { dateToken, isShowable } from '../../../src/slack/kit/rich-text.ts';

test('a moment is drawn by the reader’s device, in whole seconds, with a fallback', () => {
  expect(dateToken(1_795_228_800_999, '{ago}', '2 h ago')).toBe('<!date^1795228800^{ago}|2 h ago>');
});

test('a fallback cannot break out of its token', () => {
  expect(dateToken(0, '{ago}', '<!channel>')).toBe('<!date^0^{ago}|&lt;!channel&gt;>');
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 10_000_000_000_000])(
  '%d ms is only its fallback',
  (atMs) => {
    expect(isShowable(atMs)).toBe(false);
    expect(dateToken(atMs, '{ago}', 'long ago')).toBe('long ago');
  },
);

test('the first and the last moment that can be drawn are', () => {
  expect([0, 9_999_999_999_999].map(isShowable)).toEqual([true, true]);
});
