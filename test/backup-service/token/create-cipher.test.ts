import { expect, test } from 'vitest';
import { createCipher } from '../../../src/backup-service/token/create-shared-token.ts';

const cipher = createCipher('sandbox-password', 'http://service\nuser');

test('an equal cipher decrypts what was encrypted', () => {
  expect(createCipher('sandbox-password', 'http://service\nuser').decrypt(cipher.encrypt('çok gizli'))).toBe(
    'çok gizli',
  );
});

test('the same text is encrypted differently each time, and neither shows it', () => {
  const [first, second] = [cipher.encrypt('secret-token'), cipher.encrypt('secret-token')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').includes('secret-token')).toBe(false);
});

test.each([
  ['another password', createCipher('other', 'http://service\nuser')],
  ['another service', createCipher('sandbox-password', 'http://other\nuser')],
  ['another user', createCipher('sandbox-password', 'http://service\nother')],
])('%s decrypts nothing', (_what, other) => {
  expect(other.decrypt(cipher.encrypt('secret'))).toBeUndefined();
});

test('one changed bit anywhere, or a missing end, decrypts nothing', () => {
  const encrypted = Buffer.from(cipher.encrypt('secret'), 'base64url');
  for (let index = 0; index < encrypted.length; index++) {
    const changed = Buffer.from(encrypted);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(cipher.decrypt(changed.toString('base64url'))).toBeUndefined();
    expect(cipher.decrypt(encrypted.subarray(0, index).toString('base64url'))).toBeUndefined();
  }
});
