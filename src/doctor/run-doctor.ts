import { pino } from 'pino';
import { readRules } from '../account-rules/open-account-rules.ts';
import { AccountRulesError } from '../account-rules/parse-account-rules.ts';
import type { CliRun } from '../cli/run.ts';
import { readSettings } from '../read-settings.ts';
import { accessOf, SETTINGS, type Settings } from '../settings.ts';
import { whoMayAsk } from '../slack/kit/access.ts';
import { checkDatabase } from './check-database.ts';
import { checkService } from './check-service.ts';
import { checkSlack } from './check-slack.ts';
import { type Finding, type Findings, failed, passed, skipped, warned } from './finding.ts';

/** What may be said behind `doctor`. `account`: the one to read; absent: none is. */
interface Options {
  readonly account?: string;
  readonly json?: boolean;
}

/** Looks at one part after the other and writes what it finds. Resolves with the exit code. */
export async function runDoctor(
  { environment, write }: Pick<CliRun, 'environment' | 'write'>,
  version: string,
  { account, json = false }: Options,
): Promise<number> {
  const { node } = process.versions;
  const print = (text: string) => json || write(`${text}\n`);
  print(`backup-status ${version} on Node ${node}\n`);
  const findings: Finding[] = [];
  for await (const finding of lookAtAll(environment, account)) {
    findings.push(finding);
    print(toLines(finding));
  }
  print(`\n${toSummary(findings)}`);
  if (json) write(`${JSON.stringify({ version, node, findings }, undefined, 2)}\n`);
  return findings.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

const SIGNS = { passed: '✓', warned: '⚠', failed: '✗', skipped: '–' } as const;
const NAME_WIDTH = 19;

/** One finding as lines for a terminal; its fix stands below. */
function toLines({ check, kind, message, fix }: Finding): string {
  const line = `${SIGNS[kind]} ${check.padEnd(NAME_WIDTH)}${message}`;
  return fix === undefined ? line : `${line}\n  ${' '.repeat(NAME_WIDTH)}→ ${fix}`;
}

/** The last line: how many came out how. */
function toSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const warnings = count('warned') > 0 ? `, ${count('warned')} ⚠` : '';
  const looked = `${count('passed')} ✓, ${count('failed')} ✗${warnings}`;
  return count('skipped') > 0 ? `${looked}, ${count('skipped')} not looked at` : looked;
}

async function* lookAtAll(environment: CliRun['environment'], accountId: string | undefined): Findings {
  const read = readSettings(environment);
  if (read.kind === 'invalid') {
    yield* read.problems.map(settingsProblem);
    yield skipped('slack token', 'this and everything else waits for the settings');
    return;
  }
  const { settings, warnings } = read;
  const log = pino({ level: 'silent' });
  const way = settings.SLACK_APP_TOKEN ? 'Socket Mode' : 'signed HTTP';
  yield passed('settings', `all readable; Slack reaches the app by ${way}`);
  for (const message of warnings)
    yield warned('settings', message, 'Nothing reads it: correct its name, or remove it.');
  yield* quotedCredentials(settings);
  yield passed('who may ask', whoMayAsk(accessOf(settings)));
  if (settings.ACCOUNT_RULES_FILE !== undefined) yield await checkAccountRules(settings.ACCOUNT_RULES_FILE);
  yield* survive('slack token', checkSlack(settings, log));
  yield* survive('sign-in', checkService(settings, accountId, log));
  yield* survive('database', checkDatabase(settings.DATABASE_URL, log));
}

/** A defect in one check must not hide what the others find. Its message may quote anything, so only its name is told. */
async function* survive(check: string, findings: Findings): Findings {
  try {
    yield* findings;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'a value';
    yield failed(
      check,
      `could not be looked at (${name})`,
      'This is a defect of the doctor: please report it.',
    );
  }
}

/** A mistake in the settings, which begins with the setting's name, and what the setting is for. No secret is repeated. */
function settingsProblem(problem: string): Finding {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string }>> = SETTINGS.shape;
  const what = shape[name]?.description;
  const change = 'Change it in .env or in the environment.';
  return failed('settings', problem, what === undefined ? change : `${change} ${name}: ${what}`);
}

/** Tokens and addresses in quotes are refused; these may be anything. */
const quotedCredentials = (settings: Settings): readonly Finding[] =>
  (['BACKUP_SERVICE_USERNAME', 'BACKUP_SERVICE_PASSWORD'] as const)
    .filter((name) => /^(['"]).*\1$/s.test(settings[name]))
    .map((name) =>
      warned(
        'settings',
        `${name} begins and ends with a quote, which is taken as part of it`,
        'docker run --env-file keeps quotes: take them out of .env there.',
      ),
    );

/** Whether the file would be taken at start. */
async function checkAccountRules(path: string): Promise<Finding> {
  try {
    const rules = await readRules(path);
    return passed('account rules', `${path}: ${rules.length} rules`);
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return failed('account rules', error.message, 'docs/account-rules.example.yaml shows the form.');
  }
}
