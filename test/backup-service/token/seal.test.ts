import { expect, test } from 'vitest';
import { createSeal } from '../../../src/backup-service/token/seal.ts';

const seal = createSeal('sandbox-password', 'http://service\nuser');

test('an equal seal opens what was closed', () => {
  expect(createSeal('sandbox-password', 'http://service\nuser').open(seal.close('çok gizli'))).toBe(
    'çok gizli',
  );
});

test('the same text closes differently each time, and neither shows it', () => {
  const [first, second] = [seal.close('secret-token'), seal.close('secret-token')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').includes('secret-token')).toBe(false);
});

test.each([
  ['another password', createSeal('other', 'http://service\nuser')],
  ['another service', createSeal('sandbox-password', 'http://other\nuser')],
  ['another user', createSeal('sandbox-password', 'http://service\nother')],
])('%s opens nothing', (_what, other) => {
  expect(other.open(seal.close('secret'))).toBeUndefined();
});

test('one changed bit anywhere, or a missing end, opens nothing', () => {
  const sealed = Buffer.from(seal.close('secret'), 'base64url');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(seal.open(changed.toString('base64url'))).toBeUndefined();
    expect(seal.open(sealed.subarray(0, index).toString('base64url'))).toBeUndefined();
  }
});
