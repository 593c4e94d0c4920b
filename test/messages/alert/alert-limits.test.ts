import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { alertMessage } from '../../../src/slack/alerts/alert-message.ts';
import { formatAlertView } from '../../../src/slack/alerts/alert-view.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { alertOf, incident, termsOf, ZONE } from '../alert.ts';
import { EMAIL, id, language, text } from '../arbitraries.ts';
import { NOW_MS } from '../samples.ts';

describe('whatever the accounts are called', () => {
  /** As Python or PHP would write it: every character beyond ASCII as six. */
  const escapedLength = (value: unknown) =>
    JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;
  const level = fc.constantFrom('critical', 'attention', 'unknown' as const);
  const one = fc.record({
    id,
    name: text,
    level,
    isFine: fc.boolean(),
    isOwned: fc.boolean(),
    email: fc.constant(EMAIL),
  });

  test('an alert of up to a thousand can be sent, names nobody and links nothing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { minLength: 1, maxLength: 12, selector: ({ id }) => id }),
        fc.constantFrom(0, 990),
        language,
        (few, others, language) => {
          const incidents = few.map(({ id: accountId, level, isFine, isOwned }, at) =>
            incident(accountId, {
              id: String(at),
              level,
              ...(isFine && { resolvedAtMs: NOW_MS }),
              ...(isOwned && { owner: { userId: 'U0ADA', sinceMs: NOW_MS, untilMs: NOW_MS + 1 } }),
            }),
          );
          const names = new Map(few.map(({ id, name }) => [id, name]));
          const context = {
            words: wordsOf(language, 'en'),
            termsOf: (accountId: string) => ({ ...termsOf(''), displayName: names.get(accountId) ?? '' }),
            zone: ZONE,
            nowMs: NOW_MS,
          };
          const alert = alertOf(incidents, { others, newIds: ['0'] });
          const { rows, counts } = alert;
          const by = { ts: '2.5', channelId: 'C1' };
          for (const notification of [
            alert,
            { kind: 'superseded', by, rows, counts, ts: '1.5', channelId: 'C1', postedAtMs: NOW_MS },
            { kind: 'also', incidents, count: others + incidents.length },
            { kind: 'recovered', incidents, count: others + incidents.length },
          ] as const) {
            const linkTo = () => 'https://acme.slack.com/archives/C1/p25';
            const message = alertMessage({ notification, accountCount: 2_000, linkTo }, context);
            expect(validateMessage(message)).toEqual([]);
            // But who is on it.
            expect(message.text).not.toMatch(/<(?!@U0ADA>)/);
            expect(message.text.length).toBeLessThanOrEqual(LIMITS.messageText);
            expect(Buffer.byteLength(message.text)).toBeLessThan(LIMITS.messageTextBytes);
            expect(escapedLength(message.blocks)).toBeLessThanOrEqual(LIMITS.messageBlocks);
            expect(JSON.stringify(message)).not.toContain(EMAIL);
          }
          const window = formatAlertView(
            { alert: { channelId: 'C1', ts: '1.5' }, page: others },
            { zone: ZONE, incidents, count: others + incidents.length },
            { ...context, userId: 'U0ADA' },
          );
          expect(validateView(window)).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });
});
