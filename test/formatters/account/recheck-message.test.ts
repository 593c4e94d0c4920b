import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import {
  type Difference,
  differencesBetween,
  snapshotOf,
  type ToldAge,
} from '../../../src/domain/compare-answers.ts';
import { formatDifference } from '../../../src/formatters/account/recheck-message.ts';
import { said, words } from '../../support/reader.ts';
import { account, answer, CHANNEL, hoursAgo } from '../samples.ts';

const RECHECKED_BY = said({
  en: 'Re-checked by <@U012AB3CD>',
  tr: '<@U012AB3CD> yeniden sorguladı',
});
const BY = { by: 'U012AB3CD' };
const line = (
  differences: readonly Difference[] | undefined,
  by: Parameters<typeof formatDifference>[1] = BY,
) => {
  const message = formatDifference(differences, by, CHANNEL);
  expect(validateMessage(message)).toEqual([]);
  const [block] = message.blocks;
  return block?.type === 'section' ? block.text?.text : undefined;
};
const time = (ageMs: number): ToldAge => ({ kind: 'time', atMs: 1, ageMs });
const HOUR_MS = 3_600_000;

describe('the line in the thread of a shared card', () => {
  it('says who re-checked and what is no longer as the card said', () => {
    const before = answer(account({ folders: hoursAgo(51), status: { kind: 'offline', sent: 'x' } }));
    const after = answer(account({ folders: hoursAgo(1 / 3) }));
    const message = formatDifference(differencesBetween(snapshotOf(before), snapshotOf(after)), BY, CHANNEL);
    const { text, block } = said({
      en: {
        text: 'Re-checked: act now → fine, new folder backup (20\u00A0min ago), offline → online',
        block:
          'Re-checked by <@U012AB3CD>: act now → fine, new folder backup (20\u00A0min ago), offline → online',
      },
      tr: {
        text: 'Yeniden sorgulandı: acil → yolunda, yeni klasör yedeği (20\u00A0dk önce), çevrimdışı → çevrimiçi',
        block:
          '<@U012AB3CD> yeniden sorguladı: acil → yolunda, yeni klasör yedeği (20\u00A0dk önce), çevrimdışı → çevrimiçi',
      },
    });
    expect(message).toEqual({
      text,
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: block,
            verbatim: true,
          },
        },
      ],
    });
  });

  it('says that nothing changed, and nothing at all where the card told nothing to compare with', () => {
    const noChange = said({ en: 'no change', tr: 'değişiklik yok' });
    expect(line([])).toBe(`${RECHECKED_BY}: ${noChange}`);
    expect(line(undefined)).toBe(RECHECKED_BY);
  });

  it('says by how much the newest backup has grown older while none has run', () => {
    const same = { before: time(72 * HOUR_MS), after: time(96 * HOUR_MS) };
    expect(line([], { ...BY, same })).toBe(
      `${RECHECKED_BY}: ${words.recheck.noNewBackup(words.time.shortDuration(72 * HOUR_MS), words.time.shortDuration(96 * HOUR_MS))}`,
    );
    expect(line(undefined, { ...BY, same })).toBe(RECHECKED_BY);
  });

  it('mentions nobody who is no Slack user', () => {
    expect(line([], { by: '!channel' })).toBe(
      said({ en: 'Re-checked: no change', tr: 'Yeniden sorgulandı: değişiklik yok' }),
    );
  });

  it.each<[Difference, string]>([
    [
      { kind: 'level', before: 'healthy', after: 'attention' },
      said({ en: 'fine → needs attention', tr: 'yolunda → kontrol edilmeli' }),
    ],
    [
      { kind: 'level', before: 'unknown', after: 'critical' },
      said({ en: 'cannot tell → act now', tr: 'belirsiz → acil' }),
    ],
    [
      { kind: 'backup', backup: 'database', before: { kind: 'never' }, after: time(0) },
      words.recheck.newBackup('database', words.time.ago(0)),
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'ahead' }, after: time(5 * HOUR_MS) },
      said({
        en: 'folders clock looks wrong → 5\u00A0h',
        tr: 'klasörler saati yanlış görünüyor → 5\u00A0sa',
      }),
    ],
    [
      {
        kind: 'backup',
        backup: 'folders',
        before: { kind: 'day', atMs: 1, daysAgo: 3 },
        after: { kind: 'day', atMs: 2, daysAgo: 0 },
      },
      words.recheck.newBackup('folders', words.time.daysAgo(0)),
    ],
    [
      { kind: 'backup', backup: 'folders', before: { kind: 'unreadable' }, after: { kind: 'not-reported' } },
      said({ en: 'folders unreadable → not reported', tr: 'klasörler okunamıyor → bildirilmedi' }),
    ],
    [
      { kind: 'status', before: 'unknown', after: 'backing-up' },
      said({ en: 'unknown status → backing up', tr: 'bilinmeyen durum → yedekleniyor' }),
    ],
    [
      { kind: 'status', before: 'not-reported', after: 'online' },
      said({ en: 'status not reported → online', tr: 'durum bildirilmedi → çevrimiçi' }),
    ],
    [
      { kind: 'package-end', before: '2026-11-26', after: '2027-11-26' },
      said({ en: 'package end 26 Nov 2026 → 26 Nov 2027', tr: 'paket bitişi 26 Kas 2026 → 26 Kas 2027' }),
    ],
    [
      { kind: 'package-end', before: undefined, after: '2027-11-26' },
      said({ en: 'package end not reported → 26 Nov 2027', tr: 'paket bitişi bildirilmedi → 26 Kas 2027' }),
    ],
  ])('%o', (difference, text) => {
    expect(line([difference])).toBe(`${RECHECKED_BY}: ${text}`);
  });
});
