/*
 * What the interface leaves open and a server must decide, decided in the plainest way:
 *
 * Any request    unknown path 404 NOT_FOUND; known path, other method 405 METHOD_NOT_ALLOWED with Allow; paths are exact
 *                (no trailing slash, case counts); Accept is not looked at: every answer is JSON in UTF-8.
 * Login          body not declared application/json 415 UNSUPPORTED_MEDIA_TYPE; over 16 KiB 413 PAYLOAD_TOO_LARGE; no JSON
 *                object 400 INVALID_ARGUMENT. null and "" count as missing; two missing fields are both named; a field that is no
 *                string is a 400 that names it. Unknown user and wrong password get the same 401. Further fields are ignored.
 *                expiresIn is in whole seconds, rounded down; expiresAt has milliseconds. No renewal, no log-out, no lock-out.
 * General info   token missing, malformed, expired, revoked or of another server: 401 UNAUTHORIZED, checked before the id.
 *                "Bearer" in any case (RFC 9110). id missing or empty 400 INVALID_ARGUMENT; given twice: the first counts;
 *                unknown 404 NOT_FOUND; compared exactly. Every known user may see every account. A request body is ignored.
 * 401            carries WWW-Authenticate: Bearer, as RFC 9110 asks of every 401.
 * Dates, times   at the server's own UTC offset, the one of expiresAt. No rate limit unless a fault sets one.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readBody } from '../net.ts';
import { isJsonObject, type JsonObject, parseJson } from '../slack/server/json.ts';
import { type AccountsAsOf, isoAtOffset, timesAt } from './accounts/account.ts';
import { findAccount } from './accounts/accounts.ts';
import { errorReply, jsonReply, type Reply } from './reply.ts';

const MAX_BODY_BYTES = 16 * 1024;
const RESELLER_ID = 77;

/** The two operations of the interface. */
export type Operation = 'login' | 'general-info';

const ROUTES: Readonly<Record<string, { readonly operation: Operation; readonly method: string }>> = {
  '/api/login': { operation: 'login', method: 'POST' },
  '/api/v1/general-info': { operation: 'general-info', method: 'GET' },
};

/** The route of a request, from its method and address. `refusal`: the answer when there is no such route. */
export function targetOf({ url = '', method }: IncomingMessage) {
  const [path = '', ...query] = url.split('?');
  const route = ROUTES[path];
  if (!route) return { path, refusal: errorReply(404, 'NOT_FOUND', 'No such path') };
  const { operation, method: allow } = route;
  if (method !== allow) {
    return { path, refusal: errorReply(405, 'METHOD_NOT_ALLOWED', `Use ${allow} here`, { allow }) };
  }
  const id = operation === 'login' ? null : new URLSearchParams(query.join('?')).get('id');
  return { path, operation, accountId: id || undefined };
}

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

/** What the answers depend on. */
export interface AnswerDeps {
  readonly username: string;
  readonly password: string;
  readonly tokens: ReturnType<typeof createTokens>;
  readonly settings: { readonly tokenLifetimeMs: number; readonly utcOffset: string };
  /** See `StartOptions`. */
  readonly accountsAsOf: (accountId: string) => AccountsAsOf;
}

/** The answer to a login, accepted or refused. Rejects only when the client disconnects before its body has arrived. */
export async function answerLogin(request: IncomingMessage, deps: AnswerDeps): Promise<Reply> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    return errorReply(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
  }
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === undefined) return errorReply(413, 'PAYLOAD_TOO_LARGE', 'The body is over 16 KiB');
  const fields = parseJson(text);
  const problem = problemWith(fields);
  if (problem !== undefined) return errorReply(400, 'INVALID_ARGUMENT', problem);
  const { username, password } = fields as JsonObject;
  if (username !== deps.username || password !== deps.password) {
    return errorReply(401, 'UNAUTHORIZED', 'Wrong username or password');
  }
  const { tokenLifetimeMs, utcOffset } = deps.settings;
  const { token, expiresAtMs } = deps.tokens.issue();
  return jsonReply(200, {
    token,
    tokenType: 'Bearer',
    expiresIn: Math.floor(tokenLifetimeMs / 1000),
    expiresAt: isoAtOffset(expiresAtMs, utcOffset),
    resellerId: RESELLER_ID,
  });
}

/** The answer to a read of an account, accepted or refused. */
export function answerGeneralInfo(
  authorization: string | undefined,
  accountId: string | undefined,
  deps: AnswerDeps,
): Reply {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined || !deps.tokens.isValid(token)) {
    return errorReply(401, 'UNAUTHORIZED', 'The access token is missing, expired or not valid');
  }
  if (accountId === undefined) return errorReply(400, 'INVALID_ARGUMENT', 'id is required');
  const account = findAccount(accountId);
  if (!account) return errorReply(404, 'NOT_FOUND', 'No such account');
  return jsonReply(200, account.body(timesAt(deps.accountsAsOf(accountId), deps.settings.utcOffset)));
}

function problemWith(fields: unknown): string | undefined {
  if (!isJsonObject(fields)) return 'The body must be a JSON object';
  const names = ['username', 'password'];
  const missing = names.filter((name) => (fields[name] ?? '') === '');
  if (missing.length > 0) return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} required`;
  const mistyped = names.filter((name) => typeof fields[name] !== 'string');
  return mistyped.length > 0 ? `${mistyped.join(' and ')} must be text` : undefined;
}
