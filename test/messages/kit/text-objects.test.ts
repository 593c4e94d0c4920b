import { expect, test } from 'vitest';
import { escapeMrkdwn, hasMarkup, mrkdwn, plainText } from '../../../src/slack/kit/blocks.ts';

test('markup never links names and addresses by itself', () => {
  expect(mrkdwn('@here')).toEqual({ type: 'mrkdwn', text: '@here', verbatim: true });
});

test('an emoji name in plain text stays text', () => {
  expect(plainText('🟢 1001')).toEqual({ type: 'plain_text', text: '🟢 1001', emoji: true });
  expect(plainText('a:fire:b')).toEqual({ type: 'plain_text', text: 'a:fire:b', emoji: false });
});

test('an ampersand is escaped first, so that nothing is escaped twice or not at all', () => {
  expect(escapeMrkdwn('<!channel> & &lt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;');
});

test.each([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])('%s is disarmed where it stands alone', (character, escaped) => {
  expect(escapeMrkdwn(`a${character}b`)).toBe(`a${escaped}b`);
});

test.each(['*', '_', '~', '`', ':', '&', '<', '>', '@', '#'])('%s may be read as markup', (character) => {
  expect(hasMarkup(`a${character}b`)).toBe(true);
});

test('a colon before a space is not, as it opens no emoji; one that closes an emoji has another before it', () => {
  expect(hasMarkup('Half protected: folders 30 h old')).toBe(false);
  expect(hasMarkup(':fire: x')).toBe(true);
});

test('ordinary values are not', () => {
  expect(['4.12.0', '500 GB', 'sınırsız', '1,5 TB (2)'].some(hasMarkup)).toBe(false);
});
