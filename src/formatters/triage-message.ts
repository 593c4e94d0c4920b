import type { LookupOutcome, UnavailableReason } from '../domain/outcome.ts';
import type { Tally } from '../words/answer-words.ts';
import { accountInList } from './account-name.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, line, plain, richText } from './rich-text.ts';
import { NOT_CHECKED_SIGN } from './signs.ts';
import { mrkdwn } from './text-objects.ts';
import { triageEntry } from './triage-entry.ts';

/** Several accounts, one entry each in the order given: the caller sorts worst first. One that failed hides no other. */
export function formatTriage(outcomes: readonly LookupOutcome[], context: FormatContext): Message {
  const reason = commonReason(outcomes);
  if (reason !== undefined) return noneChecked(outcomes, reason, context);
  const entries = outcomes.map((outcome) => triageEntry(outcome, context));
  const summary = context.words.triage.summary(outcomes.length, tallyOf(outcomes));
  return toMessage(
    [summary, ...entries.map(({ title }) => title)],
    [
      ...entries.map(({ sign, title, numbers }) =>
        richText(line(plain(`${sign} `), bold(title), plain(`\n${numbers}`))),
      ),
      { type: 'context', elements: [mrkdwn(summary)] },
    ],
  );
}

/** The one reason for which nothing at all could be shown: worth saying once, not once an account. */
function commonReason(outcomes: readonly LookupOutcome[]): UnavailableReason | undefined {
  const reasons = outcomes.map((outcome) =>
    outcome.kind === 'unavailable' && outcome.lastKnown === undefined ? outcome.reason : undefined,
  );
  return outcomes.length > 1 && reasons.every((reason) => reason === reasons[0]) ? reasons[0] : undefined;
}

function noneChecked(
  outcomes: readonly LookupOutcome[],
  reason: UnavailableReason,
  context: FormatContext,
): Message {
  const { words } = context;
  const waits = outcomes.map((outcome) => (outcome.kind === 'unavailable' && outcome.retryAfterMs) || 0);
  const longestMs = Math.max(...waits);
  const { what, next } = words.failure.unavailable[reason](longestMs > 0 ? longestMs : undefined);
  const title = words.verdict.sentence(words.triage.noneChecked(outcomes.length));
  const ids = words.numbers.list(outcomes.map(({ id }) => accountInList(id, context)));
  return toMessage(
    [`${title} ${what} ${next}`, ids],
    [richText(line(plain(`${NOT_CHECKED_SIGN} `), bold(title), plain(`\n${what} ${next}\n`), plain(ids)))],
  );
}

function tallyOf(outcomes: readonly LookupOutcome[]): Tally {
  const tally = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0, earlier: 0 };
  for (const outcome of outcomes) {
    if (outcome.kind === 'found') tally[outcome.answer.verdict.level] += 1;
    else if (outcome.kind === 'not-found') tally.notFound += 1;
    else if (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined) {
      tally[outcome.lastKnown.verdict.level] += 1;
      tally.earlier += 1;
    } else tally.notChecked += 1;
  }
  return tally;
}
