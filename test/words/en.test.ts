import { describe, expect, it } from 'vitest';
import { GENERAL_INFO_FIELDS } from '../../src/domain/account.ts';
import { english } from '../../src/words/en.ts';

/** Every fixed phrase of a catalogue, by its path. */
function phrases(part: unknown, path = ''): [path: string, phrase: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => phrases(value, `${path}/${key}`));
}

describe('the English catalogue', () => {
  it('holds no phrase that markup would change, so that phrases may stand in it', () => {
    const setting = /BACKUP_SERVICE_TIME_ZONE/g;
    const parsed = phrases(english).filter(([, phrase]) => /[&<>*_~`]/.test(phrase.replace(setting, '')));
    expect(parsed).toEqual([]);
  });

  it('holds no empty phrase and none with loose spaces', () => {
    expect(phrases(english).filter(([, phrase]) => phrase.trim() !== phrase || phrase === '')).toEqual([]);
  });

  it('has a name of its own for each of the sixteen fields', () => {
    expect(new Set(Object.values(english.details.fields)).size).toBe(GENERAL_INFO_FIELDS.length);
  });

  it('keeps titles and buttons of views within 24 characters', () => {
    const { title, save, cancel } = english.pins.nameView;
    const shortcut = [english.shortcut.title, english.shortcut.submit, english.shortcut.close];
    for (const phrase of [english.details.title, english.details.close, title, save, cancel, ...shortcut]) {
      expect(phrase.length).toBeLessThanOrEqual(24);
    }
  });

  it('keeps what buttons, menus and fields say within what Slack takes and a phone shows', () => {
    for (const phrase of Object.values(english.buttons)) expect(phrase.length).toBeLessThanOrEqual(30);
    for (const { length } of [english.home.lookUpPlaceholder, english.pins.nameView.placeholder]) {
      expect(length).toBeLessThanOrEqual(150);
    }
    expect(english.home.welcome.title.length).toBeLessThanOrEqual(150);
  });
});
