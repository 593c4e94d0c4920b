// What accounts are called: names made ready, finding by name, and spelling.

/** How many accounts the list holds at most. */
export const MAX_LISTED = 20_000;

/** A name of an account, made ready to be searched: once, for there may be thousands. */
export interface AccountName {
  readonly accountId: string;
  readonly name: string;
  /** As names are compared. */
  readonly folded: string;
  /** Its letters and digits without accents, a space before each word. Empty for none. */
  readonly words: string;
  /** Each of its words run together with those after it, so that it is found with and without blanks: ` cocacola cola `. */
  readonly runs: string;
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
  const words = wordsOf(folded);
  return { accountId, name, folded, words: words.map((word) => ` ${word}`).join(''), runs: runsOf(words) };
}

/** `A.Ş.` and `Aş` are the same word, since nobody types the dots. */
const INSIDE_WORDS = /[.'’]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

function wordsOf(folded: string): string[] {
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '').replace(INSIDE_WORDS, '');
  return plain.split(BETWEEN_WORDS).filter((word) => word !== '');
}

/** The words of a name after these are found alone: a run for each of many would be as long as the name. */
const MAX_RUNS = 8;

const runsOf = (words: readonly string[]) =>
  words.map((word, at) => ` ${runOf(at < MAX_RUNS ? words.slice(at) : [word])} `).join('');

/** `Mueller` is how people write `Müller` without an umlaut. */
const runOf = (words: readonly string[]) => words.join('').replace(/([aou])e/gu, '$1');

/** A shorter text begins too many names; and `100` may begin any number. */
const SHORTEST_BEGINNING = 3;
/** Nobody types more words of a name. */
const MAX_WORDS = 10;

/**
 * The accounts that a text names, each once. A whole name goes before a part of one, and of whole names one's own goes
 * first. Parts are ranked: names that begin with the text, then those in which the text or each of its words begins a
 * word; equals in the order given. Several: the text does not say which.
 */
export function accountsNamed(typed: string, { own, common }: KnownNames): readonly string[] {
  const folded = foldName(typed);
  if (folded === '') return [];
  const words = wordsOf(folded);
  const run = ` ${runOf(words)}`;
  const mayBegin = folded.length >= SHORTEST_BEGINNING && /\p{L}/u.test(run);
  const each = [...new Set(words)].slice(0, MAX_WORDS).map((word) => ` ${runOf([word])}`);
  const ranked: string[][] = [[], [], [], [], [], []];

  function rankOf(name: AccountName, afterOwn: 0 | 1): number {
    if (name.folded === folded) return afterOwn;
    if (words.length > 0 && name.runs.startsWith(`${run} `)) return 2 + afterOwn;
    if (!mayBegin) return -1;
    if (name.runs.startsWith(run)) return BEGINS;
    return name.runs.includes(run) || each.every((word) => name.runs.includes(word)) ? BEGINS + 1 : -1;
  }

  for (const name of own) ranked[rankOf(name, 0)]?.push(name.accountId);
  for (const name of common) ranked[rankOf(name, 1)]?.push(name.accountId);
  const whole = ranked.slice(0, BEGINS).find((ids) => ids.length > 0);
  return [...new Set(whole ?? ranked.slice(BEGINS).flat())];
}

/** Lower ranks are those of whole names. */
const BEGINS = 4;

/** More than a thumb reads. */
const MAX_NEAR = 3;
/** A longer text has thousands of neighbours for each edit, and nobody types it from memory. */
const MAX_TYPED = 64;

/**
 * How far a text is from the ids and names that it was perhaps to be: those that differ by one edit, by two where the text
 * is long, and ids with l for 1 or O for 0. Never one whose id is the text itself. Time grows with ids and names.
 */
export function distancesNear(
  typed: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly AccountName[] },
): readonly Distance[] {
  if (typed.length > MAX_TYPED) return [];
  const found: Distance[] = [];
  const likeId = unconfused(typed);
  const typedWords = wordsOf(foldName(typed));
  const words = typedWords.join(' ');
  const edits = maxEdits(words, 4);
  const consider = (accountId: string, distance: number) => {
    if (accountId !== typed && Number.isFinite(distance)) found.push([accountId, distance]);
  };
  for (const id of ids) consider(id, editDistance(likeId, unconfused(id), maxEdits(likeId, 3)));
  for (const name of words === '' ? [] : names) {
    const ofName = name.words.slice(1).split(' ');
    for (const word of [ofName.join(' '), ofName.slice(0, typedWords.length).join(' '), ...ofName]) {
      // Most are ruled out by length alone.
      if (Math.abs(word.length - words.length) > edits) continue;
      consider(name.accountId, editDistance(words, word, edits));
    }
  }
  return found;
}

type Distance = readonly [accountId: string, edits: number];

/** The accounts that a text was perhaps to be, the nearest first, three at most. */
export function nearestOf(distances: readonly Distance[]): readonly string[] {
  const nearestFirst = distances.toSorted(([, one], [, other]) => one - other);
  // When an id looks the same, nobody means a different one.
  const alike = nearestFirst.filter(([, distance]) => distance === 0);
  const ids = (alike.length > 0 ? alike : nearestFirst).map(([accountId]) => accountId);
  return [...new Set(ids)].slice(0, MAX_NEAR);
}

/** A text shorter than `shortest` is one edit away from everything. */
const maxEdits = (text: string, shortest: number) => (text.length < shortest ? 0 : text.length < 6 ? 1 : 2);

/** What looks alike on a phone. */
const unconfused = (id: string) =>
  id
    .toLowerCase()
    .replace(/[ilı|]/gu, '1')
    .replaceAll('o', '0');

/** Of the known words the one that is closest to `word`; undefined when none resembles it. A short one has fewer. */
export function nearest(word: string, known: readonly string[], mostEdits = 2): string | undefined {
  const typed = word.toLowerCase();
  const distanceTo = (candidate: string) =>
    editDistance(
      typed,
      candidate.toLowerCase(),
      Math.min(mostEdits, Math.max(1, Math.floor(candidate.length / 3))),
    );
  const near = known.map((candidate) => ({ candidate, edits: distanceTo(candidate) }));
  const [best] = near.toSorted((one, other) => one.edits - other.edits);
  return best && Number.isFinite(best.edits) ? best.candidate : undefined;
}

/**
 * How many typing mistakes one text is from another: a letter too many, left out, changed, or swapped with the next one.
 * Infinity for more than `left`, three at most. Takes time in proportion to the length for nearly all texts.
 */
function editDistance(from: string, to: string, left: number, atFrom = 0, atTo = 0): number {
  let [i, j] = [atFrom, atTo];
  while (i < from.length && j < to.length && from[i] === to[j]) {
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
/** Needs no Unicode folding. */
const ASCII = /^[\x20-\x7e]*$/;
/** `i` with its dot made a character of its own, which is what Unicode makes of a small İ. */
const COMBINING_DOT = '\u0307';

/**
 * A name as it is compared. Alike are: large and small letters of any script; İ, I, ı and i, as Turkish and English
 * pair them differently; ß and ss; what only looks different inside the machine (NFKC); runs of white space.
 * Empty for text of which nothing can be seen.
 */
export const foldName = (name: string): string =>
  ASCII.test(name) ? inOneLine(name.toLowerCase()) : foldUnicode(name);

const foldUnicode = (name: string) =>
  inOneLine(
    name
      .normalize('NFKC')
      .replace(INVISIBLE, '')
      .toLowerCase() // ẞ is no upper case of ß to toUpperCase, but ß is the lower case of ẞ
      .toUpperCase()
      .normalize('NFKD')
      .replaceAll(`I${COMBINING_DOT}`, 'I')
      .toLowerCase()
      .normalize('NFKC'),
  );

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** An account as it is put on the list. */
export interface ListedAccount {
  readonly id: string;
  /** Absent: none is given, and one that it has stays. */
  readonly name?: string;
}

/** An account and what it is called for everybody; absent: nothing. */
export interface NamedAccount {
  readonly id: string;
  readonly displayName?: string;
}
