import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts text so that only a holder of the same password can read it, and detects every change. */
export interface Cipher {
  encrypt(text: string): string;
  /** Undefined for everything that an equal cipher has not encrypted, byte for byte. */
  decrypt(encrypted: string): string | undefined;
}

/**
 * AES-256-GCM with a fresh IV each time, under a key derived from the password by HKDF-SHA-256 (RFC 5869). `context`
 * binds key and value to their purpose: the same password elsewhere decrypts nothing.
 */
export function createCipher(password: string, context: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', password, context, 'backup-status access token v1', 32));
  const associated = Buffer.from(context);
  return {
    encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const [iv, tag, body] = [
        bytes.subarray(0, IV_BYTES),
        bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
        bytes.subarray(IV_BYTES + TAG_BYTES),
      ];
      if (tag.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        // GCM only says "not authentic", and there is nothing to add.
        return undefined;
      }
    },
  };
}
