import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject, parseJson } from '../server/json.ts';

/** What a request to the Web API says. */
export interface ApiCall {
  /** Everything but the token. */
  readonly args: JsonObject;
  /** Undefined when none was sent. */
  readonly token: string | undefined;
}

/** Form, JSON or query arguments, and the token from the Authorization header or from among them. */
export function readCall(request: IncomingMessage, body: string): ApiCall | { readonly error: string } {
  const query = new URL(request.url ?? '/', 'http://local').searchParams;
  const posted = readArgs(request.headers['content-type'] ?? '', body);
  if ('error' in posted) return posted;
  const { token, ...args } = { ...Object.fromEntries(query), ...posted.args };
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return { args, token: bearer ?? (typeof token === 'string' ? token : undefined) };
}

function readArgs(contentType: string, body: string): { args: JsonObject } | { readonly error: string } {
  const [type = ''] = contentType.split(';');
  if (body === '') return { args: {} };
  if (type === 'application/json') {
    const value = parseJson(body);
    if (value === undefined) return { error: 'invalid_json' };
    return isJsonObject(value) ? { args: value } : { error: 'json_not_object' };
  }
  if (type === 'application/x-www-form-urlencoded')
    return { args: Object.fromEntries(new URLSearchParams(body)) };
  return { error: type === '' ? 'missing_post_type' : 'invalid_post_type' };
}
