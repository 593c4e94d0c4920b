// Names of accounts: preparing them, finding accounts by name, and spelling mistakes.

/** A Slack user in a Slack team. */
export interface Person {
  readonly teamId: string;
  readonly userId: string;
}

/** An account that a person has pinned. */
export interface Pin {
  readonly accountId: string;
  /** The person's own name for it, 1 to 40 visible characters. It can be used instead of the id. */
  readonly name?: string;
}

export const MAX_PINS = 50;
export const MAX_RECENTS = 10;

/**
 * The result of a change of a pin. `name-unusable`: the name has no visible character, is too long, or cannot be typed as a
 * name.
 */
export type PinChange =
  /** Another account has the name already. */
  | { readonly kind: 'name-taken'; readonly name: string; readonly accountId: string }
  | { readonly kind: 'limit-reached'; readonly limit: number }
  | { readonly kind: 'pinned' | 'unpinned' | 'not-pinned' | 'named' | 'name-unusable' };

/** The maximum number of accounts on the list. */
export const MAX_LISTED = 20_000;

/** A name of an account, prepared once for searches, because there may be thousands. */
export interface AccountName {
  readonly accountId: string;
  readonly name: string;
  /** The name in the form that is compared: see `foldName`. */
  readonly folded: string;
  /** Its words in letters and digits without accents, each after a space. Empty: it has none. */
  readonly words: string;
  /** Each word joined with all words after it, so that the name is found with and without spaces: ` cocacola  cola `. */
  readonly runs: string;
}

/** The names that a person can use. */
export interface KnownNames {
  /** The names of the person's own pins. */
  readonly own: readonly AccountName[];
  /** The names that everybody can use. */
  readonly common: readonly AccountName[];
  /** Only complete names match. */
  readonly onlyWhole?: boolean;
}

export function toAccountName(accountId: string, name: string): AccountName {
  const folded = foldName(name);
  const words = wordsOf(folded);
  return { accountId, name, folded, words: words.map((word) => ` ${word}`).join(''), runs: runsOf(words) };
}

function wordsOf(folded: string): string[] {
  // `A.Ş.` and `Aş` are the same word: nobody types the dots.
  const plain = folded.normalize('NFD').replace(/[\p{M}.'’]/gu, '');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Later words of a name are not joined with others: the runs of many words would get too long. */
const MAX_RUNS = 8;

const runsOf = (words: readonly string[]) =>
  words.map((word, at) => ` ${runOf(at < MAX_RUNS ? words.slice(at) : [word])} `).join('');

/** Also drops the e after a, o and u: people write `Müller` as `Mueller`. */
const runOf = (words: readonly string[]) => words.join('').replace(/([aou])e/gu, '$1');

/** Too many names begin with a shorter text. A number such as `100` does not match beginnings either. */
const SHORTEST_BEGINNING = 3;
/** Nobody types more words of a name. */
const MAX_WORDS = 10;

/**
 * The accounts that a text names, each once. If it is a complete name, only accounts with that name match, and the person's
 * own names win. Otherwise names that begin with the text come first, then those in which the text or each of its words
 * begins a word, in the given order. With several results the text is ambiguous, but `Acme (1004)`, as answers show an
 * account, is that one.
 */
export function accountsNamed(typed: string, { own, common, onlyWhole }: KnownNames): readonly string[] {
  const folded = foldName(typed);
  if (folded === '') return [];
  const [shown = '', id = ''] = / \(([^()]+)\)$/u.exec(typed) ?? [];
  if (shown !== '') {
    const ofId = (names: readonly AccountName[]) => names.filter(({ accountId }) => accountId === id);
    const called = typed.slice(0, -shown.length);
    if (accountsNamed(called, { own: ofId(own), common: ofId(common) }).length > 0) return [id];
  }
  const words = wordsOf(folded);
  const run = ` ${runOf(words)}`;
  const mayBegin = !onlyWhole && folded.length >= SHORTEST_BEGINNING && /\p{L}/u.test(run);
  const each = [...new Set(words)].slice(0, MAX_WORDS).map((word) => ` ${runOf([word])}`);
  const isOneWord = words.length === 1;
  const ranked: string[][] = [[], [], [], [], [], []];

  function rankOf(name: AccountName, afterOwn: 0 | 1): number {
    if (name.folded === folded) return afterOwn;
    if (words.length > 0 && name.runs.startsWith(`${run} `)) return 2 + afterOwn;
    if (!mayBegin) return -1;
    if (name.runs.startsWith(run)) return BEGINS;
    const isWithin = (text: string) => name.runs.includes(text);
    return isWithin(run) || (!isOneWord && each.every(isWithin)) ? BEGINS + 1 : -1;
  }

  for (const name of own) ranked[rankOf(name, 0)]?.push(name.accountId);
  for (const name of common) ranked[rankOf(name, 1)]?.push(name.accountId);
  const whole = ranked.slice(0, BEGINS).find((ids) => ids.length > 0);
  return [...new Set(whole ?? ranked.slice(BEGINS).flat())];
}

/** The rank of names that begin with the text. Lower ranks are complete names. */
const BEGINS = 4;

/** Nobody reads more suggestions on a phone. */
export const MAX_NEAR = 3;
/** Comparing longer texts takes too long, and nobody types them from memory. */
const MAX_TYPED = 64;

/**
 * The distances of a text from similar ids and names: those that differ by one edit, or two if the text is long, and ids
 * with l for 1 or O for 0. Never includes the account whose id is the text itself. Time grows with the number of `known`:
 * ids, and names.
 */
export function distancesNear(typed: string, known: readonly (string | AccountName)[]): readonly Distance[] {
  if (typed.length > MAX_TYPED) return [];
  const found: Distance[] = [];
  const likeId = unconfused(typed);
  const typedWords = wordsOf(foldName(typed));
  const words = typedWords.join(' ');
  const edits = maxEdits(words, 4);
  const consider = (accountId: string, distance: number) => {
    if (accountId !== typed && Number.isFinite(distance)) found.push([accountId, distance]);
  };
  for (const one of known) {
    if (typeof one === 'string') {
      consider(one, editDistance(likeId, unconfused(one), maxEdits(likeId, 3)));
      continue;
    }
    if (words === '') continue;
    const ofName = one.words.slice(1).split(' ');
    for (const word of [ofName.join(' '), ofName.slice(0, typedWords.length).join(' '), ...ofName]) {
      // The length alone rules out most words.
      if (Math.abs(word.length - words.length) > edits) continue;
      consider(one.accountId, editDistance(words, word, edits));
    }
  }
  return found;
}

type Distance = readonly [accountId: string, edits: number];

/** The accounts that a text probably meant, nearest first, three at most. */
export function nearestOf(distances: readonly Distance[]): readonly string[] {
  const nearestFirst = distances.toSorted(([, one], [, other]) => one - other);
  // If an id looks the same as the text, no other id is meant.
  const alike = nearestFirst.filter(([, distance]) => distance === 0);
  const ids = (alike.length > 0 ? alike : nearestFirst).map(([accountId]) => accountId);
  return [...new Set(ids)].slice(0, MAX_NEAR);
}

/** How many edits count as typing mistakes. None in a text shorter than `shortest`, which is close to everything. */
const maxEdits = (text: string, shortest: number) => (text.length < shortest ? 0 : text.length < 6 ? 1 : 2);

/** Replaces characters that look alike on a phone. */
const unconfused = (id: string) =>
  id.toLowerCase().replace(/[ilı|o]/gu, (character) => (character === 'o' ? '0' : '1'));

/** The known word that is closest to `word`. Undefined: none is similar. Short known words allow fewer edits. */
export function nearest(word: string, known: readonly string[], mostEdits = 2): string | undefined {
  const typed = word.toLowerCase();
  const near = known.map((candidate) => {
    const allowed = Math.min(mostEdits, Math.max(1, Math.floor(candidate.length / 3)));
    return { candidate, edits: editDistance(typed, candidate.toLowerCase(), allowed) };
  });
  const [best] = near.toSorted((one, other) => one.edits - other.edits);
  return best && Number.isFinite(best.edits) ? best.candidate : undefined;
}

/**
 * The number of typing mistakes between two texts: a letter added, left out, changed, or swapped with the next one. Infinity
 * for more than `left`, which is three at most. Takes linear time for nearly all texts.
 */
function editDistance(from: string, to: string, left: number, atFrom = 0, atTo = 0): number {
  let [i, j] = [atFrom, atTo];
  while (i < from.length && from[i] === to[j]) {
    i += 1;
    j += 1;
  }
  const [more, others] = [from.length - i, to.length - j];
  if (more === 0 || others === 0) return Math.max(more, others) <= left ? Math.max(more, others) : TOO_MANY;
  if (left === 0 || Math.abs(more - others) > left) return TOO_MANY;
  const isSwap = from[i] === to[j + 1] && from[i + 1] === to[j];
  const after = (skipped: number, skippedTo: number) =>
    editDistance(from, to, left - 1, i + skipped, j + skippedTo);
  return 1 + Math.min(after(1, 1), after(1, 0), after(0, 1), isSwap ? after(2, 2) : TOO_MANY);
}

const TOO_MANY = Number.POSITIVE_INFINITY;

/** Zero-width characters, direction marks, variation selectors, controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Text that needs no Unicode folding. */
const ASCII = /^[\x20-\x7e]*$/;
/** The dot as a separate character, which lowercasing İ adds to the `i`. */
const COMBINING_DOT = '\u0307';

/**
 * A name in the form that is compared. It makes equal: upper and lower case in any script; İ, I, ı and i, since Turkish and
 * English pair them differently; ß and ss; compatible Unicode forms (NFKC); runs of white space. Empty if no character is
 * visible.
 */
export const foldName = (name: string): string =>
  (ASCII.test(name) ? name.toLowerCase() : foldUnicode(name)).replace(/\s+/gu, ' ').trim();

const foldUnicode = (name: string) =>
  name
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase() // ẞ becomes ß, which toUpperCase then turns into SS
    .toUpperCase()
    .normalize('NFKD')
    .replaceAll(`I${COMBINING_DOT}`, 'I')
    .toLowerCase()
    .normalize('NFKC');

/** Whether a text can match several ids: `*` matches any characters, `?` one. */
export const hasWildcard = (text: string): boolean => /[*?]/.test(text);

/** An account to add to the list. */
export interface ListedAccount {
  readonly id: string;
  /** Absent: an existing name stays. */
  readonly name?: string;
}
