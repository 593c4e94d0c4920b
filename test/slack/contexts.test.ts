import { expect, test } from 'vitest';
import { createContexts } from '../../src/slack/listener-deps.ts';
import * as english from '../../src/words/en.ts';
import * as turkish from '../../src/words/tr.ts';

const LOCALES: Readonly<Record<string, string>> = { U1: 'tr-TR', U2: 'en-US', U3: 'de-DE' };
const contexts = (language: 'en' | 'tr') =>
  createContexts(
    (userId) => LOCALES[userId],
    language,
    () => 1_000,
  );

test.each([
  ['U1', 'en', turkish],
  ['U2', 'tr', english],
  ['U3', 'tr', turkish],
  ['U4', 'tr', turkish],
  ['U4', 'en', english],
] as const)('%s, with %s for everybody else', async (userId, language, words) => {
  expect(contexts(language).private(userId).words).toBe(words);
});

test('a channel, and a person who is not known, read the language of the setting', () => {
  expect(contexts('tr').channel({ sharedBy: 'U2' }).words).toBe(turkish);
  expect(contexts('tr').private(undefined).words).toBe(turkish);
});

test('a message for one person knows their pins, one for a channel who shared it', () => {
  const pins = [{ accountId: '1001', pinnedAtMs: 0 }];
  expect(contexts('en').private('U2', pins)).toEqual({
    nowMs: 1_000,
    words: english,
    audience: 'private',
    command: '/backup-status',
    pins,
  });
  expect(contexts('en').private('U2', 'unavailable').pins).toBeUndefined();
  expect(contexts('en').channel({ sharedBy: 'U2' })).toMatchObject({ audience: 'channel', sharedBy: 'U2' });
  expect(contexts('en').channel().sharedBy).toBeUndefined();
});
