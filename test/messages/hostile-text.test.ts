import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { formatLookup } from '../../src/slack/card/card.ts';
import { escapeMrkdwn } from '../../src/slack/kit/blocks.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { found, PRIVATE } from './samples.ts';

const packageLine = (name: string) =>
  `${words.card.labels.package}  ${name} · ${words.card.packageEnd(words.time.day('2027-06-09'), 'running')}`;

describe('hostile text', () => {
  const HOSTILE = '<!channel> & *_~`x`~_* :fire: @here \u202Eevil\u2066\u0000\r\n> quote\u200B';
  const SHOWN = '<!channel> & *_~`x`~_* :fire: @here evil > quote';

  test('stands in the card as characters, and pings, formats and reorders nothing', () => {
    const outcome = found({
      id: HOSTILE,
      packageName: HOSTILE,
      clientVersion: HOSTILE,
      quota: { kind: 'as-sent', text: HOSTILE },
      status: { kind: 'unknown', sent: HOSTILE },
    });
    const message = formatLookup({ ...outcome, id: HOSTILE }, PRIVATE);
    const inQuota = '<!channel> & *_~`x`~_* :fire: @here evi…';
    expect(validateMessage(message)).toEqual([]);
    const title = `❔ ${SHOWN} · ${words.verdict.headline({ kind: 'cannot-tell', because: 'status-unknown' })}`;
    const [first, second] = message.text.split('\n');
    expect(first).toBe(escapeMrkdwn(title));
    expect(second).toContain(escapeMrkdwn(words.card.statusAsSent(inQuota)));
    expect(message.blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: title, emoji: false },
    });
    expect(message.blocks[2]).toMatchObject({
      fields: [
        { type: 'mrkdwn' },
        { type: 'mrkdwn' },
        {
          type: 'plain_text',
          text: `${words.card.labels.quota}\n${words.card.asSent(inQuota)}`,
          emoji: false,
        },
        { type: 'mrkdwn' },
      ],
    });
    expect(drawn(message.blocks)).toContain(packageLine(SHOWN));
  });

  test('is cut where it is too long, with a mark', () => {
    const outcome = found({ packageName: 'ş'.repeat(10_000) });
    const lines = drawn(formatLookup(outcome, PRIVATE).blocks);
    expect(lines).toContain(packageLine(`${'ş'.repeat(79)}…`));
  });
});

test('an id is cut in the middle in the title, so that the verdict stays in it', () => {
  const title = drawn(formatLookup(found({ id: 'x'.repeat(10_000) }), PRIVATE).blocks)[0];
  expect(title).toBe(
    `# ✅ ${'x'.repeat(23)}…${'x'.repeat(24)} · ${words.verdict.headline({ kind: 'fine' })}`,
  );
});
