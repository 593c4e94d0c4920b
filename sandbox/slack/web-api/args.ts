import { Refused } from '../refused.ts';
import { isJsonObject, type JsonObject, parseJson } from '../server/json.ts';

/** The result of a method, including `ok`. */
export type ApiResult = JsonObject & { readonly ok: boolean };

/** `invalid_arguments` for one argument. */
export const invalidArgument = (name: string, why = `invalid \`${name}\``): Refused =>
  new Refused('invalid_arguments', [`[ERROR] ${why} [json-pointer:/${name}]`]);

/** Undefined when absent or empty. Accepts numbers, except for `ts`, which must be a string. */
export function textArg(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  if (typeof value === 'number' && name !== 'ts') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An argument that is an object or an array; in a form, JSON in a string. Undefined when it is neither. */
export function structureArg(args: JsonObject, name: string): JsonObject | readonly unknown[] | undefined {
  const value = typeof args[name] === 'string' ? parseJson(args[name]) : args[name];
  return isJsonObject(value) || Array.isArray(value) ? value : undefined;
}
