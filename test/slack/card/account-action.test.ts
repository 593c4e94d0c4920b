import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alertBlock,
  decodeAccountAction,
  decodeAccounts,
  encodeAccountAction,
  encodeAccounts,
} from '../../../src/slack/kit/ids.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';

const anyId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 });

describe('an account comes back with a press as it was', () => {
  test('alone in the block of its row, on an alert and in Home too, and with others in a value', () => {
    fc.assert(
      fc.property(fc.array(anyId, { minLength: 1, maxLength: 5 }), (ids) => {
        const [id = ''] = ids;
        const blockId = encodeAccountAction(id) ?? '';
        const places = (['pin', 'looked-up'] as const).map((place) => encodeAccountAction(id, place) ?? '');
        expect(new Set([blockId, ...places]).size).toBe(3);
        // What 1.x shared names the person who did, and its alerts have a key.
        const ofOld = [blockId.replace('::', ':U012AB3CD:'), alertBlock(blockId).replace('::', ':1790:')];
        for (const one of [blockId, ...places, alertBlock(blockId), ...ofOld])
          expect(decodeAccountAction(one)).toBe(id);
        expect(decodeAccounts(encodeAccounts(ids) ?? '')).toEqual(ids);
        expect(blockId + encodeAccounts(ids)).not.toMatch(/[&<>]/); // Slack hands these back as entities.
      }),
    );
  });

  test.each(['', 'a\uD800', 'x'.repeat(LIMITS.blockId)])('or not at all: %j', (id) => {
    expect(encodeAccountAction(id)).toBeUndefined();
    expect(encodeAccounts(['1001', id])).toBeUndefined();
  });

  test('several only where they have room together', () => {
    expect(encodeAccounts([])).toBeUndefined();
    expect(encodeAccounts(Array.from({ length: 10 }, () => '😀'.repeat(120)))).toBeUndefined();
  });

  test.each(['', 'account', 'account:', 'other::1001', 'alert::', 'pending', 'Xaccount::1'])(
    'the block %j is no account’s',
    (blockId) => expect(decodeAccountAction(blockId)).toBeUndefined(),
  );
});
