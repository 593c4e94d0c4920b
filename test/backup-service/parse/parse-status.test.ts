import { expect, test } from 'vitest';
import { parseStatus } from '../../../src/backup-service/parse/parse-account.ts';

test.each([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
  ['çevrimiçi'.normalize('NFD'), 'online'],
  ['ÇEVRİMİÇİ'.normalize('NFD'), 'online'],
  ['ÇEVRİMİÇİ', 'online'],
  ['ÇEVRİMDIŞI', 'offline'],
  ['YEDEKLENİYOR', 'backing-up'],
  [' Yedekleniyor\n', 'backing-up'],
])('%o is known, and kept as sent', (sent, kind) => {
  expect(parseStatus(sent)).toEqual({ kind, sent });
});

test.each(['askıda', 'cevrimici', 'online', 'çevrimiçi değil', 'çevrim içi'])(
  '%s is unknown, never guessed at',
  (sent) => {
    expect(parseStatus(sent)).toEqual({ kind: 'unknown', sent });
  },
);

test.each([undefined, '', '  '])('%o is no status at all', (sent) => {
  expect(parseStatus(sent)).toEqual({ kind: 'not-reported' });
});
