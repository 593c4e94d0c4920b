import { describe, expect, it } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import { formatDetails, formatDetailsLoading } from '../../src/formatters/details-view.ts';
import { drawn } from './drawn.ts';
import {
  account,
  accountWithout,
  answer,
  CRITICAL,
  found,
  lastKnown,
  PRIVATE,
  unavailable,
} from './samples.ts';

const HEALTHY_LIMITS = [
  'Within these limits',
  '• Late: 26 h old or older, set by BACKUP_LATE_AFTER_HOURS',
  '• Stale: 48 h old or older, set by BACKUP_STALE_AFTER_HOURS',
  '• Package ends soon: within 14 days, set by PACKAGE_ENDS_SOON_DAYS',
  '• Clock looks wrong: over 5 min ahead of now, set by CLOCK_AHEAD_MINUTES',
];
const SENT = [
  'As the service sent it',
  'Package: Kurumsal 500',
  'Package ends: 2027-06-09',
  'E-mail: bilgi[at]musteri.example (bilgi@musteri.example)',
  'Status: çevrimiçi (Online)',
  'Quota: 500 GB',
  'Backups: not sent',
  'Last database backup, date: not sent',
  'Last database backup, time: not sent',
  'Last folder backup, date: not sent',
  'Last folder backup, time: not sent',
  'Folders allowed: not sent',
  'Folders and files: not sent',
  'Backups allowed a day: not sent',
  'Backups today: not sent',
  'Client version: not sent',
  'Dark mode: false',
];
const SOURCE =
  '~ Asked just now, for this answer · service times read as UTC+03:00, the offset of its sign-in answer';

describe('the details of an account', () => {
  it('show the verdict, the limits it passed, and all sixteen fields as they were sent', () => {
    const view = formatDetails(found(), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(view).toMatchObject({
      type: 'modal',
      title: { type: 'plain_text', text: 'Account details', emoji: true },
      close: { type: 'plain_text', text: 'Close', emoji: true },
    });
    expect(drawn(view.blocks)).toEqual([
      '# 🟢 1001 · Online',
      '✅ Backups are fine. Database 2 h ago, folders 5 h ago.',
      ...HEALTHY_LIMITS,
      ...SENT,
      SOURCE,
    ]);
  });

  it('name every rule with its limit and where that is set', () => {
    const lines = drawn(formatDetails(found(CRITICAL), PRIVATE).blocks);
    expect(lines.slice(0, 17)).toEqual([
      '# ⚪ 1004 · Offline',
      '🚨 Act now: no backup for 3 days.',
      '• Stale backup',
      '  Database backup is 3 days 8 h old (limit 48 h)',
      '  Limit 48 h, set by BACKUP_STALE_AFTER_HOURS',
      '• Stale backup',
      '  Folder backup is 3 days 18 h old (limit 48 h)',
      '  Limit 48 h, set by BACKUP_STALE_AFTER_HOURS',
      '• Package ends soon',
      '  Package ends in 5 days',
      '  Limit 14 days, set by PACKAGE_ENDS_SOON_DAYS',
      'Limits',
      '• Late: 26 h old or older, set by BACKUP_LATE_AFTER_HOURS',
      '• Stale: 48 h old or older, set by BACKUP_STALE_AFTER_HOURS',
      '• Perhaps stuck: backing up, newest backup 26 h old or older, set by BACKUP_STUCK_AFTER_HOURS',
      '• Package ends soon: within 14 days, set by PACKAGE_ENDS_SOON_DAYS',
      '• Clock looks wrong: over 5 min ahead of now, set by CLOCK_AHEAD_MINUTES',
    ]);
  });

  it('claim no limit as passed that there was nothing to hold against', () => {
    const about = accountWithout('packageEndsOn');
    const lines = drawn(formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE).blocks);
    expect(lines.filter((line) => /ends soon|stuck/.test(line))).toEqual([]);
    const backingUp = found({ status: { kind: 'backing-up', sent: 'yedekleniyor' } });
    expect(drawn(formatDetails(backingUp, PRIVATE).blocks)).toContain(
      '• Perhaps stuck: backing up, newest backup 26 h old or older, set by BACKUP_STUCK_AFTER_HOURS',
    );
  });

  it('spell out what cannot be seen, and keep what was sent apart from nothing sent', () => {
    const sent = { packageName: 'a\u202Eb\u0000', quota: '', version: 'null', status: '<!channel> *x*' };
    const lines = drawn(
      formatDetails(found({ sent, status: { kind: 'unknown', sent: sent.status } }), PRIVATE).blocks,
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        'Package: a[U+202E]b[U+0000]',
        'Quota: empty',
        'Client version: null',
        'E-mail: not sent',
        'Status: <!channel> *x* (Unknown status)',
      ]),
    );
  });

  it('cut a field of 201 characters, not one of 200', () => {
    const shown = (length: number) =>
      drawn(formatDetails(found({ sent: { version: '1'.repeat(length) } }), PRIVATE).blocks).find((line) =>
        line.startsWith('Client version'),
      );
    expect(shown(200)).toBe(`Client version: ${'1'.repeat(200)}`);
    expect(shown(201)).toBe(`Client version: ${'1'.repeat(199)}…`);
  });

  it.each([
    ['setting', 'Europe/Istanbul', 'service times read as Europe/Istanbul, set by BACKUP_SERVICE_TIME_ZONE'],
    ['login', '+03:00', 'service times read as UTC+03:00, the offset of its sign-in answer'],
    ['nothing', 'UTC', 'service times read as UTC, a guess: set BACKUP_SERVICE_TIME_ZONE'],
  ] as const)('say where the zone was taken from: %s', (assumedFrom, id, line) => {
    const about = account({ zone: { id, assumedFrom } });
    const { blocks } = formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE);
    expect(drawn(blocks).at(-1)).toBe(`~ Asked just now, for this answer · ${line}`);
  });

  it('of a failed look-up say what happened', () => {
    const view = formatDetails(unavailable('network'), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks)).toEqual([
      '# ❔ 1009 · Could not be checked',
      'The service cannot be reached.',
      'Try again in a minute.',
    ]);
  });

  it('of a failed look-up with an earlier answer show both', () => {
    const lines = drawn(formatDetails(lastKnown({}, 'network'), PRIVATE).blocks);
    expect(lines.slice(0, 4)).toEqual([
      '# ❔ 1001 · Could not be checked',
      'The service cannot be reached.',
      'Try again in a minute.',
      '# 🟢 1001 · Online',
    ]);
    expect(lines.at(-1)).toMatch(/^~ Asked 12 min ago, the last answer there is/);
  });
});

it('while the service is asked, the view says so', () => {
  const view = formatDetailsLoading('Müşteri 7/A', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(drawn(view.blocks)).toEqual(['Asking the service about Müşteri 7/A…']);
});
