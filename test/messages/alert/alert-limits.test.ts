import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMessage, validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { alertMessage } from '../../../src/slack/alerts/alert-message.ts';
import { formatAlertView } from '../../../src/slack/alerts/alert-view.ts';
import { LIMITS } from '../../../src/slack/kit/limits.ts';
import type { ToldRow } from '../../../src/watch/told.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { alertOf, incident, never, rowOf, termsOf } from '../alert.ts';
import { EMAIL, id, language, text } from '../arbitraries.ts';
import { NOW_MS, PRIVATE } from '../samples.ts';

describe('whatever the accounts are called', () => {
  /** As Python or PHP would write it: every character beyond ASCII as six. */
  const escapedLength = (value: unknown) =>
    JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;
  const level = fc.constantFrom('critical', 'attention', 'unknown' as const);
  const one = fc.record({
    id,
    name: text,
    level,
    ended: fc.option(fc.constantFrom('moved', 'not-watched' as const), { nil: undefined }),
    isFine: fc.boolean(),
    isOwned: fc.boolean(),
    email: fc.constant(EMAIL),
  });

  it('an alert of up to a thousand can be sent, names nobody and links nothing', () => {
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(1, 90),
        language,
        fc.constantFrom('post', 'edit', 'reply' as const),
        (few, times, language, kind) => {
          const all = Array.from({ length: times }, () => few).flat();
          const incidents = all.map(({ id: accountId, level, isFine }, at) =>
            incident(accountId, { id: String(at), level, ...(isFine && { resolvedAtMs: NOW_MS }) }),
          );
          const rows = all.map(
            ({ ended, isOwned }, at): ToldRow => ({
              ...rowOf(incidents[at] ?? never()),
              ...(ended && { ended }),
              ...(isOwned && { ownerId: 'U0ADA' }),
            }),
          );
          const names = new Map(all.map(({ id, name }) => [id, name]));
          const message = alertMessage(
            { kind, id: 'C1-1@0', told: alertOf(rows), incidents, nowMs: NOW_MS },
            {
              words: wordsOf(language, 'en'),
              termsOf: (accountId) => ({ ...termsOf(''), displayName: names.get(accountId) ?? '' }),
            },
          );
          expect(validateMessage(message)).toEqual([]);
          expect(message.text).not.toMatch(/</);
          expect(message.text.length).toBeLessThanOrEqual(LIMITS.messageText);
          expect(Buffer.byteLength(message.text)).toBeLessThan(LIMITS.messageTextBytes);
          expect(escapedLength(message.blocks)).toBeLessThanOrEqual(LIMITS.messageBlocks);
          expect(JSON.stringify(message)).not.toContain(EMAIL);
          const context = { ...PRIVATE, termsOf, words: wordsOf(language, 'en') };
          const window = formatAlertView(
            { alert: { id: 'C1-1@0', channelId: 'C1', ts: '1.5' }, page: times },
            { told: alertOf(rows), incidents },
            context,
          );
          expect(validateView(window)).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });
});
