import { randomBytes } from 'node:crypto';

export type Tokens = ReturnType<typeof createTokens>;

const HEADER = '{"alg":"HS256","typ":"JWT"}';

/** Access tokens in the form of signed JWTs, which clients must treat as opaque. They exist only in this process. */
export function createTokens(
  now: () => number,
  settings: { readonly tokenLifetimeMs: number; readonly singleToken: boolean },
) {
  const expiries = new Map<string, number>();
  return {
    /** Issues a token, and returns it with its expiry. With `singleToken`, revokes all earlier ones first. */
    issue() {
      const expiresAtMs = now() + settings.tokenLifetimeMs;
      const parts = [Buffer.from(HEADER), randomBytes(60), randomBytes(32)];
      const token = parts.map((part) => part.toString('base64url')).join('.');
      if (settings.singleToken) expiries.clear();
      expiries.set(token, expiresAtMs);
      return { token, expiresAtMs };
    },
    /** Whether the token was issued here and is neither expired nor revoked. */
    isValid: (token: string) => now() < (expiries.get(token) ?? 0),
    revokeAll: () => expiries.clear(),
  };
}
