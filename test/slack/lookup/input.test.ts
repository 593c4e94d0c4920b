import { expect, test } from 'vitest';
import { nearestCommand, parseCommand, readPatterns } from '../../../src/slack/lookup/input.ts';

const lookup = (...ids: string[]) => expect.objectContaining({ kind: 'lookup', ids });
const shared = (...ids: string[]) => expect.objectContaining({ kind: 'lookup', ids, note: '' });
const help = expect.objectContaining({ kind: 'help' });
const unreadable = (typed: unknown = expect.any(String)) =>
  expect.objectContaining({ kind: 'invalid', problem: { kind: 'id-unreadable', typed } });
const tooMuch = expect.objectContaining({
  kind: 'invalid',
  problem: { kind: 'too-much', accounts: 10, characters: 1_000 },
});
const DAY_MS = 86_400_000;
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(1001 + index));

test.each<[what: string, ...rows: [expected: unknown, ...texts: string[]][]]>([
  [
    'ids as people write them',
    [lookup('1001'), '1001', '  1001   ', '1001.', '1001?', '(1001)', '<1001>', '`1001`', "'1001", '#1001'],
    [lookup('1001', '1002', '1003'), '1001 1002 1003', '1001, 1002; 1003,', '1001\n1002\t1003'],
    [lookup('1001', '1002'), '1001,1002', '1001 1001 1002', '＃1001 (#1002)'],
    [lookup('1001', '1002'), '1001 and 1002', '1001, AND 1002', '1001 ve 1002', '1001 ile 1002'],
    [lookup('1001', '1002'), 'and 1001 1002'],
    [lookup('and'), 'and', '"and"'],
    ...['AB-12_x.y', 'A(1)', "O'Neil", 'Ömer'].map((id): [unknown, string] => [lookup(id), id]),
  ],
  [
    'what keyboards and clipboards change',
    [lookup('1001'), '“1001”', '‘1001’', '10\u200B01', '\u200E1001\u200F', '\uFEFF1001', '１００１'],
    [lookup('1001', '1002'), '1001\u00A01002'],
    [lookup('AB-12'), 'AB–12'],
    [lookup('Müşteri'), 'Mu\u0308s\u0327teri'],
    [shared('1001'), '1001 —share', '1001 –share', '1001 Share '],
  ],
  [
    'what Slack changes',
    [lookup('a@b.example'), '<mailto:a@b.example|a@b.example>'],
    [lookup('1001.tr'), '<http://1001.tr|1001.tr>'],
    [shared('1001'), '<tel:1001|1001> share'],
    [lookup('1001'), '&lt;1001&gt;'],
    [lookup('R&D 7'), '"R&amp;D 7"'],
  ],
  [
    'ids in quotes',
    [lookup('Müşteri 7/A %20'), '"Müşteri 7/A %20"', '“Müşteri 7/A %20”'],
    [lookup('Acme Ltd', '1001'), "'Acme Ltd' 1001"],
    [lookup('1001', 'Acme Ltd'), '1001 “Acme Ltd'],
    [shared('Acme, Inc.'), '"Acme, Inc." share'],
    [shared('help'), '"help" share'],
    ...['share', 'paylaş', 'yardım', 'doctor', 'doktor', '#1001', '-', 'O"Neil'].map(
      (id): [unknown, string] => [lookup(id), `"${id}"`],
    ),
  ],
  [
    'the words for sharing',
    [shared('1001'), '1001 share', '1001 SHARE', '1001 --share', '1001 share.', 'share 1001', '1001 paylaş'],
    [shared('1001'), '1001 PAYLAŞ', '1001 paylas', '1001 —paylaş'],
    [shared('1001', '1002'), '1001 1002 share'],
  ],
  [
    'help and the check-up',
    [help, '', '   ', 'help', 'Help', 'HELP', 'help.', '--help', '—help', '-h', '?', '??', '1001 help'],
    [help, 'yardım', 'YARDIM', 'Yardim', '--yardım', '1001 yardım', 'paylaş', 'share', '\u200B'],
    [{ kind: 'doctor' }, 'doctor', ' Doctor ', '--doctor', 'DOCTOR', 'doktor', 'DOKTOR'],
    [lookup('doctor', '1001'), 'doctor 1001'],
  ],
  [
    'the commands of watches',
    [{ kind: 'watch', accounts: '1004 1007' }, 'watch 1004 1007'],
    [{ kind: 'watch', accounts: '"Acme Ltd", 1007' }, 'Watch  "Acme Ltd", 1007'],
    [{ kind: 'watch', accounts: '' }, 'watch'],
    [{ kind: 'watch', accounts: '1004' }, 'İZLE 1004'],
    [{ kind: 'unwatch', accounts: '1004' }, 'unwatch 1004', 'bırak 1004', 'birak 1004'],
    [{ kind: 'history', accounts: 'acme' }, 'history acme'],
    [{ kind: 'history', accounts: '1004' }, 'GEÇMİŞ 1004', 'gecmis 1004'],
    [{ kind: 'watches' }, 'watches', '—watches', 'izlenenler'],
    [{ kind: 'summary' }, 'summary', 'Özet', 'ozet'],
    [{ kind: 'summary', at: 450 }, 'summary 07:30', 'özet 7.30', 'özet saat 7.30'],
    [{ kind: 'summary', at: 'none' }, 'summary off', 'özet kapat', 'summary stop', 'Özet durdur'],
    [{ kind: 'bad' }, 'bad'],
    [{ kind: 'bad', forMs: 3 * DAY_MS }, 'bad 3d', 'bad 3 days'],
    [{ kind: 'bad', forMs: DAY_MS / 2 }, 'Sorunlu 12sa'],
    [{ kind: 'ending', withinDays: 30 }, 'ending'],
    [{ kind: 'ending', withinDays: 60 }, 'biten 60g', 'biten 60 gün'],
    [{ kind: 'full', fromPercent: 90 }, 'full'],
    [{ kind: 'full', fromPercent: 80 }, 'dolu %80', 'full 80 %'],
  ],
  [
    'no length that is none',
    ...['4 hours', '1004 4 weeks', '1004 1 2 h2'].map((accounts): [unknown, string] => [
      { kind: 'mute', accounts, reason: '' },
      `mute ${accounts}`,
    ]),
  ],
  [
    'these words as ids elsewhere',
    [
      expect.objectContaining({ kind: 'lookup' }),
      ...['"watch" 1004', '1004 watch', 'watches 1004', 'watch-1004', 'summary 1004', 'bad 1004'],
      ...['ending 2026-12-24', 'full house', 'full 101%'],
    ],
  ],
  [
    'no id in text that cannot be one, and names it',
    ...[
      '<@U012AB3CD>',
      '<@U012AB3CD|ada>',
      '<#C012AB3CD|general>',
      '<!channel>',
      '<!subteam^S1|@oncall>',
    ].map((markup): [unknown, string] => [unreadable(markup), `1001 ${markup}`]),
    ...['@ada', '@here', 'https://example.com/1001', '<https://example.com>', 'x'.repeat(129)].map(
      (typed): [unknown, string] => [unreadable(typed), typed],
    ),
    [unreadable(), '10\u000701', '\u0000', '...', '-', '!', '""', '"\u200B"', '"\u0301"', '\uFFFD', '\uE000'],
    [unreadable(), 'a\uD800b', '😀'.repeat(128), 'x'.repeat(1_000)],
  ],
  [
    'at most 128 characters of an id, ten ids, and 1,000 characters before and after normalizing',
    [lookup('x'.repeat(128)), 'x'.repeat(128)],
    [lookup('😀'.repeat(128)), `"${'😀'.repeat(128)}"`],
    // Repeated ones count once.
    [lookup(...ids(10)), ids(10).join(' '), [...ids(10), ...ids(10)].join(' ')],
    [tooMuch, ids(11).join(' '), ids(200).join(','), `1001 ${' '.repeat(1_000)}`],
    // One character that normalizes to eighteen.
    [tooMuch, '\uFDFA'.repeat(56)],
  ],
])('reads %s', (_what, ...rows) => {
  for (const [expected, ...texts] of rows)
    for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

const lasts = (hours: number) => ({ length: { kind: 'for', ms: hours * 3_600_000 } });
/** A name may end with the word before it. */
const ends = { length: { kind: 'clock', atMinute: 16 * 60 } };

test.each([
  ['1004 share Please call, 2 < 3 today', { ids: ['1004'], note: 'Please call, 2 < 3 today' }],
  ['share 1004 1007 share: see @ada', { ids: ['1004', '1007'], note: 'see @ada' }],
  ['"Acme Ltd" paylaş yardım lazım', { ids: ['Acme Ltd'], note: 'yardım lazım' }],
  ['1004 share share it', { ids: ['1004'], note: 'share it' }],
  ['mute 1004 4h server move', { accounts: '1004', ...lasts(4), reason: 'server move' }],
  ['mute 1004 4 h', { accounts: '1004', ...lasts(4), reason: '' }],
  ['mute 1004 4 Hours, server move', { accounts: '1004', ...lasts(4), reason: 'server move' }],
  ['mute acme 24 1 day', { accounts: 'acme 24', ...lasts(24), reason: '' }],
  ['sustur 1004 4 saat sunucu taşınıyor', { accounts: '1004', ...lasts(4), reason: 'sunucu taşınıyor' }],
  ['sustur 1004 3 gün', { accounts: '1004', ...lasts(72), reason: '' }],
  ['sustur 1004 3GÜN', { accounts: '1004', ...lasts(72), reason: '' }],
  ['mute 7 d 4h', { accounts: '7 d', ...lasts(4), reason: '' }],
  ['sustur Konyalı Saat 4sa', { accounts: 'Konyalı Saat', ...lasts(4), reason: '' }],
  ['note 1004 30 minutes 2 days late', { accounts: '1004', ...lasts(0.5), reason: '2 days late' }],
  [
    'note 1004 3d 4711<https://t.example/4711>',
    { accounts: '1004', ...lasts(72), reason: '4711<https://t.example/4711>' },
  ],
  ['sustur 1004 saat 16:00 taşıma', { accounts: '1004 saat', ...ends, reason: 'taşıma' }],
  ['mute 1004 at 16:00', { accounts: '1004 at', ...ends, reason: '' }],
  ['mute 1004 till 16:00 - server move', { accounts: '1004', ...ends, reason: '- server move' }],
])('reads accounts, a length and a text: %j', (text, expected) => {
  expect(parseCommand(text)).toMatchObject(expected);
});

test.each([
  ['silence', 'mute'],
  ['unwach', 'unwatch'],
  ['sumary', 'summary'],
  ['Özt', 'summary'],
  ['durdur', 'unwatch'],
  ['hlep', 'help'],
  ['acme', undefined],
])('a first word %s suggests %s', (typed, word) => {
  expect(nearestCommand(typed)).toBe(word);
});

test.each([
  ['all', ['*'], ''],
  ['HEPSİ', ['*'], ''],
  ['all.', ['*'], ''],
  ['*', ['*'], ''],
  ['20*', ['20*'], ''],
  [' 20*,  AR-* ; 20*', ['20*', 'AR-*'], ''],
  ['20* and 30*', ['20*', '30*'], ''],
  ['*04', [], '*04'],
  ['10*4', [], '10*4'],
  ['20**', [], '20**'],
  ['20* Acme Ltd, 1004', ['20*'], 'Acme Ltd, 1004'],
  [`${'1'.repeat(200)}*`, [], `${'1'.repeat(200)}*`],
  ['1004', [], '1004'],
  ['all seasons hotel', [], 'all seasons hotel'],
  ['', [], ''],
])('%j has the patterns %j and the rest %j', (typed, patterns, rest) => {
  expect(readPatterns(typed)).toEqual({ patterns, rest });
});
