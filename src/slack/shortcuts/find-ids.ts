import type { Pin } from '../../domain/pins.ts';
import { isPlausibleId } from '../../domain/plausible-id.ts';
import { normalize } from '../input/normalize.ts';

/** A message about more is a report, not a question. */
const MOST = 5;
/** Letters, digits and what ids have between them. */
const LIKE_AN_ID = /^[\p{L}\p{N}](?:[\p{L}\p{N}_#-]*[\p{L}\p{N}])$/u;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const MEASURE = /^\d+(?:h|m|min|ms|s|sec|d|days?|[kmgtp]?b|st|nd|rd|th|px|x)$/i;
const SHORTEST = 3;
/** In UTF-16 units. A message may have 40,000, written by anybody. */
const READ_AT_MOST = 3_000;
/** What stands around words in a sentence or a log line. Inside a word a dot or colon stays: no piece of a time or address is an id. */
const BETWEEN = /[\s,;()[\]{}<>"'`=|]+/u;
/** Begins where such signs begin, so that a row of them is looked at once and not from each of its signs. */
const AFTER = /(?<![.!?:…])[.!?:…]+$/u;
/** Links and mentions; a label stays. */
const MARKUP = /<[@#!][^<>]*>|<[a-z][a-z0-9+.-]*:[^<>|]*\|([^<>]*)>|<[a-z][a-z0-9+.-]*:[^<>]*>/gi;

/**
 * What in a message may be meant as an account: the reader's own pins by id or name first, then words that look like ids.
 * In that order, each once, five at most. A guess: the service may know none of them. Of a long message only the
 * beginning is read.
 */
export function findIds(text: string, pins: readonly Pin[]): readonly string[] {
  const words = wordsOf(text).map((word) => word.replace(AFTER, ''));
  const said = ` ${words.join(' ')} `.toLocaleLowerCase();
  const isSaid = (called: string) => said.includes(` ${normalize(called).toLocaleLowerCase()} `);
  const own = pins
    .filter(({ accountId, name }) => isSaid(accountId) || (name !== undefined && isSaid(name)))
    .map(({ accountId }) => accountId);
  return [...new Set([...own, ...words.filter(looksLikeId)])].slice(0, MOST);
}

function wordsOf(text: string): readonly string[] {
  const folded = normalize(text.slice(0, READ_AT_MOST).replace(MARKUP, ' $1 '));
  const words = folded.slice(0, READ_AT_MOST).split(BETWEEN);
  const isCut = text.length > READ_AT_MOST || folded.length > READ_AT_MOST;
  // The beginning of an id may be the id of another account.
  return isCut ? words.slice(0, -1) : words;
}

const looksLikeId = (word: string) =>
  word.length >= SHORTEST &&
  LIKE_AN_ID.test(word) &&
  /\d/.test(word) &&
  !DATE.test(word) &&
  !MEASURE.test(word) &&
  isPlausibleId(word);
