/** Controls and halves of surrogate pairs: the two databases would keep them differently, or not at all. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** In characters. The columns are bounded alike. Callers allow less; this keeps their mistakes off the disk. */
const MAX_LENGTH = {
  'a team id': 64,
  'a user id': 64,
  'a channel id': 64,
  'an account id': 256,
  'a name': 200,
  'a name as compared': 800,
} as const;

/** The text itself. Throws a RangeError, a defect of the caller: what people type is parsed before it comes here. */
export function checkedText(what: keyof typeof MAX_LENGTH, text: string): string {
  const length = [...text].length;
  if (length === 0 || length > MAX_LENGTH[what] || UNSTORABLE.test(text)) {
    throw new RangeError(`${what} must have 1 to ${MAX_LENGTH[what]} characters, and no controls`);
  }
  return text;
}
