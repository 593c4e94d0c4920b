import type { KnownBlock, RichTextBlock, RichTextSection } from '@slack/types';
import type { Failure, LookupOutcome } from '../../account/outcome.ts';
import type { CheckUp } from '../../lookup/check-up.ts';
import { LATE_AFTER_MS } from '../../watch/pace.ts';
import type { CommandProblem, FailureText } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import { accountButtons } from '../card/buttons.ts';
import type { Place, RefusalReason } from '../kit/access.ts';
import { contextLine, present, section } from '../kit/blocks.ts';
import { COMMAND, type Message, notice, type SlackContext } from '../kit/message.ts';
import { bold, bullets, code, line, paragraph, richText, timeToken } from '../kit/rich-text.ts';
import { MAX_LENGTHS, OUTAGE_SIGN, sanitize, VERDICT_SIGN } from '../kit/text.ts';
import { toType } from './input.ts';

/** More would push the examples off a phone's screen, and long ids past Slack's limit on a message. */
const MAX_ACCOUNTS = 8;

/** Usage by example, then the viewer's own accounts as buttons: pinned ones first, then `recents`, newest first. */
export function formatHelp(recents: readonly string[], context: SlackContext): Message {
  const { words, pins = [] } = context;
  const { title, examples, privacy, ownAccounts } = words.command.help;
  const ids = new Set([...pins.map(({ accountId }) => accountId), ...recents]);
  const own = accountButtons([...ids].slice(0, MAX_ACCOUNTS), context);
  return present<KnownBlock>([
    paragraph(bold(title)),
    richText(exampleList(examples)),
    own.length > 0 && [contextLine(`*${ownAccounts}*`), ...own],
    contextLine(privacy),
  ]);
}

/** What to type, and below each what it gives. */
export const exampleList = (examples: readonly { readonly typed: string; readonly gives: string }[]) =>
  bullets(...examples.map(({ typed, gives }) => line(code(`${COMMAND} ${typed}`), `\n${gives}`)));

/** Says that the answer follows, if it takes longer than Slack waits. */
export const formatPending = (what: string, { words }: SlackContext): Message => [
  { ...paragraph(words.command.pending(sanitize(what, MAX_LENGTHS.typed))), block_id: 'pending' },
];

/** What was typed, quoted and truncated, and the right form. */
export function formatInvalidCommand(problem: CommandProblem, { words }: SlackContext): Message {
  const example = sanitize(rightForm(problem, words), MAX_LENGTHS.line);
  return notice(problemText(problem, words), words.command.typeThis, `${COMMAND} ${example}`);
}

/** What is wrong with what was typed. */
export function problemText(problem: CommandProblem, words: Words): string {
  if (problem.kind === 'too-much') return words.command.problem(problem);
  return words.command.problem({ ...problem, typed: sanitize(problem.typed, MAX_LENGTHS.typed) });
}

function rightForm(problem: CommandProblem, words: Words): string {
  if (problem.kind !== 'unknown-word') return problem.kind === 'too-much' ? '1001 1002 1003' : '1001';
  const { meant = 'help', rest } = problem;
  return toType(meant, words, meant === 'help' ? '' : rest);
}

const healthy = (text: string) => ({ sign: VERDICT_SIGN.healthy, text });
const unhealthy = (text: string) => ({ sign: OUTAGE_SIGN, text });

/** The state of the service, the database and the watches: a line each. */
export function formatCheckUp(checkUp: CheckUp, context: SlackContext): Message {
  const { databaseDownSinceMs: downMs } = checkUp;
  const { service, database, watches, working, databaseDown } = context.words.checkUp;
  const databaseState =
    downMs === undefined ? healthy(working) : unhealthy(databaseDown(at(downMs, context)));
  const lineOf = (name: string, { sign, text }: ReturnType<typeof healthy>) => `${sign} *${name}:* ${text}`;
  const lines = [
    lineOf(service, serviceState(checkUp, context)),
    lineOf(database, databaseState),
    lineOf(watches, watchState(checkUp, context)),
  ];
  return [section(lines.join('\n'))];
}

const at = (atMs: number, context: SlackContext) => timeToken(atMs, 'UTC', context);

/** Failing look-ups of people count more than a failing sign-in that no look-up has met. */
function serviceState({ failing, notSignedIn, answeredAtMs }: CheckUp, context: SlackContext) {
  const { checkUp, failure, time } = context.words;
  const reason = failing?.reason ?? notSignedIn;
  const ago = answeredAtMs === undefined ? undefined : time.ago(context.nowMs - answeredAtMs);
  if (reason === undefined) return healthy(ago ? checkUp.lastAnswer(ago) : checkUp.noneAnswered);
  const { what, next } = failure.unavailable[reason](failing?.retryAfterMs);
  const since = failing === undefined ? '' : `${checkUp.failing(at(failing.sinceMs, context))} `;
  return unhealthy(`${since}${what} · ${next}`);
}

function watchState({ watch, databaseDownSinceMs }: CheckUp, context: SlackContext) {
  const { words, nowMs } = context;
  const { checkUp, time } = words;
  if (!watch || databaseDownSinceMs !== undefined) return unhealthy(checkUp.notKnown);
  const { accounts, outageSinceMs, lateMs, brokenChannels, aliveAtMs } = watch;
  if (accounts === 0) return healthy(checkUp.nothingWatched);
  if (outageSinceMs !== undefined) return unhealthy(checkUp.serviceAway(at(outageSinceMs, context)));
  if (lateMs > LATE_AFTER_MS) return unhealthy(checkUp.late(at(nowMs - lateMs, context)));
  if (brokenChannels > 0) return unhealthy(checkUp.notNotified(brokenChannels));
  return healthy(checkUp.watching(accounts, time.ago(nowMs - (aliveAtMs ?? nowMs))));
}

/** A longer list would fill the screen of a phone. */
const PLACES_SHOWN = 20;

/**
 * The refusal for a person: why, and what they can do. `places`: where they would get an answer, for `elsewhere`. Contains
 * nothing about any account.
 */
export function refusalBlocks(
  reason: RefusalReason,
  places: readonly Place[],
  context: SlackContext,
): RichTextBlock[] {
  const isElsewhere = reason === 'elsewhere';
  // The log has the exact reason.
  const name = isElsewhere ? 'not-here' : reason === 'unknown' ? 'not-checked' : 'not-you';
  const { what, next } = context.words.access.refusals[name];
  const shown = isElsewhere ? places.slice(0, PLACES_SHOWN) : [];
  const names = context.words.access.places;
  const rows = shown.map((place) =>
    // Ids from the settings, checked there.
    line(place === 'home' || place === 'direct' ? names[place] : { type: 'channel', channel_id: place }),
  );
  return [richText(line(bold(what), `\n${next}`), bullets(...rows))];
}

/** The apology for a fault of our own, or for a message that Slack did not confirm. `reference` finds it in the log. */
export const formatDefect = (reference: string, { words: { command } }: SlackContext): Message =>
  notice(command.defect, command.defectReference(reference));

/** What to do about a look-up without anything to show. The title says what happened. */
export function failureBlock(failure: Failure, context: SlackContext): KnownBlock {
  const { next } = failureText(failure, context.words);
  return richText(line(next), failure.kind === 'unavailable' && contactLine(failure.id, context));
}

/** The words of a failure. An id that the service does not accept is one that it does not have. */
export function failureText(failure: Failure, words: Words): FailureText {
  if (failure.kind === 'unavailable') {
    const { what, next } = words.failure.unavailable[failure.reason](failure.retryAfterMs);
    return { what: words.failure.notChecked(what), next };
  }
  return words.failure[failure.kind === 'invalid-id' ? 'not-found' : failure.kind];
}

/** `Contact  Jane, +44 20`. Empty without a contact. It is personal, so no channel gets it. */
export function contactLine(id: string, { audience, rulesOf, words }: SlackContext): RichTextSection {
  const contact = audience === 'private' ? sanitize(rulesOf(id).contact ?? '', MAX_LENGTHS.contact) : '';
  return line(contact && [bold(words.details.contact), `  ${contact}`]);
}

/** Those that could not be read, the longest wait first. */
export const failuresIn = (outcomes: readonly LookupOutcome[]) =>
  outcomes
    .filter((outcome) => outcome.kind === 'unavailable')
    .toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0));

/**
 * The failure of the service as markup, once for all accounts: the one with the longest wait. Undefined unless more than half
 * of the accounts that were asked about could not be read.
 */
export function serviceFailure(outcomes: readonly LookupOutcome[], { words }: SlackContext) {
  const failures = failuresIn(outcomes);
  const [longest] = failures;
  if (longest === undefined || failures.length * 2 <= outcomes.length) return undefined;
  const { what, next } = failureText(longest, words);
  return `${OUTAGE_SIGN} *${what}* · ${next}`;
}
