import { randomBytes } from 'node:crypto';

export type Tokens = ReturnType<typeof createTokens>;

const HEADER = '{"alg":"HS256","typ":"JWT"}';

/** Access tokens, in the form of signed JWTs, which clients must not read. They live and die with the server. */
export function createTokens(deps: {
  readonly now: () => number;
  readonly settings: () => { readonly tokenLifetimeMs: number; readonly singleToken: boolean };
}) {
  const expiries = new Map<string, number>();
  return {
    /** A token and the time from which it is refused. Kills every earlier one first where there is only one. */
    issue() {
      const { tokenLifetimeMs, singleToken } = deps.settings();
      const expiresAtMs = deps.now() + tokenLifetimeMs;
      const parts = [Buffer.from(HEADER), randomBytes(60), randomBytes(32)];
      const token = parts.map((part) => part.toString('base64url')).join('.');
      if (singleToken) expiries.clear();
      expiries.set(token, expiresAtMs);
      return { token, expiresAtMs };
    },
    /** Whether the service accepts it now: issued here, not expired, not revoked. */
    isValid: (token: string) => deps.now() < (expiries.get(token) ?? 0),
    revokeAll: () => expiries.clear(),
  };
}
