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

describe('an account comes back unchanged with an action', () => {
  test('alone in the block of its row, also on an alert and in Home, and with others in a value', () => {
    fc.assert(
      fc.property(fc.array(anyId, { minLength: 1, maxLength: 5 }), (ids) => {
        const [id = ''] = ids;
        const blockId = encodeAccountAction(id) ?? '';
        // 1.x put the sharer into the block_id of a shared card, and a key into that of an alert. Rows of its Home were pins.
        const ofOld = [blockId.replace('::', ':U012AB3CD:'), alertBlock(id).replace('::', ':1790:')];
        const ofPin = blockId.replace('account', 'pin');
        for (const one of [blockId, ofPin, alertBlock(id), ...ofOld])
          expect(decodeAccountAction(one)).toBe(id);
        expect(decodeAccounts(encodeAccounts(ids) ?? '')).toEqual(ids);
        expect(blockId + encodeAccounts(ids)).not.toMatch(/[&<>]/); // Slack hands these back as entities.
      }),
    );
  });

  test.each(['', 'a\uD800', 'x'.repeat(LIMITS.blockId)])('or is refused: %j', (id) => {
    expect(encodeAccountAction(id)).toBeUndefined();
    expect(encodeAccounts(['1001', id])).toBeUndefined();
  });

  test('with others only if they fit together', () => {
    expect(encodeAccounts([])).toBeUndefined();
    expect(encodeAccounts(Array.from({ length: 10 }, () => '😀'.repeat(120)))).toBeUndefined();
  });

  test.each(['', 'account', 'account:', 'other::1001', 'alert::', 'pending', 'Xaccount::1'])(
    'the block %j is not about an account',
    (blockId) => expect(decodeAccountAction(blockId)).toBeUndefined(),
  );
});
