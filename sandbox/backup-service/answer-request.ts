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
import type { IncomingMessage } from 'node:http';
import { readBody } from '../net/read-body.ts';
import type { AccountsAsOf } from './accounts/account.ts';
import { findAccount } from './accounts/accounts.ts';
import { errorReply, jsonReply, type Reply } from './reply.ts';
import { isoAtOffset } from './service-time.ts';
import type { BackupServiceSettings } from './settings.ts';
import type { WantedOperation } from './target-of.ts';
import type { Tokens } from './tokens.ts';

const MAX_BODY_BYTES = 16 * 1024;

/** What the answers are made from. */
export interface AnswerDeps {
  readonly credentials: { readonly username: string; readonly password: string };
  readonly resellerId: number;
  readonly tokens: Tokens;
  readonly settings: () => BackupServiceSettings;
  /** See `StartOptions`. */
  readonly accountsAsOf: () => AccountsAsOf;
}

/** The ordinary answer, good or bad. Rejects only when the client goes away before its body is here. */
export function answerRequest(
  request: IncomingMessage,
  { operation, accountId }: WantedOperation,
  deps: AnswerDeps,
): Promise<Reply> {
  return operation === 'login'
    ? answerLogin(request, deps)
    : answerGeneralInfo(request.headers.authorization, accountId, deps);
}

async function answerLogin(request: IncomingMessage, deps: AnswerDeps): Promise<Reply> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
  }
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === undefined) return refuse(413, 'PAYLOAD_TOO_LARGE', 'The body is over 16 KiB');
  const fields = jsonObjectIn(text);
  if (!fields) return refuse(400, 'INVALID_ARGUMENT', 'The body must be a JSON object');
  const problem = problemWith(fields);
  if (problem) return refuse(400, 'INVALID_ARGUMENT', problem);
  const { username, password } = deps.credentials;
  if (fields.username !== username || fields.password !== password) {
    return refuse(401, 'UNAUTHORIZED', 'Wrong username or password');
  }
  const { tokenLifetimeMs, utcOffset } = deps.settings();
  const { token, expiresAtMs } = await deps.tokens.issue();
  return jsonReply(200, {
    token,
    tokenType: 'Bearer',
    expiresIn: Math.floor(tokenLifetimeMs / 1000),
    expiresAt: isoAtOffset(expiresAtMs, utcOffset),
    resellerId: deps.resellerId,
  });
}

async function answerGeneralInfo(
  authorization: string | undefined,
  accountId: string | undefined,
  deps: AnswerDeps,
): Promise<Reply> {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined || !(await deps.tokens.isValid(token))) {
    return refuse(401, 'UNAUTHORIZED', 'The access token is missing, expired or not valid');
  }
  if (accountId === undefined) return refuse(400, 'INVALID_ARGUMENT', 'id is required');
  const account = findAccount(accountId);
  if (!account) return refuse(404, 'NOT_FOUND', 'No such account');
  return jsonReply(200, account.body(deps.accountsAsOf(), deps.settings().utcOffset));
}

const refuse = (status: number, code: string, message: string) => errorReply(status, { code, message });

function jsonObjectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Not JSON: the same as JSON of another shape.
    return undefined;
  }
}

function problemWith(fields: Record<string, unknown>): string | undefined {
  const names = ['username', 'password'];
  const missing = names.filter((name) => isMissing(fields[name]));
  if (missing.length > 0) return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} required`;
  const mistyped = names.filter((name) => typeof fields[name] !== 'string');
  return mistyped.length > 0 ? `${mistyped.join(' and ')} must be text` : undefined;
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '';
