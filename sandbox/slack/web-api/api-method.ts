// web-api/ owns Slack's Web API as an app calls it: arguments, refusals with Slack's codes, results.
// It must never know Bolt, how payloads reach the app, or the bot's own code.
import { isJsonObject, type JsonObject, parseJson } from '../server/json.ts';
import type { Refusal } from '../server/refusals.ts';
import type { SlackState } from '../state/state.ts';

/** What a method answers, `ok` included. */
export type ApiResult = JsonObject & { readonly ok: boolean };

/** What a method may do beyond remembering. */
export interface ApiContext {
  readonly state: SlackState;
  /** A fresh Socket Mode address. */
  readonly issueSocketUrl: () => string;
  /** The local Slack's own address. */
  readonly origin: string;
}

export interface ApiMethod {
  readonly token: 'bot' | 'app';
  /** The bot scope it needs; absent when any token will do. */
  readonly scope?: string;
  readonly run: (args: JsonObject, context: ApiContext) => ApiResult;
}

/** A refusal with Slack's code. */
export function refuse(error: string, more: JsonObject = {}): ApiResult {
  return { ok: false, error, ...more };
}

/** A refusal as the checks of blocks word it. */
export function refuseFor({ error, messages }: Refusal): ApiResult {
  return refuse(error, { response_metadata: { messages } });
}

/** `invalid_arguments` for one argument. */
export function refuseArgument(name: string, why = `invalid \`${name}\``): ApiResult {
  return refuse('invalid_arguments', {
    response_metadata: { messages: [`[ERROR] ${why} [json-pointer:/${name}]`] },
  });
}

/** Undefined when absent or empty. Numbers are as good as their digits, except for `ts`, which must stay a string. */
export function textArg(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  if (typeof value === 'number' && name !== 'ts') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** True for `true`, `"true"`, `1` and `"1"`. */
export function flagArg(args: JsonObject, name: string): boolean {
  return [true, 'true', 1, '1'].includes(args[name] as string);
}

/** An argument that is an object or a list: in a form it is JSON in a string. Undefined when it is neither. */
export function structureArg(args: JsonObject, name: string): JsonObject | readonly unknown[] | undefined {
  const value = typeof args[name] === 'string' ? parseJson(args[name]) : args[name];
  return isJsonObject(value) || Array.isArray(value) ? value : undefined;
}
