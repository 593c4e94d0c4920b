import { type Logger, pino } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { readRules } from '../account-rules/open-account-rules.ts';
import { AccountRulesError } from '../account-rules/parse-account-rules.ts';
import { type CliRun, FLAG, readArguments, TEXT, UsageError } from '../cli/run.ts';
import { readSettings } from '../read-settings.ts';
import { accessOf, SETTINGS } from '../settings.ts';
import { whoMayAsk } from '../slack/kit/access.ts';
import { type DatabaseState, inspectDatabase } from '../store/inspect-database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { startTroubleOf } from '../store/start-trouble.ts';
import { checkService } from './check-service.ts';
import { checkSlack } from './check-slack.ts';
import { type Finding, type Findings, failed, inClear, passed, skipped, warned } from './finding.ts';

/** Looks at one part after the other and writes what it finds. Resolves with the exit code. */
export async function runDoctor({ args, environment, write }: CliRun): Promise<number> {
  const { values, words } = readArguments(args, { account: TEXT, json: FLAG });
  const { account, json = false } = values;
  if (words.length > 0) throw new UsageError(`doctor takes no ${words[0]}: say --account with an id`);
  if (account?.trim() === '') throw new UsageError('--account needs an id');
  const [{ version }, { node }] = [packageJson, process.versions];
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
  const counts = [`${count('passed')} ✓`, `${count('failed')} ✗`];
  if (count('warned') > 0) counts.push(`${count('warned')} ⚠`);
  if (count('skipped') > 0) counts.push(`${count('skipped')} not looked at`);
  return counts.join(', ');
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
  for (const message of warnings) yield warned('settings', message, 'Correct it in .env, or take it out.');
  yield passed('who may ask', whoMayAsk(accessOf(settings)));
  const checks = {
    'account rules': () => checkAccountRules(settings.ACCOUNT_RULES_FILE),
    'slack token': () => checkSlack(settings, log),
    'sign-in': () => checkService(settings, accountId, log),
    database: () => checkDatabase(settings.DATABASE_URL, log),
  };
  for (const [check, look] of Object.entries(checks)) {
    try {
      yield* look();
    } catch (error) {
      // A defect in one check must not hide what the others find. Its message may quote anything.
      const name = error instanceof Error ? error.name : 'a value';
      const fix = 'This is a defect of the doctor: please report it.';
      yield failed(check, `could not be looked at (${name})`, fix);
    }
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

/** Whether the file would be taken at start. */
async function* checkAccountRules(path: string | undefined): Findings {
  if (path === undefined) return;
  try {
    yield passed('account rules', `${path}: ${(await readRules(path)).length} rules`);
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    yield failed('account rules', error.message, 'docs/account-rules.example.yaml shows the form.');
  }
}

/** The database as a start would find it; or why it cannot be used. Migrates nothing. */
async function* checkDatabase(databaseUrl: string, log: Logger): Findings {
  const address = parseDatabaseUrl(databaseUrl);
  try {
    const state = await inspectDatabase(address, log);
    yield passed('database', describe(address, state));
    // As the server sees the connection, which more than the address decides.
    if (address.kind === 'postgres' && state.hasTls !== true) {
      const what = 'who asks for which account, and last answers with contact e-mails,';
      const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
      yield* inClear('database', { setting: 'DATABASE_URL', address: address.url, what, fix });
    }
  } catch (error) {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    yield failed('database', trouble.message, trouble.fix);
  }
}

function describe({ kind, shownAs }: DatabaseAddress, { version, knownVersion }: DatabaseState): string {
  if (shownAs === ':memory:') return 'in memory: pins and recent look-ups are gone with the process';
  if (version === undefined) {
    return `${shownAs}: usable; the first start makes ${kind === 'sqlite' ? 'the file' : 'the tables'}`;
  }
  if (version === knownVersion) return `${shownAs}: version ${version}, up to date`;
  return `${shownAs}: version ${version}; the next start brings it to ${knownVersion}`;
}
