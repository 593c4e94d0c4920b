/** An object found somewhere inside a payload, with the JSON pointer (RFC 6901) that leads to it. */
export interface FoundObject {
  readonly object: Readonly<Record<string, unknown>>;
  readonly pointer: string;
}

/** One step further down a JSON pointer. */
export const pointerTo = (parent: string, key: PropertyKey): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** True for a JSON object; false for an array or null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object in `value`, outermost first, in the order of the JSON. */
export function* walk(value: unknown, pointer: string): Generator<FoundObject> {
  if (isObject(value)) yield { object: value, pointer };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* walk(child, pointerTo(pointer, key));
}
