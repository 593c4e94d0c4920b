import { z } from 'zod';
import { BadResponseError, HttpError, LoginRejectedError, TimeoutError } from '../errors.ts';
import type { Deadline } from '../http/create-deadlines.ts';
import type { HttpClient } from '../http/create-http-client.ts';
import type { HttpReply } from '../http/read-reply.ts';
import { withRetries } from '../http/with-retries.ts';
import type { AccessToken } from './access-token.ts';

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z.string().optional().catch(undefined),
});

export interface LoginDeps {
  readonly http: HttpClient;
  readonly username: string;
  readonly password: string;
  readonly now: () => number;
}

/**
 * Logs in, again on network failures and 5xx while the deadline allows. The first slow attempt is ended and repeated,
 * the next one has all the time that is left. Throws `LoginRejectedError` when the service refuses the service account (401
 * or 403 with its error object), and `BadResponseError` for any other 4xx of its own but 429. A 4xx without that object is
 * an `HttpError`: something in front of the service has not looked at any password.
 */
export async function logIn(deps: LoginDeps, deadline: Deadline): Promise<AccessToken> {
  const { http, username, password, now } = deps;
  let askedAtMs = now();
  let hasTimedOut = false;
  const send = () => {
    askedAtMs = now();
    const sent = http.send({
      operation: 'login',
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      // Never two at a time: the later one may kill the token of the earlier.
      endsWhenSlow: !hasTimedOut,
      signal: deadline.signal,
    });
    return sent.catch((error: unknown) => {
      hasTimedOut ||= error instanceof TimeoutError;
      throw error;
    });
  };
  const reply = await withRetries(deadline, send).catch((error: unknown) => {
    throw asLoginFailure(error);
  });
  return toAccessToken(reply, askedAtMs);
}

function asLoginFailure(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { operation, status, hasErrorObject } = error;
  if (!hasErrorObject) return error;
  if (status === 401 || status === 403) return new LoginRejectedError();
  const isOurFault = status >= 400 && status < 500 && status !== 429;
  return isOurFault ? new BadResponseError({ operation, status, reason: 'login-refused' }) : error;
}

/** Counts from the moment of asking: a slow answer must not make the token live longer here than there. */
function toAccessToken(reply: HttpReply, askedAtMs: number): AccessToken {
  const body = LOGIN_BODY.safeParse(reply.body);
  if (!body.success) {
    throw new BadResponseError({ operation: 'login', status: reply.status, reason: 'no-token' });
  }
  const { token, expiresAt } = body.data;
  const expiry = parseExpiry({ token, expiresAt, issuedAtMs: reply.dateMs ?? askedAtMs });
  return { token, expiresAtMs: askedAtMs + expiry.lifetimeMs, ...expiry };
}

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|([+-]\d{2}):?(\d{2}))$/i;

/** Short enough for a token whose lifetime is unknown, and long enough not to log in for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
/** "Never expires" is written as the year 9999; a look at the service once a year costs nothing. */
const LONGEST_LIFETIME_MS = 365 * 86_400_000;

/** When a token ends. The last two are absent when the login did not say, or not in a way that can be read. */
export interface Expiry {
  readonly lifetimeMs: number;
  readonly serviceExpiresAtMs?: number;
  readonly utcOffset?: string;
}

/**
 * Takes `expiresAt` for the end of the token, then the JWT's `exp`, and measures the lifetime from `issuedAtMs`, the
 * service's clock where it is known. A token said to be dead on arrival shows that a clock is wrong: that, and a login
 * that says nothing, is one cautious minute. `expiresIn` has no unit and is never read.
 */
export function parseExpiry(login: {
  readonly token: string;
  readonly expiresAt: string | undefined;
  readonly issuedAtMs: number;
}): Expiry {
  const said = parseExpiresAt(login.expiresAt);
  const endsAtMs = said.serviceExpiresAtMs ?? jwtExpiryMs(login.token);
  const lifetimeMs = endsAtMs === undefined ? 0 : endsAtMs - login.issuedAtMs;
  return {
    ...said,
    lifetimeMs: lifetimeMs > 0 ? Math.min(lifetimeMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS,
  };
}

function parseExpiresAt(text: string | undefined): Omit<Expiry, 'lifetimeMs'> {
  const [iso, hours, minutes] = ISO_WITH_OFFSET.exec(text?.trim() ?? '') ?? [];
  const serviceExpiresAtMs = Date.parse(iso?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? '');
  if (Number.isNaN(serviceExpiresAtMs)) return {};
  return { serviceExpiresAtMs, utcOffset: hours === undefined ? '+00:00' : `${hours}:${minutes}` };
}

/** The `exp` of a JWT (RFC 7519, 4.1.4), unverified: it is evidence of when to renew, not of who is who. */
function jwtExpiryMs(token: string): number | undefined {
  const [, payload] = token.split('.');
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' && exp > 0 ? exp * 1000 : undefined;
  } catch {
    // Not every token is a JWT, and the interface only says "JWT-style".
    return undefined;
  }
}
