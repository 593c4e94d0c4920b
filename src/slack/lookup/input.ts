import { foldName, nearest } from '../../account/names.ts';
import { isPlausibleId } from '../../account/outcome.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../account/time.ts';
import type { QuietLength } from '../../watch/schedule.ts';
import type { CommandProblem, OurWord } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';

/** What somebody wants, as far as the text alone says. */
export type ParsedCommand =
  | { readonly kind: 'help' | 'doctor'; readonly note?: string; readonly line?: string }
  | { readonly kind: 'watches' }
  /** `at`: minutes after midnight at which one is to come from now on; `none`: never. Absent: now, for the person. */
  | { readonly kind: 'summary'; readonly at?: number | 'none' }
  /** `accounts`: what follows the word, as it was typed. */
  | { readonly kind: 'watch' | 'unwatch' | 'history'; readonly accounts: string }
  /** Only what has been bad for at least this long. Absent: everything. */
  | { readonly kind: 'bad'; readonly forMs?: number }
  | { readonly kind: 'ending'; readonly withinDays: number }
  | { readonly kind: 'full'; readonly fromPercent: number }
  | { readonly kind: 'unmute' | 'unnote'; readonly accounts: string }
  /** For how long, and why; `reason` is empty if none was given. Without a `length`, no word says for how long. */
  | {
      readonly kind: 'mute' | 'note';
      readonly accounts: string;
      readonly length?: QuietLength;
      readonly reason: string;
    }
  /** `ids` are distinct, plausible and in the order typed: at least one, at most ten. */
  | (TypedLine & {
      readonly kind: 'lookup';
      readonly ids: readonly string[];
    })
  | (TypedLine & { readonly kind: 'invalid'; readonly problem: CommandProblem });

interface TypedLine {
  /** The first word, where it is bare and made of letters alone, as words of ours are. */
  readonly word?: string;
  /** All bare words before `share`, as the one name that they may be. Absent: there are not several, or not only bare ones. */
  readonly line?: string;
  /** What follows `share`, empty for nothing. Absent: nothing is to be shared. */
  readonly note?: string;
}

export type ParsedLookup = Extract<
  ParsedCommand,
  { readonly kind: 'help' | 'doctor' | 'lookup' | 'invalid' }
>;

/** The words of the command that nothing else accepts, such as Home's field. */
export type WatchWord = Exclude<ParsedCommand, ParsedLookup>;

export const isWatchWord = (parsed: ParsedCommand): parsed is WatchWord =>
  !['help', 'doctor', 'lookup', 'invalid'].includes(parsed.kind);

/** More would not fit on a phone's screen, or into the time that Slack gives. */
export const MAX_IDS = 10;
/** In UTF-16 units. A longer text is not read at all: when truncated, it might name another account. */
const MAX_TYPED = 1_000;

/** Everybody can use the words of every language. They are compared as names are; keyboards without `ş` have `s`. */
export const SPELLINGS: Readonly<Record<OurWord, readonly string[]>> = {
  help: ['help', 'yardim'],
  doctor: ['doctor', 'doktor'],
  share: ['share', 'paylaş', 'paylas'],
  watch: ['watch', 'izle'],
  unwatch: ['unwatch', 'birak'],
  watches: ['watches', 'izlenenler'],
  summary: ['summary', 'özet', 'ozet'],
  history: ['history', 'geçmiş', 'gecmis'],
  mute: ['mute', 'sustur'],
  unmute: ['unmute', 'susturma'],
  note: ['note', 'not'],
  unnote: ['unnote', 'notsil'],
  bad: ['bad', 'sorunlu'],
  ending: ['ending', 'biten'],
  full: ['full', 'dolu'],
};
const bySpelling = (spellings: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(spellings).flatMap(([word, all]) => all.map((typed) => [typed, word as OurWord] as const));
const OUR_WORDS = new Map(bySpelling(SPELLINGS));
const HELP_SIGN = /^(?:-h|\?+)$/i;
/** `@ada` or an address: with `should_escape` off Slack sends them as they were typed. */
export const isMention = (text: string): boolean => /^(?:@|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
/** Slack's markup, unless it is a link whose label is what was typed: normalize has put the label in its place. */
const MARKUP = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>/i;

/** What else people type for them. Only leads to a suggestion, because it may be the name of an account. */
const MEANT = {
  unwatch: ['stop', 'off', 'durdur', 'kapat'],
  mute: ['silence', 'snooze', 'ertele'],
  watch: ['add', 'follow', 'alert', 'monitor', 'ekle', 'takip'],
  watches: ['list', 'liste'],
} satisfies Partial<typeof SPELLINGS>;
const SUGGESTED = new Map([...OUR_WORDS, ...bySpelling(MEANT)]);

/** The word of ours that was probably meant. Undefined: none resembles what was typed. */
export function nearestCommand(typed: string): OurWord | undefined {
  return SUGGESTED.get(nearest(foldName(typed), [...SUGGESTED.keys()]) ?? '');
}

/**
 * What to type after the command for a word of ours, in the language of the person. `rest`: what follows the word; empty: an
 * example of its usual form; absent: one of its longest form.
 */
export function toType(word: OurWord, { command }: Words, rest?: string): string {
  const isIt = (token: string) => OUR_WORDS.get(foldName(token)) === word;
  const inHelp = command.help.examples.map(({ typed }) => typed);
  const examples = [...inHelp, ...command.examples].filter((typed) => typed.split(' ').some(isIt));
  const example = examples.at(rest === undefined ? -1 : 0) ?? word;
  return rest ? `${example.split(' ').find(isIt)} ${rest}` : example;
}

/** Whether a `mute` says for how long, and a `note` what, too. */
export const isComplete = (parsed: ParsedCommand): boolean =>
  !('reason' in parsed) || (parsed.length !== undefined && (parsed.kind === 'mute' || parsed.reason !== ''));

/**
 * Reads what follows the command, forgiving what phones and Slack do to it. `help` anywhere, and the words of
 * `readWatchWord` in front, are words of ours in all languages unless quoted, as is `doctor` alone. What follows `share` is a
 * note to those who will read the card. Never throws.
 */
export function parseCommand(text: string): ParsedCommand {
  if (text.length > MAX_TYPED) return TOO_MUCH;
  const typed = normalize(text);
  if (typed.length > MAX_TYPED) return TOO_MUCH;
  const words = tokenize(typed);
  const isFirst = words[0] !== undefined && ourWord(words[0]) === 'share';
  const others = isFirst ? words.slice(1) : words;
  const at = others.findIndex((word) => ourWord(word) === 'share');
  const share = at < 0 ? undefined : others[at];
  // What follows is read when the accounts are; the text of a note may have markup.
  const about = readWatchWord(words, typed);
  if (about !== undefined) return about;
  const markup = MARKUP.exec(typed.slice(0, share?.end))?.[0];
  if (markup !== undefined) return { kind: 'invalid', problem: { kind: 'id-unreadable', typed: markup } };
  const read = readAccounts(share === undefined ? others : others.slice(0, at));
  if (share === undefined) return isFirst ? { ...read, note: '' } : read;
  return { ...read, note: typed.slice(share.end).replace(/^[\s,;.:!]+/u, '') };
}

function readAccounts(tokens: readonly Token[]): ParsedLookup {
  const named = tokens.filter((token) => !isJoining(token));
  const words = named.length > 0 ? named : tokens;
  const [first, ...others] = words;
  const ours = words.map(ourWord);
  const isLine = tokens.length > 1 && tokens.every(({ kind }) => kind === 'bare');
  const line = isLine ? tokens.map(({ typed }) => typed).join(' ') : undefined;
  if (first === undefined || ours.includes('help')) return { kind: 'help', line };
  if (others.length === 0 && ours[0] === 'doctor') return { kind: 'doctor' };
  const ids = [...new Set(words.map(({ text }) => text))];
  const problem = words.map(problemOf).find((found) => found !== undefined);
  const word = first.kind === 'bare' && /^[\p{L}\p{M}-]+$/u.test(first.text) ? first.text : undefined;
  if (problem !== undefined) return { kind: 'invalid', problem, line, word };
  if (ids.length > MAX_IDS) return { ...TOO_MUCH, line, word };
  return { kind: 'lookup', ids, line, word };
}

/** What people write between accounts, and before a time. Unless quoted it is no account, though names may begin with it. */
const JOINING = ['and', 'for', 'until', 'till', 'til', 've', 'ile', 'için', 'icin'];
const isJoining = ({ kind, text }: Token) => kind === 'bare' && JOINING.includes(foldName(text));
/** Also what stands between the two ends of a time, or before its beginning. */
const isBetween = (word: Token) =>
  isJoining(word) || /^(?:to|from|starting|[^\p{L}\p{N}]+)$/iu.test(word.text);

/** Most are followed by accounts, `summary`, `bad`, `ending` and `full` by a limit or nothing, `watches` by nothing. */
function readWatchWord([first, ...others]: readonly Token[], typed: string): ParsedCommand | undefined {
  const word = first && ourWord(first);
  switch (word) {
    case 'watches':
      return others.length === 0 ? { kind: word } : undefined;
    case 'summary':
    case 'bad':
    case 'ending':
    case 'full':
      return readLimited(word, others);
    case 'watch':
    case 'unwatch':
    case 'history':
    case 'unmute':
    case 'unnote':
      return { kind: word, accounts: typed.slice(first?.end).trim() };
    case 'mute':
    case 'note':
      return readMute(word, first?.end ?? 0, others, typed);
    default:
      return undefined;
  }
}

const CLOCK = /^(?:(?:at|saat) )?([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** `07:30` or `at 07:30` in minutes after midnight. Undefined: it is something else. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

const LENGTH = /^(\d{1,3}) ?(?:(m|min|minutes?|dk|dakika)|(h|hours?|sa|saat)|d|days?|g|gün|gun)$/;

/** `1004 4h server move`: what follows the first word that says for how long is the reason, or the note. */
function readMute(
  kind: 'mute' | 'note',
  from: number,
  others: readonly Token[],
  typed: string,
): ParsedCommand {
  for (const [at, first] of others.entries()) {
    // What comes first is an account, such as `3M`, and so is what is in quotes.
    if (at === 0 || first.kind === 'quoted') continue;
    for (const last of others.slice(at, at + 2)) {
      const length = readLength(last === first ? [first] : [first, last]);
      if (length === undefined) continue;
      // The word in `at 16:00` may end a name: that is decided where names are known.
      const before = others.slice(0, length.kind === 'clock' && last !== first ? at + 1 : at);
      const end = before.findLast((word) => !isJoining(word))?.end ?? from;
      const accounts = typed.slice(from, end).trim();
      // As in `4:30 pm`, `2h 30m` and `16:00 - 18:00`; but the text of a note may begin with a length.
      const rest = others.slice(others.indexOf(last) + 1).filter((word) => !isBetween(word));
      const goesOn =
        kind === 'mute' && [1, 2].some((count) => readLength(rest.slice(0, count)) !== undefined);
      const next = foldName(rest[0]?.text ?? '');
      const isHalf =
        (kind === 'mute' && /^(?:tomorrow|yarin|\d+[ap]\.?m)$/.test(next)) ||
        (length.kind === 'clock' && /^(?:[ap]\.?m|tomorrow|yarin|\d+\.\d+(?:\.\d+)?)$/.test(next));
      if (goesOn || isHalf) return { kind, accounts, reason: '' };
      return { kind, accounts, length, reason: typed.slice(last.end).replace(/^[\s,;.:!]+/u, '') };
    }
  }
  return { kind, accounts: typed.slice(from).trim(), reason: '' };
}

/** `30m`, `4h`, `4 hours`, `2d`, `16:00`, `saat 16:00` or `2026-12-24`. Undefined: it is something else. */
function readLength(words: readonly Token[]): QuietLength | undefined {
  const text = words.map((word) => foldName(word.text)).join(' ');
  const [, count, minutesUnit, hoursUnit] = LENGTH.exec(text) ?? [];
  const unitMs = minutesUnit ? MINUTE_MS : hoursUnit ? HOUR_MS : DAY_MS;
  if (count !== undefined) return { kind: 'for', ms: Number(count) * unitMs };
  // `1.12.` is a day, and no time.
  const atMinute = words.some(({ typed }) => /^\d+\.\d+\.$/.test(typed)) ? undefined : minuteOf(text);
  if (atMinute !== undefined) return { kind: 'clock', atMinute };
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { kind: 'day', isoDay: text } : undefined;
}

/** Without a word that says otherwise. */
const [ENDING_WITHIN_DAYS, FULL_FROM_PERCENT] = [30, 90];
const OFF = ['off', 'stop', 'kapat', 'durdur'];

/**
 * `summary`, `summary 07:30` and `summary off`; `bad` and `bad 3d`; `ending` and `ending 60d`; `full` and `full 80%`.
 * Undefined: it is something else, such as the beginning of a name.
 */
function readLimited(
  kind: 'summary' | 'bad' | 'ending' | 'full',
  rest: readonly Token[],
): ParsedCommand | undefined {
  if (kind === 'full') {
    const typed = rest.map(({ text }) => text).join('') || `${FULL_FROM_PERCENT}`;
    const [, percent] = /^%?(\d{1,2}|100)%?$/.exec(typed) ?? [];
    return percent === undefined ? undefined : { kind, fromPercent: Number(percent) };
  }
  const when = readLength(rest);
  const ms = when?.kind === 'for' ? when.ms : undefined;
  if (kind === 'summary') {
    if (rest.length === 0) return { kind };
    if (rest.length === 1 && OFF.includes(foldName(rest[0]?.text ?? ''))) return { kind, at: 'none' };
    return when?.kind === 'clock' ? { kind, at: when.atMinute } : undefined;
  }
  if (rest.length > 0 && !ms) return undefined;
  if (kind === 'bad') return { kind, forMs: ms };
  return { kind, withinDays: ms === undefined ? ENDING_WITHIN_DAYS : Math.ceil(ms / DAY_MS) };
}

function ourWord({ kind, text }: Token): OurWord | undefined {
  if (kind !== 'bare') return undefined;
  if (HELP_SIGN.test(text)) return 'help';
  return OUR_WORDS.get(foldName(text.replace(/^-{1,2}/, '')));
}

const TOO_MUCH = {
  kind: 'invalid',
  problem: { kind: 'too-much', accounts: MAX_IDS, characters: MAX_TYPED },
} as const;

/** Why a word cannot be an id. Undefined when it can. */
function problemOf({ kind, text, typed }: Token): CommandProblem | undefined {
  // A bare word of signs only is a typing mistake; in quotes it is intended.
  const isNoId = kind === 'bare' && (isMention(text) || !/[\p{L}\p{N}]/u.test(text));
  return isNoId || !isPlausibleId(text) ? { kind: 'id-unreadable', typed } : undefined;
}

/** One word of a command. `text` is its content, `typed` the original text. `quoted` ones are ids as they are. */
export interface Token {
  readonly kind: 'bare' | 'quoted';
  readonly text: string;
  readonly typed: string;
  /** Where the text after it begins. */
  readonly end: number;
}

/**
 * A quote closes only at the end of a word, so that `"O"Neil"` and `'O'Neil'` are one id each, or at the end of the text. An
 * apostrophe that opens nothing is looked at for no more than 256 characters: an id is shorter, and hostile text may hold
 * thousands.
 */
const WORD = /"(.*?)"(?=[\s,;]|$)|'(.{1,256}?)'(?=[\s,;]|$)|"(.*)|[^\s,;]+/gu;
/** `#1001` is how people write a number. */
const LEADING = /^['`#([{<]+(?=.)/u;
/** Begins where such signs begin, or after the first character of the word. */
const TRAILING = /(?<=^.|[^.!?:…'"`])[.!?:…'"`]+$/u;
/** The same after a bracket. */
const CLOSING = /(?<=^.|[^.!?:…'"`)\]}>])[.!?:…'"`)\]}>]+$/u;

/** Splits folded text at white space, commas and semicolons outside of quotes. Bare words lose the punctuation around them. */
function tokenize(folded: string): Token[] {
  return [...folded.matchAll(WORD)].map((found) => {
    const [typed, double, single, unclosed] = found;
    const quoted = double ?? single ?? unclosed;
    const end = found.index + typed.length;
    return quoted === undefined
      ? { kind: 'bare', text: unwrap(typed), typed, end }
      : { kind: 'quoted', text: quoted.trim(), typed, end };
  });
}

/** `(1001).` → `1001`; but `A(1)` stays whole, and so does a lone `?`. */
function unwrap(word: string): string {
  const [signs = ''] = LEADING.exec(word) ?? [];
  return word.slice(signs.length).replace(/[([{<]/.test(signs) ? CLOSING : TRAILING, '');
}

/** In place of accounts, all of the list. */
const ALL = ['all', 'hepsi', 'tümü', 'tumu'].map(foldName);
export const isAll = (word: string): boolean => ALL.includes(foldName(word));

/** Patterns among what was typed, such as `20*`, each once; `all` alone is `*`. `rest` is the text without them. */
export function readPatterns(text: string): { readonly patterns: readonly string[]; readonly rest: string } {
  const typed = normalize(text);
  if (isAll(unwrap(typed))) return { patterns: ['*'], rest: '' };
  const isPattern = (word: string) => /^[^*]*\*$/.test(word) && (isPlausibleId(word) || word === '*');
  const parts = typed.split(/([\s,;]+)/u);
  const rest = parts.filter((part) => !isPattern(part)).join('');
  const patterns = [...new Set(parts.filter(isPattern))];
  return { patterns, rest: tokenize(rest).every(isJoining) ? '' : rest.trim() };
}

const DOUBLE_QUOTES = /[“”„‟«»〝〞〟]/gu;
const SINGLE_QUOTES = /[‘’‚‛‹›´]/gu;
/** All dashes: keyboards turn `-` and `--` into long ones. */
const DASHES = /[\u2010-\u2015\u2212\u2E3A\u2E3B\u{10EAD}]/gu;
/** Zero-width characters, direction marks, soft hyphens, variation selectors, fillers; and the blank Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** `&amp;`, `&lt;`, `&gt;`, escaped any number of times. */
const ENTITY = /&(?:amp;)*(?:(lt|gt);)?/g;
/** An e-mail address or URL that Slack made a link of: the label is what was typed. */
const LABELLED_LINK = /<[a-z][a-z0-9+.-]*:[^<>|]*\|([^<>|]+)>/gi;

/** For links in links and entities of entities. Two or three rounds are enough for what people and tools produce. */
const MAX_ROUNDS = 5;

/**
 * Undoes what keyboards, clipboards and Slack's markup do to typed text. Normalizing the result again changes nothing, so an
 * id in it stays the same when it is typed once more. The time is proportional to the length, which the caller limits. One
 * character may become eighteen.
 */
export function normalize(text: string): string {
  let [before, folded] = ['', text];
  for (let round = 0; folded !== before; round += 1) {
    // Deeper nesting is not a real link, and each level would cost one more round: its signs are removed.
    before = round === MAX_ROUNDS ? folded.replace(/[&<>]/g, ' ') : folded;
    folded = foldOnce(before);
  }
  return folded;
}

function foldOnce(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-')
    .normalize('NFKC')
    .replace(LABELLED_LINK, '$1')
    .replace(ENTITY, (_entity, name?: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'))
    .replace(/\s/gu, ' ')
    .trim();
}
