// slack/ owns the edge: commands and presses in, acks, messages and views out, over either transport.
// It must never know the service's HTTP or JSON, storage, or how a verdict comes about.
import { foldName } from '../../account/names.ts';
import { isPlausibleId, isTooLong } from '../../account/outcome.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import { normalize } from './normalize.ts';

/** What somebody wants. `ids` are distinct, plausible, in the order typed, ten at most and never none. */
export type ParsedCommand =
  | { readonly kind: 'help' | 'doctor' }
  | { readonly kind: 'watches' | 'summary' }
  /** `accounts`: what stands after the word, as it was typed. */
  | { readonly kind: 'watch' | 'unwatch' | 'history'; readonly accounts: string }
  | { readonly kind: 'lookup'; readonly ids: readonly string[]; readonly isShared: boolean }
  | { readonly kind: 'invalid'; readonly problem: CommandProblem };

/** What is typed after the command alone, and nowhere else. */
export type WatchWord = Extract<
  ParsedCommand,
  { readonly kind: 'watch' | 'unwatch' | 'watches' | 'summary' | 'history' }
>;

export const isWatchWord = (parsed: ParsedCommand): parsed is WatchWord =>
  WATCH_WORDS.some((kind) => kind === parsed.kind);

/** More do not fit a phone's screen, nor the time Slack gives. */
const MAX_IDS = 10;
/** In UTF-16 units. A longer text is not read at all: cut, it might name another account. */
const TYPED_AT_MOST = 1_000;

const WATCH_WORDS = ['watch', 'unwatch', 'watches', 'summary', 'history'] as const;
type OurWord = 'help' | 'doctor' | 'share' | WatchWord['kind'];
/** The words of all languages, for everybody, as names are compared; `s` for `ş` comes from keyboards without one. */
const SPELLINGS: Readonly<Record<OurWord, readonly string[]>> = {
  help: ['help', 'yardim'],
  doctor: ['doctor', 'doktor'],
  share: ['share', 'paylaş', 'paylas'],
  watch: ['watch', 'izle'],
  unwatch: ['unwatch', 'birak'],
  watches: ['watches', 'izlenenler'],
  summary: ['summary', 'özet', 'ozet'],
  history: ['history', 'geçmiş', 'gecmis'],
};
const OUR_WORDS = new Map(
  (Object.keys(SPELLINGS) as OurWord[]).flatMap((word) =>
    SPELLINGS[word].map((typed) => [typed, word] as const),
  ),
);
const LONGEST_OF_OURS = 10;
const HELP_SIGN = /^(?:-h|\?+)$/i;
/** `@ada` or an address: with `should_escape` off Slack sends them as they were typed. */
const MENTION_OR_ADDRESS = /^(?:@|[a-z][a-z0-9+.-]*:\/\/)/i;
/** Slack's markup, unless it is a link whose label is what was typed: normalize has put the label in its place. */
const MARKUP = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>/i;

/**
 * Reads what stands after the command, forgiving what phones and Slack do to it. `share`, `help`, first of
 * all `watch`, `unwatch` and `history`, and alone `doctor`, `watches` and `summary` are words of ours in all languages, unless quoted. Never throws.
 */
export function parseCommand(text: string): ParsedCommand {
  if (text.length > TYPED_AT_MOST) return TOO_LONG;
  const typed = normalize(text);
  if (typed.length > TYPED_AT_MOST) return TOO_LONG;
  const markup = MARKUP.exec(typed)?.[0];
  if (markup !== undefined) return { kind: 'invalid', problem: { kind: 'markup', typed: markup } };

  const words = tokenize(typed);
  const ours = words.map(ourWord);
  const about = readWatchWord(ours, words, typed);
  if (about !== undefined) return about;
  const idWords = words.filter((_, index) => ours[index] !== 'share');
  const isShared = idWords.length < words.length;
  if (idWords.length === 0 || ours.includes('help')) return { kind: 'help' };
  if (words.length === 1 && ours[0] === 'doctor') return { kind: 'doctor' };

  const ids = [...new Set(idWords.map(({ text }) => text))];
  const problem = idWords.map(problemOf).find((found) => found !== undefined) ?? countProblem(ids.length);
  return problem === undefined ? { kind: 'lookup', ids, isShared } : { kind: 'invalid', problem };
}

/** `watch`, `unwatch` and `history` come first, with accounts after them; `watches` and `summary` stand alone. */
function readWatchWord(
  [word, ...others]: readonly (OurWord | undefined)[],
  [first]: readonly Token[],
  typed: string,
): ParsedCommand | undefined {
  switch (word) {
    case 'watches':
    case 'summary':
      return others.length === 0 ? { kind: word } : undefined;
    case 'watch':
    case 'unwatch':
    case 'history': {
      const written = first?.typed ?? '';
      return { kind: word, accounts: typed.slice(typed.indexOf(written) + written.length).trim() };
    }
    default:
      return undefined;
  }
}

/** All that was typed, as the one name that it may be, without words of ours. */
export interface WholeLine {
  readonly text: string;
  readonly words: readonly string[];
  readonly isShared: boolean;
}

/** Undefined for what cannot be a name of several words: a single word, and anything with quotes or markup. */
export function readWholeLine(text: string): WholeLine | undefined {
  if (text.length > TYPED_AT_MOST) return undefined;
  const words = tokenize(normalize(text));
  const others = words.filter((word) => ourWord(word) !== 'share');
  if (others.length < 2 || words.some(({ kind }) => kind !== 'bare')) return undefined;
  return {
    text: others.map(({ typed }) => typed).join(' '),
    words: others.map((word) => word.text),
    isShared: others.length < words.length,
  };
}

function ourWord({ kind, text }: Token): OurWord | undefined {
  if (kind !== 'bare') return undefined;
  if (HELP_SIGN.test(text)) return 'help';
  return text.length > LONGEST_OF_OURS ? undefined : OUR_WORDS.get(foldName(text.replace(/^-{1,2}/, '')));
}

const TOO_LONG: ParsedCommand = {
  kind: 'invalid',
  problem: { kind: 'too-long', limit: TYPED_AT_MOST },
};

function countProblem(count: number): CommandProblem | undefined {
  return count > MAX_IDS ? { kind: 'too-many-ids', count, limit: MAX_IDS } : undefined;
}

/** Why a word cannot be an id. Undefined when it can. */
export function problemOf({ kind, text, typed }: Token): CommandProblem | undefined {
  if (kind === 'unclosed') return { kind: 'unclosed-quote', typed };
  if (kind === 'bare' && MENTION_OR_ADDRESS.test(text)) return { kind: 'markup', typed };
  if (isTooLong(text)) return { kind: 'id-too-long', typed };
  // A bare word of signs only is a typing mistake; in quotes it is intended.
  const isSlip = kind === 'bare' && !/[\p{L}\p{N}]/u.test(text);
  return isSlip || !isPlausibleId(text) ? { kind: 'id-unreadable', typed } : undefined;
}

/**
 * One word of a command. `text` is its content, `typed` the original text. `quoted` ones are ids as they are,
 * `unclosed` ones begin with a quote that never ends.
 */
export interface Token {
  readonly kind: 'bare' | 'quoted' | 'unclosed';
  readonly text: string;
  readonly typed: string;
}

/**
 * A quote closes only at the end of a word, so that `"O"Neil"` and `'O'Neil'` are one id each. An apostrophe that opens
 * nothing is looked at for no more than 256 characters: an id is shorter, and hostile text may hold thousands.
 */
const WORD = /"(.*?)"(?=[\s,;]|$)|'(.{1,256}?)'(?=[\s,;]|$)|(".*)|[^\s,;]+/gu;
const WRAPPED = /^(?:\((.+)\)|\[(.+)\]|\{(.+)\}|<(.+)>|`+([^`]+)`+)$/u;
/** Begins where such signs begin, or after the first character of the word. */
const TRAILING = /(?<=^.|[^.!?:…'"`])[.!?:…'"`]+$/u;
/** Begins and ends as most ids do. */
const NOTHING_AROUND = /^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/;
/** No id is that long, however it is wrapped. */
const LONGEST_WRAPPED = 256;
/** `#1001` is how people write a number. */
const LEADING = /^['`#]+(?=.)/u;

/** Words without quotes or surrounding punctuation, as nearly everybody types them: recognised quickly. */
const PLAIN_WORDS = /^[\w-]+(?: [\w-]+)*$/;

/** Splits folded text at white space, commas and semicolons outside of quotes. Bare words lose the punctuation around them. */
export function tokenize(folded: string): Token[] {
  if (PLAIN_WORDS.test(folded)) {
    return folded.split(' ').map((word) => ({ kind: 'bare', text: word, typed: word }));
  }
  return [...folded.matchAll(WORD)].map(([typed, double, single, unclosed]) => {
    const quoted = double ?? single;
    if (quoted !== undefined) return { kind: 'quoted', text: quoted.trim(), typed };
    return unclosed === undefined
      ? { kind: 'bare', text: unwrap(typed), typed }
      : { kind: 'unclosed', text: unclosed, typed };
  });
}

/** `(1001).` → `1001`; but `A(1)` stays whole, and so does a lone `?`. */
function unwrap(word: string): string {
  if (word.length > LONGEST_WRAPPED || NOTHING_AROUND.test(word)) return word;
  let bare = word;
  let before: string;
  do {
    before = bare;
    bare = before.replace(TRAILING, '').replace(LEADING, '').replace(WRAPPED, '$1$2$3$4$5');
  } while (bare !== before);
  return bare;
}
