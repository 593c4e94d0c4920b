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

/** `A.Ş.` and `Aş` are one word, for nobody types the dots. */
const INSIDE_WORDS = /[.'’]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

function wordsOf(folded: string): string {
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '').replace(INSIDE_WORDS, '');
  const words = plain.split(BETWEEN_WORDS).filter((word) => word !== '');
  return words.map((word) => ` ${word}`).join('');
}

/** What is told from other words by its beginning: two letters or digits, a letter among them. `10` may begin any number. */
const BEGINNING = /^ (?=.*\p{L})[\p{L}\p{N}]{2}/u;

/**
 * The accounts that a text names, each once, in the order known. A whole name goes before the beginning of a word of
 * one, and of whole names one's own goes first. Several: the text does not say which. Time grows with the names.
 */
export function accountsNamed(typed: string, { own, common }: KnownNames): readonly string[] {
  const folded = foldName(typed);
  if (folded === '') return [];
  const words = wordsOf(folded);
  const isWhole = (name: AccountName) => name.folded === folded;
  const isNearlyWhole = (name: AccountName) => words !== '' && name.words === words;
  for (const fits of [isWhole, isNearlyWhole]) {
    for (const names of [own, common]) {
      const found = names.filter(fits);
      if (found.length > 0) return idsOf(found);
    }
  }
  if (!BEGINNING.test(words)) return [];
  return idsOf([...own, ...common].filter((name) => name.words.includes(words)));
}

const idsOf = (names: readonly AccountName[]) => [...new Set(names.map(({ accountId }) => accountId))];

/** More than a thumb reads. */
const NEAR_AT_MOST = 3;
/** Of longer text every slip has thousands of neighbours, and nobody types it from memory. */
const TYPED_AT_MOST = 64;

/**
 * The accounts that a text was perhaps to be: ids and names that differ by one slip, by two where the text is long, and
 * ids with l for 1 or O for 0. The nearest first, three at most; never one whose id is the text itself.
 */
export function accountsNear(
  typed: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly AccountName[] },
): readonly string[] {
  if (typed.length > TYPED_AT_MOST) return [];
  const likeId = unconfused(typed);
  const words = wordsOf(foldName(typed)).slice(1);
  const distances = new Map<string, number>();
  const consider = (accountId: string, distance: number) => {
    if (accountId === typed || !Number.isFinite(distance)) return;
    distances.set(accountId, Math.min(distance, distances.get(accountId) ?? distance));
  };
  for (const id of ids) consider(id, slipsBetween(likeId, unconfused(id), slipsIn(likeId, 3)));
  for (const name of words === '' ? [] : names) {
    const whole = name.words.slice(1);
    for (const word of [whole, ...whole.split(' ')]) {
      consider(name.accountId, slipsBetween(words, word, slipsIn(words, 4)));
    }
  }
  const nearestFirst = [...distances].toSorted(([, one], [, other]) => one - other);
  // Of ids that look alike nobody means another one.
  const alike = nearestFirst.filter(([, distance]) => distance === 0);
  return (alike.length > 0 ? alike : nearestFirst).slice(0, NEAR_AT_MOST).map(([accountId]) => accountId);
}

/** A text shorter than `shortest` is a slip away from everything. */
const slipsIn = (text: string, shortest: number) => (text.length < shortest ? 0 : text.length < 6 ? 1 : 2);

/** What looks alike on a phone. */
const unconfused = (id: string) =>
  id
    .toLowerCase()
    .replace(/[ilı|]/gu, '1')
    .replaceAll('o', '0');
