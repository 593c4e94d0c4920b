import { headlineOf, isInHeadline } from '../../account/headline.ts';
import { answerSince } from '../../account/level-over-time.ts';
import { type Answer, answerIn, hasAnswer, type LookupOutcome } from '../../account/outcome.ts';
import { BACKUP_KINDS, type BackupKind, reasonIn } from '../../account/verdict.ts';
import type { Tally } from '../../words/en/cards.ts';
import { contextLine, present } from '../kit/blocks.ts';
import { fitting, type Message, nameOf, type SlackContext } from '../kit/message.ts';
import { bold, joined, paragraph, timeElement, timeToken, user } from '../kit/rich-text.ts';
import { MAX_LENGTHS, OWNER_SIGN, QUIET_SIGN, truncate, WAITING_SIGN } from '../kit/text.ts';
import { failuresIn, failureText } from '../lookup/notices.ts';
import { listButtons, worstButtons } from './buttons.ts';
import { titleOf, wasText } from './card.ts';
import { isClockWrong, isNever } from './freshness.ts';
import { signedStatus } from './status.ts';

/**
 * Several accounts as a message: the counts, then one entry for each account in the order given, and buttons; the caller sorts
 * worst first. A failed account hides no other. Without room it leaves out what watches know, and the buttons.
 */
export function formatTriage(outcomes: readonly LookupOutcome[], context: SlackContext): Message {
  const entries = outcomes.map((outcome) => triageEntry(outcome.id, outcome, context));
  const summary = context.words.triage.summary(outcomes.length, tallyOf(outcomes));
  const failures = failuresIn(outcomes);
  // The row of an account without an earlier answer says what to do.
  const next = failures.every(hasAnswer) && failures[0] && failureText(failures[0], context.words).next;
  const asOf = timeToken(context.nowMs, 'UTC', context, context.words.triage.asOf);
  return fitting((isWhole) => [
    paragraph(bold(`${entries[0]?.sign} ${summary}`)),
    ...entries.map(({ sign, title, numbers }, at) =>
      paragraph(
        `${sign} `,
        bold(title),
        `\n${truncate(numbers, MAX_LENGTHS.line)}`,
        isWhole && seenOf(outcomes[at], context),
      ),
    ),
    // People read a list long after it was drawn, and every age in it is relative to this time.
    contextLine(present([next, asOf]).join('\n')),
    context.shared,
    isWhole && [...worstButtons(outcomes, context), ...listButtons(outcomes, context)],
  ]);
}

/** Since when an account is as bad, who is on it, and whether it is muted. */
function seenOf(outcome: LookupOutcome | undefined, context: SlackContext) {
  const answer = answerIn(outcome);
  if (answer === undefined) return undefined;
  const { account, seen, verdict } = answer;
  const { quiet, verdict: texts } = context.words;
  const since = (when: string) => texts.since(verdict.level, when);
  const sinceMs = answerSince(answer);
  const parts = joined(' · ', [
    [sinceMs !== undefined && timeElement(sinceMs, account.zone.id, context, since)],
    seen?.owner && [`${OWNER_SIGN} `, user(seen.owner.userId)],
    seen?.mute && [`${QUIET_SIGN} ${quiet.isMuted}`],
  ]);
  return parts.length > 0 && ['\n', ...parts];
}

function tallyOf(outcomes: readonly LookupOutcome[]): Tally {
  const tally = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0 };
  for (const outcome of outcomes) {
    if (outcome.kind === 'found') tally[outcome.answer.verdict.level] += 1;
    else
      tally[outcome.kind === 'not-found' || outcome.kind === 'invalid-id' ? 'notFound' : 'notChecked'] += 1;
  }
  return tally;
}

/**
 * One account of a list: `title` is in bold, `numbers` below it. `outcome` is undefined, or an earlier answer, while the
 * account is looked up.
 */
export function triageEntry(id: string, outcome: LookupOutcome | undefined, context: SlackContext) {
  const { noEarlierAnswer, waiting } = context.words.home;
  const answer = answerIn(outcome);
  const earlier = answer?.source === 'last-known' ? earlierText(answer, context) : undefined;
  if (outcome === undefined || (outcome.kind === 'found' && earlier !== undefined))
    return {
      sign: WAITING_SIGN,
      title: `${nameOf(id, context)} · ${waiting}`,
      numbers: earlier ?? noEarlierAnswer,
    };
  if (outcome.kind === 'found')
    return { ...titleOf(outcome, context), numbers: numbersOf(outcome.answer, context) };
  return { ...titleOf(outcome, context), numbers: earlier ?? failureText(outcome, context.words).next };
}

/** `Was ✅ Backups are fine · 3 h ago`: the verdict of an earlier answer, and its age. */
const earlierText = (answer: Answer, context: SlackContext) =>
  `${wasText(answer, context)} · ${context.words.time.ago(context.nowMs - answer.readAtMs)}`;

/** The status, how old each backup is that counts, and when the package ends unless the title says it. */
function numbersOf(answer: Answer, context: SlackContext): string {
  const { account, verdict } = answer;
  const { words } = context;
  const ignored = verdict.exceptions?.ignored?.backup;
  const backups = BACKUP_KINDS.filter((backup) => backup !== ignored);
  const ends = reasonIn(verdict, 'package-ends-soon');
  return present([
    signedStatus(account.status, words),
    backups.map((backup) => words.triage.backup(backup, ageText(answer, backup, context))),
    ends && !isInHeadline(headlineOf(verdict), ends) && words.verdict.reason(ends),
  ]).join(' · ');
}

/** The age of a backup; its date if no time of day was given, because the app never invents a time. */
function ageText(answer: Answer, backup: BackupKind, { nowMs, words }: SlackContext): string {
  const { account, verdict } = answer;
  const [last, ageMs] = [account[backup], verdict.ageMs[backup]];
  if (last.kind === 'at' && ageMs !== undefined)
    return last.precision === 'second'
      ? words.time.shortDuration(ageMs)
      : words.time.dayOf({ atMs: last.atMs, zoneId: account.zone.id, nowMs });
  if (isNever(answer, backup)) return words.card.never;
  return isClockWrong(verdict, backup) ? words.card.clockWrong : words.triage.notKnown;
}
