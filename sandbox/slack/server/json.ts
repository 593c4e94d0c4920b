/** A JSON object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An acknowledgement of `{}` says as little as an empty one. */
export const nothingIfEmpty = (value: unknown): unknown =>
  isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
