import { type Answer, type LookupOutcome, levelOf } from '../account/outcome.ts';
import { thresholdMs } from '../account/time.ts';
import { type BackupKind, LEVEL_CODE, VERDICT_LEVELS, type VerdictLevel } from '../account/verdict.ts';
import { createKnownAccounts } from '../account-list/account-list.ts';
import { openAccountRules } from '../account-rules/account-rules.ts';
import { thresholdsOf } from '../settings.ts';
import { otherReasons } from '../slack/card/card.ts';
import { triageEntry } from '../slack/card/list.ts';
import type { SlackContext } from '../slack/kit/message.ts';
import { normalize } from '../slack/lookup/input.ts';
import { lookUpAll, questionText, readTyped, resolveNames } from '../slack/lookup/names.ts';
import { problemText } from '../slack/lookup/notices.ts';
import { NO_BREAK } from '../words/grammar.ts';
import { LANGUAGES, wordsOf } from '../words/words.ts';
import { CliError, type CliRun, FLAG, openService, readArguments, serviceSettings, TEXT } from './run.ts';

/**
 * Asks about all accounts. An id or name that does not say which account is meant goes to standard error and counts as
 * unknown; the others are answered. Resolves with the exit code: 3 when nothing is known.
 */
export async function runStatus(run: CliRun): Promise<number> {
  const { values, words: given } = readArguments(run.args, { json: FLAG, language: TEXT });
  const language = LANGUAGES.find((ours) => ours === values.language);
  if (values.language !== language) throw new CliError(`--language must be ${LANGUAGES.join(' or ')}`);
  if (given.length === 0) throw new CliError('an account is missing: its id or name');
  const { now, write, writeError } = run;
  const settings = serviceSettings(run, 'LANGUAGE');
  const words = wordsOf(language, settings.LANGUAGE);
  const rules = await openAccountRules(settings.ACCOUNT_RULES_FILE, thresholdsOf(settings));
  const context = () =>
    ({ nowMs: now(), words, audience: 'channel', zone: 'UTC', rulesOf: rules.rulesOf }) as const;
  const known = createKnownAccounts();
  known.update(new Map(), rules.names());
  const names = { own: [], common: known.names() };
  // In quotes each is one account for certain; a quote of its own would end it.
  const quoted = given.map((one) => `"${normalize(one).replaceAll('"', ' ')}"`);
  const read = await Promise.all(quoted.map((one) => readTyped(one, names, known.isKnown)));
  const typed = read.flatMap(({ accounts }) => accounts);
  const problems = read.flatMap(({ problem }) => (problem ? problemText(problem, words) : []));
  const { service, lookup } = openService(settings, rules.rulesOf, now);
  try {
    const { ids, choices } = await resolveNames(lookup, known, typed, {});
    // The name fits several accounts.
    problems.push(...choices.map((choice) => questionText(choice, context())));
    const outcomes = await lookUpAll(lookup, ids);
    writeError(linesOf(problems));
    if (outcomes.some((one) => one.kind === 'unavailable' && one.reason === 'login-rejected'))
      writeError('Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD; npm run doctor says more.\n');
    const levels = [...outcomes.map(levelOf), ...problems.map(() => 'unknown')];
    const level = VERDICT_LEVELS.find((one) => levels.includes(one)) ?? 'unknown';
    if (outcomes.length === 0) return LEVEL_CODE.unknown;
    if (values.json) write(`${JSON.stringify(toReport(outcomes, level, context()), undefined, 2)}\n`);
    else write(linesOf(outcomes.map((outcome) => statusLine(outcome, context()))));
    return LEVEL_CODE[level];
  } finally {
    await service.close();
  }
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** With ordinary spaces in place of those that do not break, and without a bar: Nagios shows nothing after it. */
export const plainSpaces = (text: string) => text.replaceAll(NO_BREAK, ' ').replaceAll('|', '¦');

/** `🚨 Liman (1004) · Act now: no backup for 3 days · Client is up, its job is not running`, on one line. */
function statusLine(outcome: LookupOutcome, context: SlackContext): string {
  const { sign, title, numbers } = triageEntry(outcome.id, outcome, context);
  const reasons = outcome.kind === 'found' ? otherReasons(outcome.answer.verdict, context.words) : [];
  return plainSpaces([`${sign} ${title}`, ...(reasons.length > 0 ? reasons : [numbers])].join(' · '));
}

/**
 * What `--json` prints, as docs/status.schema.json has it. `outcomes`: worst first. `level`: the worst of everything, also of
 * what could not be looked up.
 */
export function toReport(outcomes: readonly LookupOutcome[], level: VerdictLevel, context: SlackContext) {
  return {
    version: 1,
    level,
    exitCode: LEVEL_CODE[level],
    askedAt: isoOf(context.nowMs),
    accounts: outcomes.map((outcome) => ({
      id: outcome.id,
      level: levelOf(outcome),
      outcome: outcome.kind,
      cause: outcome.kind === 'unavailable' ? outcome.reason : undefined,
      text: statusLine(outcome, context),
      reasons: [],
      ...(outcome.kind === 'found' && factsOf(outcome.answer, context)),
    })),
  };
}

function factsOf(answer: Answer, { words, rulesOf }: SlackContext) {
  const { reasons, status, thresholds } = answer.verdict;
  return {
    name: rulesOf(answer.account.id).displayName,
    reasons: reasons.map((reason) => ({
      rule: reason.rule,
      level: reason.level,
      text: plainSpaces(words.verdict.reason(reason)),
    })),
    status,
    readAt: isoOf(answer.readAtMs),
    backups: { database: backupOf('database', answer), folders: backupOf('folders', answer) },
    limits: {
      lateSeconds: Math.round(thresholdMs(thresholds.late) / 1000),
      staleSeconds: Math.round(thresholdMs(thresholds.stale) / 1000),
    },
  };
}

function backupOf(backup: BackupKind, { account, verdict: { ageMs, exceptions } }: Answer) {
  const last = account[backup];
  const age = ageMs[backup];
  return {
    state: last.kind,
    ...(last.kind === 'at' && { lastAt: isoOf(last.atMs), precision: last.precision }),
    ageSeconds: age === undefined ? undefined : Math.round(age / 1000),
    isIgnored: exceptions?.ignored?.backup === backup || undefined,
  };
}

const isoOf = (atMs: number) => new Date(atMs).toISOString();
