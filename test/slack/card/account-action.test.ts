import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeAccountAction,
  decodeAccountsValue,
  decodeAccountValue,
  encodeAccountAction,
  encodeAccountsValue,
  encodeAccountValue,
} from '../../../src/slack/kit/ids.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';

const id = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 128 })
  .filter((text) => text.length <= 128 && text.isWellFormed());
/** Ids that may be asked about have no private use. */
const plausible = id.filter((text) => !/\p{C}/u.test(text));

describe('the account that a row of buttons acts on', () => {
  it('comes back as it went, whatever visible characters its id has', () => {
    fc.assert(
      fc.property(id, (id) => {
        const blockId = encodeAccountAction(id);
        expect(blockId?.length).toBeLessThanOrEqual(LIMITS.blockId);
        expect(decodeAccountAction(blockId ?? '')).toBe(id);
      }),
    );
  });

  it.each([
    'Müşteri 7/A %20',
    'a:b',
    ':',
    '&amp;<>',
    '\uE026&',
    '👍'.repeat(64),
    '%'.repeat(128),
    '"quoted"',
    'U012AB3CD:1001',
  ])('survives as %s', (id) => {
    expect(decodeAccountAction(encodeAccountAction(id) ?? '')).toBe(id);
    // As 1.x shared it.
    expect(decodeAccountAction(encodeAccountAction(id)?.replace('::', ':U012AB3CD:') ?? '')).toBe(id);
  });

  it('may stand in several places of Home, each told from the others', () => {
    const places = ['pin', 'looked-up'] as const;
    const blockIds = places.map((place) => encodeAccountAction('A&B', place));
    expect(new Set([...blockIds, encodeAccountAction('A&B')]).size).toBe(3);
    expect(blockIds.map((blockId) => decodeAccountAction(blockId ?? ''))).toEqual(['A&B', 'A&B']);
  });

  it('comes back from the value of a button too', () => {
    fc.assert(
      fc.property(id, (id) => {
        const value = encodeAccountValue(id);
        expect(value).not.toMatch(/[&<>]/);
        expect(decodeAccountValue(value ?? '')).toBe(id);
      }),
    );
    expect(encodeAccountValue('')).toBeUndefined();
    expect(encodeAccountValue('a\uD800')).toBeUndefined();
  });

  it('holds several ids of any characters, and none where one cannot travel', () => {
    fc.assert(
      fc.property(fc.array(plausible, { minLength: 1, maxLength: 7 }), (ids) => {
        expect(decodeAccountsValue(encodeAccountsValue(ids) ?? '')).toEqual(ids);
      }),
    );
    expect(encodeAccountsValue([])).toBeUndefined();
    expect(encodeAccountsValue(['1001', ''])).toBeUndefined();
    expect(encodeAccountsValue(Array.from({ length: 10 }, () => '😀'.repeat(120)))).toBeUndefined();
  });

  it('holds nothing that Slack would hand back as an entity', () => {
    expect(encodeAccountAction('A&B <1>')).not.toMatch(/[&<>]/);
  });

  it('cannot be an id that does not fit, is empty, or is broken', () => {
    expect(encodeAccountAction('x'.repeat(LIMITS.blockId - 'account::'.length))).toHaveLength(255);
    expect(encodeAccountAction('x'.repeat(LIMITS.blockId - 'account::'.length + 1))).toBeUndefined();
    expect(encodeAccountAction('')).toBeUndefined();
    expect(encodeAccountAction('a\uD800')).toBeUndefined();
  });

  it.each(['', 'home_lookup', 'account', 'account:1001', 'account::', 'pin', 'pin::', 'pinned::1001'])(
    'is not read from %j',
    (blockId) => {
      expect(decodeAccountAction(blockId)).toBeUndefined();
    },
  );
});
