// It must never await, read a clock, call anything, or hold the words themselves.

import { LIMITS } from '../kit/limits.ts';

/** Where in Home an account stands, which may be more than once. */
export type HomePlace = 'pin' | 'looked-up';

// A card that 1.x shared names the person who did between the colons.
const BLOCK_ID = /^(?:account|pin|looked-up|last-asked):(?:[UW][A-Z0-9]{1,30})?:(.+)$/su;

/**
 * The `block_id` under which a card's buttons stand: the only place that comes back with a press on a private message
 * and holds an id of 128 characters (an option's value ends at 75). Undefined for an id that would be changed on the
 * way: then no button may be shown.
 */
export function encodeAccountAction(
  id: string,
  place: HomePlace | 'account' = 'account',
): string | undefined {
  const blockId = `${place}::${swapEscapable(id)}`;
  return id !== '' && blockId.length <= LIMITS.blockId && blockId.isWellFormed() ? blockId : undefined;
}

/** The account that a block acts on; undefined for any other block. */
export function decodeAccountAction(blockId: string): string | undefined {
  const id = BLOCK_ID.exec(blockId)?.[1];
  return id === undefined ? undefined : swapEscapable(id);
}

/** An id as the `value` of a button, where several accounts share a row. Undefined for one that cannot travel unharmed. */
export function encodeAccountValue(id: string): string | undefined {
  return encodeAccountAction(id) === undefined ? undefined : swapEscapable(id);
}

/** The id that `encodeAccountValue` made a value of. */
export function decodeAccountValue(value: string): string {
  return swapEscapable(value);
}

/** Between ids in a value: private use, so that no id has it. */
const BETWEEN_IDS = '\uE02C';
/** Reference, "button": `value`. */
const VALUE_AT_MOST = 2000;

/** Several ids as one value, for a list or a window. Undefined where one of them cannot travel, or all are too long together. */
export function encodeAccountsValue(ids: readonly string[]): string | undefined {
  const values = ids.map(encodeAccountValue);
  const value = values.join(BETWEEN_IDS);
  return values.includes(undefined) || value.length > VALUE_AT_MOST || value === '' ? undefined : value;
}

/** The ids that `encodeAccountsValue` made a value of. */
export function decodeAccountsValue(value: string): readonly string[] {
  return value.split(BETWEEN_IDS).map(decodeAccountValue);
}

const SWAPPED: Readonly<Record<string, string>> = {
  '&': '\uE026',
  '<': '\uE03C',
  '>': '\uE03E',
  '\uE026': '&',
  '\uE03C': '<',
  '\uE03E': '>',
};

/**
 * Slack hands `&`, `<` and `>` back as entities (bolt-python#513), so they travel as private-use characters. The swap is
 * its own inverse and keeps the length, so that every id of 128 characters fits.
 */
const swapEscapable = (text: string) =>
  text.replace(/[&<>\uE026\uE03C\uE03E]/gu, (character) => SWAPPED[character] ?? character);
