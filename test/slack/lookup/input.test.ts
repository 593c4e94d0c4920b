import { describe, expect, test } from 'vitest';
import { nearestCommand, parseCommand, readPatterns } from '../../../src/slack/lookup/input.ts';

const lookup = (...ids: string[]) => expect.objectContaining({ kind: 'lookup', ids });
const shared = (...ids: string[]) => expect.objectContaining({ kind: 'lookup', ids, note: '' });

test.each(['doctor', ' Doctor ', '--doctor', 'DOCTOR', 'doktor', 'DOKTOR'])(
  '%j asks for the check-up',
  (text) => {
    expect(parseCommand(text)).toEqual({ kind: 'doctor' });
  },
);

test.each(['"doctor"', 'doctor 1001'])('%j is an id', (text) => {
  expect(parseCommand(text)).toMatchObject({ kind: 'lookup', ids: expect.arrayContaining(['doctor']) });
});

const invalid = (problem: object) => expect.objectContaining({ kind: 'invalid', problem });

test.each([
  [lookup('1001'), '1001', '  1001   ', '1001.', '1001?', '(1001)', '<1001>', '`1001`', "'1001", '#1001'],
  [lookup('1001', '1002', '1003'), '1001 1002 1003', '1001, 1002; 1003,', '1001\n1002\t1003'],
  [lookup('1001', '1002'), '1001,1002', '1001 1001 1002', '＃1001 (#1002)'],
  [lookup('AB-12_x.y'), 'AB-12_x.y'],
  [lookup('A(1)'), 'A(1)'],
  [lookup("O'Neil"), "O'Neil"],
  [lookup('Ömer'), 'Ömer'],
  [
    lookup('1001', '1002'),
    '1001 and 1002',
    '1001, AND 1002',
    '1001 ve 1002',
    '1001 ile 1002',
    'and 1001 1002',
  ],
  [lookup('and'), 'and', '"and"'],
])('reads ids as people write them (%#)', (expected, ...texts) => {
  for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

test.each([
  [lookup('1001'), '“1001”', '‘1001’', '10\u200B01', '\u200E1001\u200F', '\uFEFF1001', '１００１'],
  [lookup('1001', '1002'), '1001\u00A01002'],
  [lookup('AB-12'), 'AB–12'],
  [lookup('Müşteri'), 'Mu\u0308s\u0327teri'],
  [shared('1001'), '1001 —share', '1001 –share', '1001 Share '],
])('undoes what keyboards and clipboards change (%#)', (expected, ...texts) => {
  for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

test.each([
  [lookup('a@b.example'), '<mailto:a@b.example|a@b.example>'],
  [lookup('1001.tr'), '<http://1001.tr|1001.tr>'],
  [shared('1001'), '<tel:1001|1001> share'],
  [lookup('1001'), '&lt;1001&gt;'],
  [lookup('R&D 7'), '"R&amp;D 7"'],
])('undoes what Slack changes (%#)', (expected, ...texts) => {
  for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

test.each([
  [lookup('Müşteri 7/A %20'), '"Müşteri 7/A %20"', '“Müşteri 7/A %20”'],
  [lookup('Acme Ltd', '1001'), "'Acme Ltd' 1001"],
  [shared('Acme, Inc.'), '"Acme, Inc." share'],
  [lookup('share'), '"share"'],
  [shared('help'), '"help" share'],
  [lookup('paylaş'), '"paylaş"'],
  [lookup('yardım'), '"yardım"'],
  [lookup('doktor'), '"doktor"'],
  [lookup('#1001'), '"#1001"'],
  [lookup('-'), '"-"'],
  [lookup('O"Neil'), '"O"Neil"'],
  [lookup('1001', 'Acme Ltd'), '1001 “Acme Ltd'],
])('keeps an id in quotes (%#)', (expected, ...texts) => {
  for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

test.each([
  [shared('1001'), '1001 share', '1001 SHARE', '1001 --share', '1001 share.', 'share 1001', '1001 paylaş'],
  [shared('1001'), '1001 PAYLAŞ', '1001 paylas', '1001 —paylaş'],
  [shared('1001', '1002'), '1001 1002 share'],
])('reads the words for sharing (%#)', (expected, ...texts) => {
  for (const text of texts) expect(parseCommand(text), text).toEqual(expected);
});

test.each([
  ['1004 share Please call, 2 < 3 today', ['1004'], 'Please call, 2 < 3 today'],
  ['share 1004 1007 share: see @ada', ['1004', '1007'], 'see @ada'],
  ['"Acme Ltd" paylaş yardım lazım', ['Acme Ltd'], 'yardım lazım'],
  ['1004 share share it', ['1004'], 'share it'],
])('reads a note after them: %j', (text, ids, note) => {
  expect(parseCommand(text)).toMatchObject({ kind: 'lookup', ids, note });
});

test.each([
  ['mute 1004 4h server move', '1004', 4, 'server move'],
  ['mute 1004 4 h', '1004', 4, ''],
  ['mute 1004 4 Hours, server move', '1004', 4, 'server move'],
  ['mute acme 24 1 day', 'acme 24', 24, ''],
  ['sustur 1004 4 saat sunucu taşınıyor', '1004', 4, 'sunucu taşınıyor'],
  ['sustur 1004 3 gün', '1004', 72, ''],
  ['sustur 1004 3GÜN', '1004', 72, ''],
  ['mute 7 d 4h', '7 d', 4, ''],
  ['sustur Konyalı Saat 4sa', 'Konyalı Saat', 4, ''],
  ['note 1004 30 minutes 2 days late', '1004', 0.5, '2 days late'],
  ['note 1004 3d 4711<https://t.example/4711>', '1004', 72, '4711<https://t.example/4711>'],
])('reads a length with a space before its unit: %j', (text, accounts, hours, reason) => {
  const length = { kind: 'for', ms: hours * 3_600_000 };
  expect(parseCommand(text)).toMatchObject({ accounts, length, reason });
});

test.each([
  // A name may end with that word.
  ['sustur 1004 saat 16:00 taşıma', '1004 saat', 'taşıma'],
  ['mute 1004 at 16:00', '1004 at', ''],
  ['mute 1004 till 16:00 - server move', '1004', '- server move'],
])('reads a time with a word before it: %j', (text, accounts, reason) => {
  const length = { kind: 'clock', atMinute: 16 * 60 };
  expect(parseCommand(text)).toMatchObject({ accounts, length, reason });
});

test.each(['mute 4 hours', 'mute 1004 4 weeks', 'mute 1004 1 2 h2'])('reads no length from %s', (text) => {
  expect(parseCommand(text)).toMatchObject({ kind: 'mute', reason: '' });
  expect(parseCommand(text)).not.toHaveProperty('length');
});

test.each([
  ['bad 3 days', { kind: 'bad', forMs: 3 * 86_400_000 }],
  ['biten 60 gün', { kind: 'ending', withinDays: 60 }],
])('reads the length of a list with a space: %j', (text, expected) => {
  expect(parseCommand(text)).toEqual(expected);
});

test.each([
  ['silence', 'mute'],
  ['unwach', 'unwatch'],
  ['sumary', 'summary'],
  ['Özt', 'summary'],
  ['durdur', 'unwatch'],
  ['hlep', 'help'],
  ['acme', undefined],
])('suggests the command for %s', (typed, word) => {
  expect(nearestCommand(typed)).toBe(word);
});

test.each([
  ...['', '   ', 'help', 'Help', 'HELP', 'help.', '--help', '—help', '-h', '?', '??', '1001 help'],
  ...['yardım', 'YARDIM', 'Yardim', '--yardım', '1001 yardım', 'paylaş', 'share', '\u200B'],
])('shows help for %j', (text) => {
  expect(parseCommand(text)).toMatchObject({ kind: 'help' });
});

describe('text that cannot be looked up', () => {
  test.each([
    ...['<@U012AB3CD>', '<@U012AB3CD|ada>', '<#C012AB3CD|general>', '<!channel>', '<!subteam^S1|@oncall>'],
  ])('markup of Slack, %s, is named', (markup) => {
    expect(parseCommand(`1001 ${markup}`)).toEqual(invalid({ kind: 'id-unreadable', typed: markup }));
  });

  test.each(['@ada', '@here', 'https://example.com/1001', '<https://example.com>'])(
    'a bare mention or URL, %s, is named',
    (typed) => {
      expect(parseCommand(typed)).toEqual(invalid({ kind: 'id-unreadable', typed }));
    },
  );

  test.each([
    ...['10\u000701', '\u0000', '...', '-', '!', '""', '"\u200B"', '"\u0301"', '\uFFFD', '\uE000'],
    ...['a\uD800b'],
  ])('an unreadable id: %j', (text) => {
    expect(parseCommand(text)).toMatchObject({ kind: 'invalid', problem: { kind: 'id-unreadable' } });
  });

  test('an id has at most 128 characters', () => {
    expect(parseCommand('x'.repeat(128))).toEqual(lookup('x'.repeat(128)));
    expect(parseCommand('😀'.repeat(128))).toMatchObject({
      kind: 'invalid',
      problem: { kind: 'id-unreadable' },
    });
    expect(parseCommand(`"${'😀'.repeat(128)}"`)).toEqual(lookup('😀'.repeat(128)));
    expect(parseCommand('x'.repeat(129))).toEqual(invalid({ kind: 'id-unreadable', typed: 'x'.repeat(129) }));
    expect(parseCommand('x'.repeat(1_000))).toMatchObject({
      kind: 'invalid',
      problem: { kind: 'id-unreadable' },
    });
  });

  const tooMuch = invalid({ kind: 'too-much', accounts: 10, characters: 1_000 });

  test('a text has at most 1,000 characters, before and after normalizing', () => {
    expect(parseCommand(`1001 ${' '.repeat(1_000)}`)).toEqual(tooMuch);
    // One character that normalizes to eighteen.
    expect(parseCommand('\uFDFA'.repeat(56))).toEqual(tooMuch);
  });

  test('a text has at most ten ids, and repeated ones count once', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => String(1001 + index));
    expect(parseCommand(ids(10).join(' '))).toEqual(lookup(...ids(10)));
    expect(parseCommand([...ids(10), ...ids(10)].join(' '))).toEqual(lookup(...ids(10)));
    expect(parseCommand(ids(11).join(' '))).toEqual(tooMuch);
    expect(parseCommand(ids(200).join(','))).toEqual(tooMuch);
  });
});

describe('the commands of watches', () => {
  test.each([
    ['watch 1004 1007', { kind: 'watch', accounts: '1004 1007' }],
    ['Watch  "Acme Ltd", 1007', { kind: 'watch', accounts: '"Acme Ltd", 1007' }],
    ['watch', { kind: 'watch', accounts: '' }],
    ['İZLE 1004', { kind: 'watch', accounts: '1004' }],
    ['unwatch 1004', { kind: 'unwatch', accounts: '1004' }],
    ['bırak 1004', { kind: 'unwatch', accounts: '1004' }],
    ['birak 1004', { kind: 'unwatch', accounts: '1004' }],
    ['history acme', { kind: 'history', accounts: 'acme' }],
    ['GEÇMİŞ 1004', { kind: 'history', accounts: '1004' }],
    ['gecmis 1004', { kind: 'history', accounts: '1004' }],
    ['watches', { kind: 'watches' }],
    ['—watches', { kind: 'watches' }],
    ['izlenenler', { kind: 'watches' }],
    ['summary', { kind: 'summary' }],
    ['summary 07:30', { kind: 'summary', at: 450 }],
    ['özet 7.30', { kind: 'summary', at: 450 }],
    ['summary off', { kind: 'summary', at: 'none' }],
    ['özet kapat', { kind: 'summary', at: 'none' }],
    ['summary stop', { kind: 'summary', at: 'none' }],
    ['Özet durdur', { kind: 'summary', at: 'none' }],
    ['özet saat 7.30', { kind: 'summary', at: 450 }],
    ['Özet', { kind: 'summary' }],
    ['ozet', { kind: 'summary' }],
    ['bad', { kind: 'bad' }],
    ['bad 3d', { kind: 'bad', forMs: 3 * 86_400_000 }],
    ['Sorunlu 12sa', { kind: 'bad', forMs: 12 * 3_600_000 }],
    ['ending', { kind: 'ending', withinDays: 30 }],
    ['full', { kind: 'full', fromPercent: 90 }],
    ['dolu %80', { kind: 'full', fromPercent: 80 }],
    ['full 100 %', { kind: 'full', fromPercent: 100 }],
    ['biten 60g', { kind: 'ending', withinDays: 60 }],
  ])('%j is read as %j', (text, parsed) => {
    expect(parseCommand(text)).toEqual(parsed);
  });

  test.each([
    ...['"watch" 1004', '1004 watch', 'watches 1004', 'watch-1004', 'summary 1004', 'bad 1004'],
    ...['ending 2026-12-24', 'full house', 'full 101%'],
  ])('are ids in %j', (text) => {
    expect(parseCommand(text).kind).toBe('lookup');
  });
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
