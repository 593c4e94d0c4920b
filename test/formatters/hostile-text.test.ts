import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { formatLookup } from '../../src/formatters/account/lookup-message.ts';
import { said } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { found, PRIVATE } from './samples.ts';

const packageLine = (name: string) =>
  said({ en: `Package  ${name} · until 9 Jun 2027`, tr: `Paket  ${name} · 9 Haz 2027 tarihine kadar` });

describe('hostile text', () => {
  const HOSTILE = '<!channel> & *_~`x`~_* :fire: @here \u202Eevil\u2066\u0000\r\n> quote\u200B';
  const SHOWN = '<!channel> & *_~`x`~_* :fire: @here evil > quote';

  it('stands in the card as characters, and pings, formats and reorders nothing', () => {
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
    expect(message.text).toBe(
      '&lt;!channel&gt; &amp; *_~`x`~_* :fire: @here evil &gt; quote · ' +
        '&lt;!channel&gt; &amp; *_~`x`~_* :fire: @here evi…. ' +
        said({
          en: 'Cannot tell: the service sent a status this app does not know. Database 2 h ago, folders 5 h ago.',
          tr: 'Belirsiz: servis bu uygulamanın bilmediği bir durum gönderdi. Veritabanı 2 saat önce, klasörler 5 saat önce.',
        }),
    );
    expect(message.blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: `❔ ${SHOWN} · ${inQuota}`, emoji: false },
    });
    expect(message.blocks[2]).toMatchObject({
      fields: [
        { type: 'mrkdwn' },
        { type: 'mrkdwn' },
        {
          type: 'plain_text',
          text: said({ en: `Quota\nreads “${inQuota}”`, tr: `Kota\nşöyle geldi: “${inQuota}”` }),
          emoji: false,
        },
        { type: 'mrkdwn' },
      ],
    });
    expect(drawn(message.blocks)).toContain(packageLine(SHOWN));
    expect(message.blocks[4]).toMatchObject({
      elements: [
        { type: 'mrkdwn' },
        {
          type: 'plain_text',
          text: said({ en: `client ${inQuota}`, tr: `istemci ${inQuota}` }),
          emoji: false,
        },
      ],
    });
  });

  it('is cut where it is too long, with a mark', () => {
    const outcome = found({ packageName: 'ş'.repeat(10_000), clientVersion: '9'.repeat(41) });
    const lines = drawn(formatLookup(outcome, PRIVATE).blocks);
    expect(lines).toContain(packageLine(`${'ş'.repeat(79)}…`));
    expect(lines.find((line) => line.startsWith('~'))).toMatch(
      said({ en: / · client 9{39}…$/, tr: / · istemci 9{39}…$/ }),
    );
  });
});

describe('the id in the title', () => {
  it.each([
    [128, 150],
    [129, 150],
    [10_000, 150],
  ])('of %i characters keeps the title within %i', (length, limit) => {
    const { blocks } = formatLookup(
      found({ id: 'x'.repeat(length), status: { kind: 'unknown', sent: 'y'.repeat(40) } }),
      PRIVATE,
    );
    const title = drawn(blocks)[0]?.slice(2) ?? '';
    expect(title).toHaveLength(limit);
    expect(title.endsWith('…')).toBe(true);
  });
});
