// slack/ owns the edge: commands and presses in, acks, messages and views out, over either transport.
// It must never know the service's HTTP or JSON, storage, or how a verdict comes about.
import type { CommandProblem } from '../../words/command-problem.ts';
import { normalize } from './normalize.ts';
import { isPlausibleId, isTooLong } from './plausible-id.ts';
import { type Token, tokenize } from './tokenize.ts';

/** What somebody wants. `ids` are distinct, plausible, in the order typed, ten at most and never none. */
export type ParsedCommand =
  | { readonly kind: 'help' | 'doctor' }
  | { readonly kind: 'lookup'; readonly ids: readonly string[]; readonly isShared: boolean }
  | { readonly kind: 'invalid'; readonly problem: CommandProblem };

/** More do not fit a phone's screen, nor the time Slack gives. */
const MAX_IDS = 10;
/** In UTF-16 units. Nothing of a longer text is read: what is left of it after a cut might name another account. */
const TYPED_AT_MOST = 1_000;

const HELP = /^(?:-{0,2}help|-h|\?+)$/i;
const DOCTOR = /^-{0,2}doctor$/i;
const SHARE = /^-{0,2}share$/i;
/** `@ada` or an address: with `should_escape` off Slack sends them as they were typed. */
const MENTION_OR_ADDRESS = /^(?:@|[a-z][a-z0-9+.-]*:\/\/)/i;
/** Slack's markup, unless it is a link whose label is what was typed: normalize has put the label in its place. */
const MARKUP = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>/i;

/**
 * Reads what stands after the command, forgiving what phones and Slack do to it. `share`, `help` and, alone, `doctor` are
 * words of ours unless quoted. Never throws.
 */
export function parseCommand(text: string): ParsedCommand {
  if (text.length > TYPED_AT_MOST) return TOO_LONG;
  const typed = normalize(text);
  if (typed.length > TYPED_AT_MOST) return TOO_LONG;
  const markup = MARKUP.exec(typed)?.[0];
  if (markup !== undefined) return { kind: 'invalid', problem: { kind: 'markup', typed: markup } };

  const words = tokenize(typed);
  const ours = words.filter((word) => word.kind === 'bare').map(({ text }) => text);
  const isShared = ours.some((word) => SHARE.test(word));
  const idWords = words.filter((word) => !(word.kind === 'bare' && SHARE.test(word.text)));
  if (idWords.length === 0 || ours.some((word) => HELP.test(word))) return { kind: 'help' };
  if (words.length === 1 && ours.some((word) => DOCTOR.test(word))) return { kind: 'doctor' };

  const ids = [...new Set(idWords.map(({ text }) => text))];
  const problem = idWords.map(problemOf).find((found) => found !== undefined) ?? countProblem(ids.length);
  return problem === undefined ? { kind: 'lookup', ids, isShared } : { kind: 'invalid', problem };
}

const TOO_LONG: ParsedCommand = {
  kind: 'invalid',
  problem: { kind: 'too-long', limit: TYPED_AT_MOST },
};

function countProblem(count: number): CommandProblem | undefined {
  return count > MAX_IDS ? { kind: 'too-many-ids', count, limit: MAX_IDS } : undefined;
}

function problemOf({ kind, text, typed }: Token): CommandProblem | undefined {
  if (kind === 'unclosed') return { kind: 'unclosed-quote', typed };
  if (kind === 'bare' && MENTION_OR_ADDRESS.test(text)) return { kind: 'markup', typed };
  if (isTooLong(text)) return { kind: 'id-too-long', typed };
  // A bare word of signs only is a slip of the thumb; in quotes it is meant.
  const isSlip = kind === 'bare' && !/[\p{L}\p{N}]/u.test(text);
  return isSlip || !isPlausibleId(text) ? { kind: 'id-unreadable', typed } : undefined;
}
