import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  alertBlock,
  decodeAccountAction,
  decodeAccounts,
  encodeAccountAction,
  encodeAccounts,
} from '../../../src/slack/kit/ids.ts';
import { LIMITS } from '../../../src/slack/kit/text.ts';

const anyId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 });

test('an account comes back unchanged with an action: alone in the block of its row, also on an alert and in Home, and with others in a value', () => {
  fc.assert(
    fc.property(fc.array(anyId, { minLength: 1, maxLength: 5 }), (ids) => {
      const [id = ''] = ids;
      const blockId = encodeAccountAction(id) ?? '';
      // 1.x put the sharer into the block_id of a shared card, and a key into that of an alert. Rows of its Home were pins.
      const ofOld = [blockId.replace('::', ':U012AB3CD:'), alertBlock(id).replace('::', ':1790:')];
      const ofPin = blockId.replace('account', 'pin');
      for (const one of [blockId, ofPin, alertBlock(id), ...ofOld]) expect(decodeAccountAction(one)).toBe(id);
      expect(decodeAccounts(encodeAccounts(ids) ?? '')).toEqual(ids);
      expect(blockId + encodeAccounts(ids)).not.toMatch(/[&<>]/); // Slack hands these back as entities.
    }),
  );
});

test('an account that cannot come back is refused, alone or with others, and another block is about none', () => {
  for (const id of ['', 'a\uD800', 'x'.repeat(LIMITS.blockId)]) {
    expect(encodeAccountAction(id), id).toBeUndefined();
    expect(encodeAccounts(['1001', id]), id).toBeUndefined();
  }
  for (const tooMuch of [[], Array(10).fill('😀'.repeat(120))])
    expect(encodeAccounts(tooMuch)).toBeUndefined();
  for (const blockId of ['', 'account', 'account:', 'other::1001', 'alert::', 'pending', 'Xaccount::1'])
    expect(decodeAccountAction(blockId), blockId).toBeUndefined();
});
