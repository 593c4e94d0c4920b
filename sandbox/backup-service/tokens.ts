import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

export type Tokens = ReturnType<typeof createTokens>;

/** Real signed JWTs (HS256) under a key that lives and dies with the server. */
export function createTokens(deps: {
  readonly now: () => number;
  readonly settings: () => { readonly tokenLifetimeMs: number; readonly singleToken: boolean };
  readonly resellerId: number;
}) {
  const key = randomBytes(32);
  let lastSerial = 0;
  let revokedUpTo = 0;

  return {
    /** A token and the moment from which it is refused. Kills every earlier one first where there is only one. */
    async issue() {
      const { tokenLifetimeMs, singleToken } = deps.settings();
      const issuedAtMs = deps.now();
      const expiresAtMs = issuedAtMs + tokenLifetimeMs;
      lastSerial += 1;
      if (singleToken) revokedUpTo = lastSerial - 1;
      const token = await new SignJWT({ resellerId: deps.resellerId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setJti(String(lastSerial))
        .setIssuedAt(Math.floor(issuedAtMs / 1000))
        // A fraction of a second is allowed (RFC 7519, NumericDate) and keeps exp equal to expiresAt.
        .setExpirationTime(expiresAtMs / 1000)
        .sign(key);
      return { token, expiresAtMs };
    },
    /** Whether the service accepts it now: signed here, not expired, not revoked. */
    async isValid(token: string): Promise<boolean> {
      try {
        const currentDate = new Date(deps.now());
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate });
        // jose rounds now down to the second, so the last fraction is checked here.
        const isExpired = deps.now() >= Math.round((payload.exp ?? 0) * 1000);
        return !isExpired && Number(payload.jti) > revokedUpTo;
      } catch (error) {
        if (error instanceof errors.JOSEError) return false;
        throw error;
      }
    },
    revokeAll() {
      revokedUpTo = lastSerial;
    },
  };
}
