import { isJsonObject, type JsonObject } from '../server/json.ts';

/** One reason why Slack would refuse a payload. */
export interface BlockProblem {
  /** Slack's own error code (`invalid_blocks`, `msg_blocks_too_long`, `view_too_large` …) or one of our stricter ones. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) into the message, or into `{ view }`. Empty when the whole message is meant. */
  readonly pointer: string;
}

/** One step further down a JSON pointer (RFC 6901). */
export const pointerTo = (parent: string, key: PropertyKey): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every object in `value` with the JSON pointer that leads to it, outermost first, in the order of the JSON. */
export function* walk(value: unknown, pointer: string): Generator<{ object: JsonObject; pointer: string }> {
  if (isJsonObject(value)) yield { object: value, pointer };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* walk(child, pointerTo(pointer, key));
}
