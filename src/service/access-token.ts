import { z } from 'zod';
import { ServiceError } from './errors.ts';
import type { ServiceReply } from './read-reply.ts';

/** Of a token that does not say: not for long, and not a login for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
const LONGEST_LIFETIME_MS = 24 * 3_600_000;
const LONGEST_RENEW_AHEAD_MS = 5 * 60_000;
const LONGEST_UNSERVED_MS = 5_000;

/** A bearer token and what is known of it. Never logged, and kept only encrypted. */
export const ACCESS_TOKEN = z.object({
  token: z.string(),
  /** By the local clock, so that the service's may be wrong. */
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  /** `+03:00`: the offset of the login's `expiresAt`. Absent when the login said no expiry that can be read. */
  utcOffset: z.string().optional(),
  /** The service's clock less this machine's at the login; absent when the service sent no Date. */
  clockAheadMs: z.number().optional(),
});
export type AccessToken = z.infer<typeof ACCESS_TOKEN>;

/** From then on it is renewed, in the background. */
export const renewedFromMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5);

/** From then on nobody gets it. */
export const servedUntilMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_UNSERVED_MS, lifetimeMs / 10);

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z
    .string()
    .transform((text) => text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    .pipe(z.iso.datetime({ offset: true }))
    .optional()
    .catch(undefined),
});

/**
 * Takes `expiresAt` for the end of the token, then the JWT's `exp`, and measures the lifetime by the service's own clock
 * where it is known. A token said to be dead on arrival shows that a clock is wrong: that, and a login that says nothing,
 * is one cautious minute. `expiresIn` has no unit and is never read. `askedAtMs`: a slow answer must not make the token
 * live longer here than there.
 */
export function parseLogin({ body, dateMs }: ServiceReply, askedAtMs: number, nowMs: number): AccessToken {
  const { data } = LOGIN_BODY.safeParse(body);
  if (data === undefined) throw new ServiceError('bad-response', { operation: 'login', reason: 'no-token' });
  const { token, expiresAt } = data;
  const endsAtMs = expiresAt === undefined ? jwtExpiryMs(token) : Date.parse(expiresAt);
  const saidMs = endsAtMs === undefined ? 0 : endsAtMs - (dateMs ?? askedAtMs);
  const lifetimeMs = saidMs > 0 ? Math.min(saidMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS;
  return {
    token,
    expiresAtMs: askedAtMs + lifetimeMs,
    lifetimeMs,
    utcOffset: expiresAt?.endsWith('Z') ? '+00:00' : expiresAt?.slice(-6),
    clockAheadMs: dateMs && dateMs - nowMs,
  };
}

const JWT_CLAIMS = z.object({ exp: z.number().positive() });

/** The `exp` of a JWT (RFC 7519, 4.1.4), unverified: it is evidence of when to renew, not of who is who. */
function jwtExpiryMs(token: string): number | undefined {
  try {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return JWT_CLAIMS.parse(JSON.parse(claims)).exp * 1_000;
  } catch {
    return undefined; // Not every token is a JWT, and the interface only says "JWT-style".
  }
}
