import { foldName } from './fold-name.ts';
import { slipsBetween } from './nearest.ts';

/** A name of an account, made ready to be searched: once, for there may be thousands. */
export interface AccountName {
  readonly accountId: string;
  readonly name: string;
  /** As names are compared. */
  readonly folded: string;
  /** Its letters and digits without accents, a space before each word: how it is typed in a hurry. Empty for none. */
  readonly words: string;
}

/** What a person may call accounts by. */
export interface KnownNames {
  /** Of the person's own pins. */
  readonly own: readonly AccountName[];
  /** The same for everybody. */
  readonly common: readonly AccountName[];
}

export function toAccountName(accountId: string, name: string): AccountName {
  const folded = foldName(name);
  return { accountId, name, folded, words: wordsOf(folded) };
}

/** `A.Ş.` and `Aş` are the same word, since nobody types the dots. */
const INSIDE_WORDS = /[.'’]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

function wordsOf(folded: string): string {
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '').replace(INSIDE_WORDS, '');
  const words = plain.split(BETWEEN_WORDS).filter((word) => word !== '');
  return words.map((word) => ` ${word}`).join('');
}

/** Enough to tell words apart: two letters or digits, at least one of them a letter. `10` may begin any number. */
const BEGINNING = /^ (?=.*\p{L})[\p{L}\p{N}]{2}/u;

/** A search for the accounts that a text names. Names are looked at a piece at a time, for there may be thousands. */
export interface NameSearch {
  /** Looks at some more names, in the order known. */
  look(whose: keyof KnownNames, names: readonly AccountName[]): void;
  /**
   * What is found by now, each once. A whole name goes before a part of one, and of whole names one's own goes first. Parts
   * are ranked: names that begin with the text, then those in which each of its words begins a word; equals in the order
   * looked at. Several: the text does not say which.
   */
  found(): readonly string[];
}

export function searchNames(typed: string): NameSearch {
  const folded = foldName(typed);
  const words = wordsOf(folded);
  const each = BEGINNING.test(words) ? words.split(/(?= )/u).slice(0, WORDS_AT_MOST) : undefined;
  const ranked: string[][] = [[], [], [], [], [], []];

  function rankOf(name: AccountName, afterOwn: 0 | 1): number {
    if (name.folded === folded) return afterOwn;
    if (words !== '' && name.words === words) return 2 + afterOwn;
    if (each === undefined || !each.every((word) => name.words.includes(word))) return -1;
    return name.words.startsWith(words) ? BEGINS : BEGINS + 1;
  }

  return {
    look(whose, names) {
      if (folded === '') return;
      for (const name of names) ranked[rankOf(name, whose === 'own' ? 0 : 1)]?.push(name.accountId);
    },
    found() {
      const whole = ranked.slice(0, BEGINS).find((ids) => ids.length > 0);
      return [...new Set(whole ?? ranked.slice(BEGINS).flat())];
    },
  };
}

/** The accounts that a text names, all names looked at in one go. */
export function accountsNamed(typed: string, { own, common }: KnownNames): readonly string[] {
  const search = searchNames(typed);
  search.look('own', own);
  search.look('common', common);
  return search.found();
}

/** Lower ranks are those of whole names. */
const BEGINS = 4;
/** No name has more of them. */
const WORDS_AT_MOST = 50;

/** More than a thumb reads. */
const NEAR_AT_MOST = 3;
/** A longer text has thousands of neighbours for each slip, and nobody types it from memory. */
const TYPED_AT_MOST = 64;

/**
 * How far a text is from the ids and names that it was perhaps to be: those that differ by one slip, by two where the text
 * is long, and ids with l for 1 or O for 0. Never one whose id is the text itself. Time grows with ids and names.
 */
export function distancesNear(
  typed: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly AccountName[] },
): readonly Distance[] {
  if (typed.length > TYPED_AT_MOST) return [];
  const found: Distance[] = [];
  const likeId = unconfused(typed);
  const words = wordsOf(foldName(typed)).slice(1);
  const slips = slipsIn(words, 4);
  const consider = (accountId: string, distance: number) => {
    if (accountId !== typed && Number.isFinite(distance)) found.push([accountId, distance]);
  };
  for (const id of ids) consider(id, slipsBetween(likeId, unconfused(id), slipsIn(likeId, 3)));
  for (const name of words === '' ? [] : names) {
    const whole = name.words.slice(1);
    for (const word of [whole, ...whole.split(' ')]) {
      // Most are told apart at a glance.
      if (Math.abs(word.length - words.length) > slips) continue;
      consider(name.accountId, slipsBetween(words, word, slips));
    }
  }
  return found;
}

type Distance = readonly [accountId: string, slips: number];

/** The accounts that a text was perhaps to be, the nearest first, three at most. */
export function nearestOf(distances: readonly Distance[]): readonly string[] {
  const nearestFirst = distances.toSorted(([, one], [, other]) => one - other);
  // When an id looks the same, nobody means a different one.
  const alike = nearestFirst.filter(([, distance]) => distance === 0);
  const ids = (alike.length > 0 ? alike : nearestFirst).map(([accountId]) => accountId);
  return [...new Set(ids)].slice(0, NEAR_AT_MOST);
}

/** A text shorter than `shortest` is a slip away from everything. */
const slipsIn = (text: string, shortest: number) => (text.length < shortest ? 0 : text.length < 6 ? 1 : 2);

/** What looks alike on a phone. */
const unconfused = (id: string) =>
  id
    .toLowerCase()
    .replace(/[ilı|]/gu, '1')
    .replaceAll('o', '0');
