/** In characters, not UTF-16 units. Our own bound: the interface states none. */
const MAX_ID_LENGTH = 128;

/**
 * Everything that is not a visible character: controls, private use, broken surrogates, and the sign for "could not be
 * decoded".
 */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A character is one UTF-16 unit or two, so that most ids need no counting. */
export const isTooLong = (id: string): boolean => id.length > MAX_ID_LENGTH && [...id].length > MAX_ID_LENGTH;

/** Whether an id may be sent to the service at all. Says nothing about whether there is such an account. */
export function isPlausibleId(id: string): boolean {
  return VISIBLE.test(id) && !UNREADABLE.test(id) && id === id.trim() && !isTooLong(id);
}
