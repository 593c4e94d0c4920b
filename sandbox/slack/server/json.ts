/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Treats an acknowledgement of `{}` as empty. */
export const nothingIfEmpty = (value: unknown): unknown =>
  isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
