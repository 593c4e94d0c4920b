import type { RichTextElement } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import type { Tally } from '../../words/en/cards.ts';
import { dateElement, dateToken } from '../kit/date-token.ts';
import { CUTS, LIMITS } from '../kit/limits.ts';
import { type FormatContext, type Message, toMessage } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { contextLine } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';
import { accountInList } from './account-name.ts';
import { failureText, type Unavailable } from './failure-text.ts';
import { escapedLength, listActions } from './list-actions.ts';
import { serviceFailureIn, serviceFailureText } from './service-failure.ts';
import { sharer } from './source-context.ts';
import { type TriageEntry, triageEntry } from './triage-entry.ts';

/** Several accounts as a message: the list, and what can be pressed under it. */
export function formatTriage(outcomes: readonly LookupOutcome[], context: FormatContext): Message {
  const { text, blocks } = formatList(outcomes, context);
  return { text, blocks: [...blocks, ...listActions(outcomes, blocks, context)] };
}

/**
 * Several accounts: how many came out how, then one entry each in the order given: the caller sorts worst first. One that
 * failed hides no other. What ails the service as a whole is said once, not once an account.
 */
export function formatList(outcomes: readonly LookupOutcome[], context: FormatContext): Message {
  const failure = hasOneCause(outcomes) ? serviceFailureIn(outcomes) : undefined;
  if (failure !== undefined && outcomes.every(isUnknown)) return noneChecked(outcomes, failure, context);
  const entries = outcomes.map((outcome) =>
    triageEntry(outcome.id, outcome, context, { isToldAbove: failure !== undefined }),
  );
  const summary = `${entries[0]?.sign} ${context.words.triage.summary(outcomes.length, tallyOf(outcomes))}`;
  const cause = failure && serviceFailureText(failure, context);
  const blocksWith = (saysSince: boolean) => [
    richText(line(bold(summary))),
    ...(cause ? [contextLine(cause.markup)] : []),
    ...entries.map(({ sign, title, numbers, since }) =>
      richText(
        line(
          plain(`${sign} `),
          bold(title),
          plain(`\n${cut(numbers, CUTS.line)}`),
          ...(since && saysSince ? [plain('\n'), sinceElement(since, context)] : []),
        ),
      ),
    ),
    contextLine([drawnAt(context), ...sharer(context)].join(' · ')),
  ];
  const blocks = blocksWith(true);
  return toMessage(
    [summary, ...(cause ? [cause.plain] : []), ...entries.map(({ sign, title }) => `${sign} ${title}`)],
    escapedLength(blocks) <= LIMITS.messageBlocks ? blocks : blocksWith(false),
  );
}

function sinceElement(
  { atMs, moment }: NonNullable<TriageEntry['since']>,
  { words: { triage } }: FormatContext,
): RichTextElement {
  return dateElement(atMs, triage.since('{date_short_pretty} {time}'), triage.since(moment));
}

/** The moment that every age in a list goes by: a list is read long after it was drawn. */
function drawnAt({ nowMs, words }: FormatContext): string {
  const fallback = words.time.moment({ atMs: nowMs, zoneId: 'UTC', nowMs });
  return dateToken(nowMs, words.triage.asOf('{date_short_pretty} {time}'), words.triage.asOf(fallback));
}

/** A list is short: where the reasons differ, each says its own. */
function hasOneCause(outcomes: readonly LookupOutcome[]): boolean {
  const reasons = outcomes.flatMap((outcome) => (outcome.kind === 'unavailable' ? [outcome.reason] : []));
  return outcomes.length > 1 && new Set(reasons).size === 1;
}

const isUnknown = (outcome: LookupOutcome) =>
  outcome.kind === 'unavailable' && outcome.lastKnown === undefined;

function noneChecked(
  outcomes: readonly LookupOutcome[],
  failure: Unavailable,
  context: FormatContext,
): Message {
  const { words } = context;
  const { what, next } = failureText(failure, words);
  const title = words.verdict.sentence(words.triage.noneChecked(outcomes.length));
  const ids = words.numbers.list(outcomes.map(({ id }) => accountInList(id, context)));
  return toMessage(
    [`${OUTAGE_SIGN} ${title} ${what} ${next}`, ids],
    [richText(line(plain(`${OUTAGE_SIGN} `), bold(title), plain(`\n${what} ${next}\n`), plain(ids)))],
  );
}

function tallyOf(outcomes: readonly LookupOutcome[]): Tally {
  const tally = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0 };
  for (const outcome of outcomes) {
    if (outcome.kind === 'found') tally[outcome.answer.verdict.level] += 1;
    else tally[outcome.kind === 'not-found' ? 'notFound' : 'notChecked'] += 1;
  }
  return tally;
}
