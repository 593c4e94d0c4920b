import { z } from 'zod';
import { BadResponseError, HttpError, LoginRejectedError, TimeoutError } from '../errors.ts';
import type { Deadline } from '../http/create-deadlines.ts';
import type { HttpClient } from '../http/create-http-client.ts';
import type { HttpReply } from '../http/read-reply.ts';
import { withRetries } from '../http/with-retries.ts';
import type { AccessToken } from './access-token.ts';
import { parseExpiry } from './parse-expiry.ts';

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
