import { describe, expect, test } from 'vitest';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import * as english from '../../src/words/en.ts';
import * as turkish from '../../src/words/tr.ts';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';
import { fixedPhrases, madePhrases } from './phrases.ts';

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  const words = wordsOf(language, language);
  const fixed = fixedPhrases(words);
  const all = [...fixed, ...madePhrases(words)];

  test('has no phrase that markup would change, so that phrases can be put into markup', () => {
    const setting = /BACKUP_[A-Z_]+/g;
    const parsed = all.filter(([, phrase]) => /[&<>*_~`]/.test(phrase.replace(setting, '')));
    expect(parsed).toEqual([]);
  });

  test('has no empty phrase, and none with loose spaces', () => {
    const loose = all.filter(
      ([, phrase]) => phrase.trim() !== phrase || phrase === '' || phrase.includes('  '),
    );
    expect(loose).toEqual([]);
  });

  test('has no line break between a number and its unit', () => {
    const loose =
      /\d (?:(?:ms|s|sec|seconds?|min|minutes?|h|hours?|d|days?|sn|dk|sa|[kKMGT]?B)(?!\p{L})|saniye|dakika|saat|gün)/u;
    expect(all.filter(([, phrase]) => loose.test(phrase))).toEqual([]);
  });

  test('shows no values of a program', () => {
    expect(all.filter(([, phrase]) => /undefined|NaN|null|\[object|\$\{/.test(phrase))).toEqual([]);
  });

  test('has a different name for each field', () => {
    expect(new Set(Object.values(words.details.fields)).size).toBe(GENERAL_INFO_FIELDS.length);
  });

  test('keeps titles and buttons of views within 24 characters', () => {
    const { title } = words.pins.nameView;
    const { details, shortcut, access, command, watches } = words;
    const titles = [watches.form.title, details.title, command.defectTitle, shortcut.title, access.title];
    const { save, cancel, close, lookUp } = words.buttons;
    for (const phrase of [title, ...titles, save, cancel, close, lookUp]) {
      expect(phrase.length, phrase).toBeLessThanOrEqual(24);
    }
  });

  test('keeps buttons, menus and fields within the limits of Slack and a phone', () => {
    for (const phrase of Object.values(words.buttons)) expect(phrase.length, phrase).toBeLessThanOrEqual(30);
    expect(words.home.lookUpPlaceholder.length).toBeLessThanOrEqual(150);
    expect(words.home.welcome.title.length).toBeLessThanOrEqual(150);
  });

  test('distinguishes statuses, levels and buttons', () => {
    for (const part of [words.status, words.buttons, words.details.headings]) {
      expect(new Set(Object.values(part)).size).toBe(Object.keys(part).length);
    }
  });
});

describe('English and Turkish', () => {
  const pairs = (of: typeof madePhrases) => {
    const other = new Map(of(turkish));
    return of(english).map(([path, phrase]) => ({ path, phrase, other: other.get(path) }));
  };
  const all = [...pairs(fixedPhrases), ...pairs(madePhrases)];

  test('have the same phrases', () => {
    expect(all.filter(({ other }) => other === undefined)).toEqual([]);
    expect(fixedPhrases(turkish)).toHaveLength(fixedPhrases(english).length);
  });

  test('share no phrase by accident', () => {
    const same = all.filter(({ phrase, other }) => phrase === other).map(({ path }) => path);
    expect(same).toEqual([]);
  });
});

describe('Turkish', () => {
  const all = [...fixedPhrases(turkish), ...madePhrases(turkish)];

  test('has no English word', () => {
    // Without “not”, which is Turkish for a note.
    const english =
      /\b(?:the|is|of|and|no|backup|backups|account|accounts|service|ago|days|by|last|try|again)\b/i;
    const typed = /backup-status|"Acme Ltd"|BACKUP_[A-Z_]+/g;
    expect(all.filter(([, phrase]) => english.test(phrase.replace(typed, '')))).toEqual([]);
  });

  test('has its own letters: composed, and no i changed by English casing', () => {
    // A dot left by toLowerCase, and words changed by toUpperCase.
    const spoilt = /\u0307|\b(?:Istemci|Izin|Iki|Içinde|Ilk|Işlem)/;
    expect(all.filter(([, phrase]) => phrase !== phrase.normalize('NFC') || spoilt.test(phrase))).toEqual([]);
  });

  test('keeps nouns singular after a number', () => {
    expect(
      all.filter(([, phrase]) => /\d (?:hesaplar|günler|saatler|yedekler|klasörler)/.test(phrase)),
    ).toEqual([]);
  });

  test('has no suffix on a value from outside', () => {
    // An apostrophe after a value; only our own words and numbers may have one.
    const suffixed = /(?:1001|1002|Acme|@x|UTC|”)[’']/;
    expect(all.filter(([, phrase]) => suffixed.test(phrase))).toEqual([]);
  });

  test('uses the words of the service for its status', () => {
    const { online, offline, 'backing-up': backingUp } = turkish.status;
    const inLowerCase = [online, offline, backingUp].map((word) => word.toLocaleLowerCase('tr'));
    expect(inLowerCase).toEqual(['çevrimiçi', 'çevrimdışı', 'yedekleniyor']);
  });
});
