import type { Headline } from '../../account/headline.ts';
import { headlineOf, isAboutAge } from '../../account/headline.ts';
import { answerSince } from '../../account/level-over-time.ts';
import type { Answer, LookupOutcome } from '../../account/outcome.ts';
import { answerIn } from '../../account/outcome.ts';
import type { BackupKind } from '../../account/verdict.ts';
import { isShowable } from '../kit/date-token.ts';
import type { FormatContext } from '../kit/message.ts';
import { FAILURE_SIGN, signedStatus, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { accountInList } from './account-name.ts';
import { backupAges, isClockWrong, isNever } from './backup-age.ts';
import { failureLine, failureText } from './failure-text.ts';
import { showableAnswer } from './showable.ts';
import { earlierVerdict } from './verdict-lines.ts';

/** One account in a list of several: `title` stands in bold, `numbers` under it. */
export interface TriageEntry {
  readonly sign: string;
  readonly title: string;
  readonly numbers: string;
  /** Since when it is as bad, and that moment in the zone of the service. Absent: it is not, or nobody knows. */
  readonly since?: { readonly atMs: number; readonly moment: string };
}

/**
 * One account of a list. `outcome` is undefined while the account is asked about and nothing is known of it. `isToldAbove`:
 * the service's trouble is said once above the list. `displayName`: what it is called where no answer says so.
 */
export function triageEntry(
  id: string,
  outcome: LookupOutcome | undefined,
  context: FormatContext,
  {
    isToldAbove = false,
    displayName,
  }: { readonly isToldAbove?: boolean; readonly displayName?: string } = {},
): TriageEntry {
  const { words } = context;
  if (outcome?.kind === 'found' && outcome.answer.source !== 'last-known')
    return answeredEntry(id, outcome.answer, context);
  const earlier = answerIn(outcome);
  const name = accountInList(id, context, earlier?.displayName ?? displayName);
  const numbers = earlier && earlierVerdict(showableAnswer(earlier), context).text;
  const { noEarlierAnswer, waiting } = words.home;
  if (outcome === undefined || outcome.kind === 'found')
    return { sign: WAITING_SIGN, title: `${name} · ${waiting}`, numbers: numbers ?? noEarlierAnswer };
  const isTold = outcome.kind === 'unavailable' && isToldAbove;
  return {
    sign: FAILURE_SIGN[outcome.kind],
    title: `${name} · ${failureText(outcome, words).title}`,
    numbers: numbers ?? (isTold ? noEarlierAnswer : failureLine(outcome, words)),
  };
}

function answeredEntry(id: string, answer: Answer, context: FormatContext): TriageEntry {
  const { words } = context;
  const shown = showableAnswer(answer);
  const headline = headlineOf(shown.verdict);
  const numbers = [
    signedStatus(shown.account.status, words),
    ...backupTexts(shown, headline, context),
    ...packageText(shown, headline, context),
  ];
  return {
    sign: VERDICT_SIGN[shown.verdict.level],
    title: `${accountInList(id, context, answer.displayName)} · ${words.verdict.headline(headline)}`,
    numbers: numbers.join(' · '),
    since: sinceIn(shown, context),
  };
}

function sinceIn(answer: Answer, { words, nowMs }: FormatContext): TriageEntry['since'] {
  const atMs = answerSince(answer);
  if (atMs === undefined || !isShowable(atMs)) return undefined;
  return { atMs, moment: words.time.moment({ atMs, zoneId: answer.account.zone.id, nowMs }) };
}

function backupTexts(answer: Answer, headline: Headline, context: FormatContext): string[] {
  const { words } = context;
  const said = backupIn(headline.kind === 'with-doubt' ? headline.lead : headline);
  const ages = backupAges(answer.account, answer.verdict, context);
  // The older comes first where age is the trouble.
  if (isAboutAge(headline)) ages.sort((one, other) => other.ageMs - one.ageMs);
  const ageless = (['database', 'folders'] as const).filter(
    (backup) => !ages.some((age) => age.backup === backup),
  );
  return [
    ...ages.map((age) => ({
      backup: age.backup,
      value: age.day ?? words.time.shortDuration(age.ageMs),
    })),
    ...ageless.map((backup) => ({ backup, value: agelessText(answer, backup, context) })),
  ]
    .filter(({ backup }) => backup !== said)
    .map(({ backup, value }) => words.triage.backup(backup, value));
}

/** The one of which the headline has said all. */
function backupIn(headline: Headline): BackupKind | undefined {
  if (headline.kind === 'folders-unprotected') return 'folders';
  return headline.kind === 'half-protected' ? headline.old.backup : undefined;
}

function agelessText(answer: Answer, backup: BackupKind, { words }: FormatContext): string {
  if (isNever(answer, backup)) return words.card.never;
  return isClockWrong(answer.verdict, backup) ? words.card.clockWrong : words.triage.notKnown;
}

function packageText({ verdict }: Answer, headline: Headline, { words }: FormatContext): string[] {
  const reason = verdict.reasons.find(({ rule }) => rule === 'package-ends-soon');
  if (reason?.rule !== 'package-ends-soon' || headline.kind === 'package-ends-soon') return [];
  return [words.triage.packageEnds(reason.daysLeft)];
}
