// The doctor checks an installation with its real settings, one part at a time, and says how to fix what is wrong.
// It must never change what it checks, keep anything open, or print a secret.
import { WebClient } from '@slack/web-api';
import packageJson from '../../package.json' with { type: 'json' };
import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../account/account.ts';
import { judge } from '../account/judge.ts';
import { AccountRulesError, readRules } from '../account-rules/account-rules.ts';
import { LOOKUP_LIMITS } from '../lookup/lookup-backup-status.ts';
import { type BackupService, createBackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { accessOf, readSettings, type Settings, thresholdsOf } from '../settings.ts';
import { scopesFor, whoMayAsk } from '../slack/kit/access.ts';
import { toBoltLogger, toSlackFailure, webClientOptions } from '../slack/web.ts';
import { inspectDatabase, VERSION } from '../store/database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { startTroubleOf } from '../store/store-error.ts';
import { createTargets } from '../targets/targets.ts';
import { TARGET_NAMES, type Target } from '../watch/watch-list.ts';
import * as english from '../words/en.ts';
import { CliError, type CliRun, FLAG, readArguments, SILENT, serviceFailure, TEXT } from './run.ts';

/** `warned`: it works, but perhaps not as intended. `skipped`: it could not be looked at, or was not asked for. */
const SIGNS = { passed: '✓', failed: '✗', warned: '⚠', skipped: '–' } as const;

/** One line of the output. `check` is what was looked at, `fix` what to do, in a sentence. */
export type Finding = ReturnType<typeof passed>;
type Findings = AsyncGenerator<Finding, void, void>;

const OPTIONS = { account: TEXT, json: FLAG, 'test-alert': FLAG } as const;
type Asked = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** Looks at one part after the other and writes what it finds. Resolves with the exit code. */
export async function runDoctor({ args, environment, write }: CliRun): Promise<number> {
  const { values: asked, words } = readArguments(args, OPTIONS);
  if (words.length > 0) throw new CliError(`doctor does not accept ${words[0]}: use --account with an id`);
  const [{ version }, { node }] = [packageJson, process.versions];
  const print = (text: string) => asked.json || write(`${text}\n`);
  print(`backup-status ${version} on Node ${node}\n`);
  const findings: Finding[] = [];
  for await (const finding of lookAtAll(environment, asked)) {
    findings.push(finding);
    print(toLines(finding));
  }
  const count = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  const counts = Object.entries(SIGNS).map(([kind, sign]) => `${count(kind)} ${sign}`);
  print(`\n${counts.join(', ')}`);
  if (asked.json) write(`${JSON.stringify({ version, node, findings }, undefined, 2)}\n`);
  return count('failed') > 0 ? 1 : 0;
}

const NAME_WIDTH = 19;

/** One finding as lines for a terminal; its fix is below. */
function toLines({ check, kind, message, fix }: Finding): string {
  const line = `${SIGNS[kind]} ${check.padEnd(NAME_WIDTH)}${message}`;
  return fix === undefined ? line : `${line}\n  ${' '.repeat(NAME_WIDTH)}→ ${fix}`;
}

async function* lookAtAll(environment: CliRun['environment'], asked: Asked): Findings {
  const read = readSettings(environment);
  if (read.kind === 'invalid') {
    for (const problem of read.problems)
      yield failed('settings', problem, 'Change it in .env or in the environment.');
    return;
  }
  const { settings, warnings } = read;
  const way = settings.SLACK_APP_TOKEN ? 'Socket Mode' : 'signed HTTP';
  yield passed('settings', `valid; Slack reaches the app through ${way}`);
  for (const message of warnings) yield warned('settings', message, 'Correct it in .env, or remove it.');
  yield passed('who may ask', whoMayAsk(accessOf(settings)));
  for (const [check, look] of Object.entries(CHECKS)) {
    try {
      yield* look(settings, asked);
    } catch (error) {
      yield failureIn(check, error, settings);
    }
  }
}

/** How a check failed. The other checks still run. */
function failureIn(check: string, error: unknown, { DATABASE_URL }: Settings): Finding {
  if (error instanceof AccountRulesError)
    return failed(check, error.message, 'docs/account-rules.example.yaml shows the form.');
  if (error instanceof ServiceError)
    return failed(error.facts.operation === 'login' ? 'sign-in' : 'account', ...serviceFailure(error));
  const trouble = check === 'database' && startTroubleOf(error, parseDatabaseUrl(DATABASE_URL));
  if (trouble) return failed(check, trouble.message, trouble.fix);
  // A defect, whose message may quote anything.
  const name = error instanceof Error ? error.name : 'a value';
  return failed(check, `something went wrong in this check (${name})`, 'Please report it.');
}

const CHECKS: Readonly<Record<string, (settings: Settings, asked: Asked) => Findings>> = {
  'account rules': checkAccountRules,
  slack: checkSlack,
  service: checkService,
  database: checkDatabase,
  targets: checkTargets,
};

const findingOf = (kind: keyof typeof SIGNS) => (check: string, message: string, fix?: string) => {
  return { check, kind, message, fix };
};
const passed = findingOf('passed');
const warned = findingOf('warned');
const failed = findingOf('failed');
const skipped = findingOf('skipped');

/** This machine's own addresses, and a socket in its file system. */
const THIS_MACHINE = /^(?:|%2F.*|localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** A ⚠ for an address on another machine that is spoken to without TLS; `what` travels there. */
export function inClear(
  check: string,
  setting: string,
  address: string,
  what: string,
  fix = `Set ${setting} to the https:// address.`,
): readonly Finding[] {
  const { hostname, protocol } = new URL(address);
  if (protocol === 'https:' || THIS_MACHINE.test(hostname)) return [];
  return [warned(check, `${setting} has no TLS: ${what} are sent in plain text to ${hostname}`, fix)];
}

async function* checkAccountRules({ ACCOUNT_RULES_FILE: path }: Settings): Findings {
  if (path === undefined) return;
  const { length } = await readRules(path);
  yield passed('account rules', `${path}: ${length} ${length === 1 ? 'rule' : 'rules'}`);
}

/** Sends a test alert to each target that is set, if that is asked for. */
async function* checkTargets(settings: Settings, { 'test-alert': sendsTestAlert }: Asked): Findings {
  const targets = createTargets(settings, Date.now, SILENT);
  for (const target of targets.names) {
    const name = TARGET_NAMES[target];
    if (!sendsTestAlert) yield skipped('targets', `${name}: not checked: --test-alert sends a test alert`);
    else {
      const answer = await targets.test(target, 'backup-status doctor: a test alert, nothing is wrong');
      yield answer.kind === 'sent'
        ? passed('targets', `${name} accepted the test alert`)
        : failed('targets', `${name} did not accept the test alert: ${answer.reason}`, TARGET_FIXES[target]);
    }
  }
  await targets.close();
}

const TARGET_FIXES: Readonly<Record<Target, string>> = {
  pagerduty:
    'Check that this machine reaches PAGERDUTY_URL, which is another one in the EU, and that PAGERDUTY_ROUTING_KEY is the integration key of an Events API v2 integration.',
  ntfy: 'Check NTFY_URL, that this machine reaches it, and that NTFY_TOKEN may publish to that topic.',
  webhook:
    'Check WEBHOOK_URL, that this machine reaches it, and that its receiver verifies with WEBHOOK_SECRET and answers with 2xx.',
};

/** The database as a start would find it; or why it cannot be used. Migrates nothing. */
async function* checkDatabase(settings: Settings): Findings {
  const address = parseDatabaseUrl(settings.DATABASE_URL);
  const { version, hasTls } = await inspectDatabase(address, SILENT);
  yield passed('database', describe(address, version));
  // As the server sees the connection, which more than the address decides.
  if (address.kind === 'postgres' && !hasTls) {
    const what = 'who asks for which account, and last answers with contact e-mails,';
    const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
    yield* inClear('database', 'DATABASE_URL', address.url, what, fix);
  }
}

function describe({ shownAs }: DatabaseAddress, version: number): string {
  if (version === VERSION) return `${shownAs}: version ${version}, up to date`;
  if (version > 0) return `${shownAs}: version ${version}; the next start migrates it to ${VERSION}`;
  return `${shownAs}: usable; the next start creates what is missing`;
}

/** The bot token and its scopes, and what Slack reaches the app by. Asks by calls that change nothing and open nothing. */
async function* checkSlack(settings: Settings): Findings {
  const { SLACK_API_URL: apiUrl, SLACK_APP_TOKEN: appToken } = settings;
  yield* inClear('slack token', 'SLACK_API_URL', apiUrl, 'tokens and everything that people ask and read');
  const client = new WebClient(undefined, { ...webClientOptions(apiUrl), logger: toBoltLogger(SILENT) });
  let [check, setting, fix] = ['slack token', 'SLACK_BOT_TOKEN', COPY_TOKEN];
  try {
    const { user, team, ...more } = await client.auth.test({ token: settings.SLACK_BOT_TOKEN });
    yield passed(check, `the bot ${user} in the workspace ${team} (${more.team_id})`);
    yield scopesFinding(more.response_metadata?.scopes, scopesFor(accessOf(settings)));
    if (appToken === undefined) return;
    [check, setting, fix] = ['slack connection', 'SLACK_APP_TOKEN', SOCKET_MODE];
    // Asks for the address of a connection and opens none: Slack would send it what the running bot should get.
    await client.apps.connections.open({ token: appToken });
    yield passed(check, `Slack accepts ${setting}; only a start tries wss://*.slack.com`);
  } catch (error) {
    const { error: word } = toSlackFailure(error);
    // Nothing there answers as Slack does.
    yield /^(?:network|timeout|not_json|http_\d+)$/.test(word)
      ? failed(check, `no Slack Web API answers at SLACK_API_URL: ${word}`, REACH_SLACK)
      : failed(check, `Slack refuses ${setting}: ${word}`, fix);
    if (check === 'slack token') yield skipped('slack connection', 'not checked: fix the token first');
  }
}

const COPY_TOKEN =
  'Copy the Bot User OAuth Token again: api.slack.com/apps, OAuth & Permissions; install the app there if it is not.';
const SOCKET_MODE =
  'At api.slack.com/apps turn Socket Mode on, and under Basic Information, App-Level Tokens, create one with connections:write for SLACK_APP_TOKEN.';
const REACH_SLACK =
  'Allow HTTPS from this machine to that address (DNS, firewall, proxy). For Slack itself, remove SLACK_API_URL; any other address must end where the method names follow, as https://slack.com/api/ does.';

/** `granted`: absent where this Slack does not say. */
function scopesFinding(granted: readonly string[] | undefined, needed: readonly string[]): Finding {
  if (granted === undefined)
    return skipped('slack scopes', 'this Slack does not say which scopes it has granted');
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return passed('slack scopes', needed.join(', '));
  const more = missing.includes('usergroups:read') ? ', with usergroups:read uncommented,' : '';
  const fix = `Paste manifest.yml${more} under App Manifest at api.slack.com/apps, then reinstall the app to the workspace.`;
  return failed('slack scopes', `missing: ${missing.join(', ')}`, fix);
}

/** One sign-in and what it shows, and one account. Ends at the first that fails. */
async function* checkService(settings: Settings, { account: accountId }: Asked): Findings {
  const { BACKUP_SERVICE_URL: address } = settings;
  yield* inClear('sign-in', 'BACKUP_SERVICE_URL', address, 'user name, password, token and every answer');
  const service = createBackupService({ settings, now: Date.now, log: SILENT });
  try {
    const signIn = await service.signIn();
    yield passed('sign-in', 'the service accepts user name and password');
    yield zoneFinding(signIn);
    if (accountId === undefined) return yield skipped('account', 'not checked: --account ID checks one');
    const account = await service.readAccount(accountId, { budgetMs: LOOKUP_LIMITS.budgetMs });
    yield fieldsFinding(account, [...service.health().drifted]);
    const { reasons } = judge(account, Date.now(), { thresholds: thresholdsOf(settings) });
    const fix = `Set BACKUP_SERVICE_TIME_ZONE to the time zone of the service; its times are read as ${account.zone.id} now.`;
    for (const { backup, aheadMs } of reasons.filter((reason) => reason.rule === 'clock-wrong'))
      yield failed('account', `its ${backup} backup is ${english.time.duration(aheadMs)} in the future`, fix);
  } finally {
    await service.close();
  }
}

type SignIn = Awaited<ReturnType<BackupService['signIn']>>;

const SET_ZONE = 'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.';
const NO_ZONE = 'nothing says which time zone the service uses; its times are read as UTC';
const OF_LOGIN = 'the offset in its sign-in answer: around a clock change they may be an hour off';

function zoneFinding({ zone: { id, assumedFrom }, token: { utcOffset } }: SignIn): Finding {
  const login = utcOffset === undefined ? '' : `; the service’s sign-in answer has the offset ${utcOffset}`;
  if (assumedFrom === 'setting')
    return passed('time zone', `service times are read as ${id}, as set${login}`);
  return assumedFrom === 'nothing'
    ? failed('time zone', NO_ZONE, SET_ZONE)
    : warned('time zone', `service times are read as UTC${id}, ${OF_LOGIN}`, SET_ZONE);
}

const TELL_SERVICE =
  'Tell those who run the service. Cards show these as they were sent, or “not reported”, and are right otherwise.';
const NOTHING_TO_DO = 'Nothing to do if the service has no value for them: cards show “not reported”.';

/** A ✗ that names each field that departs; a ⚠ if some are only not reported, which cards do without. */
function fieldsFinding({ sent }: Account, drifted: readonly GeneralInfoField[]): Finding {
  const isMissing = (field: GeneralInfoField) => (sent[field] ?? 'null') === 'null';
  const [missing, wrong] = [drifted.filter(isMissing), drifted.filter((field) => !isMissing(field))];
  const all = [
    // As JSON, so that nothing in it can control a terminal.
    ...wrong.map((field) => `${field} cannot be read: ${JSON.stringify(sent[field]?.slice(0, 60))}`),
    ...missing.map((field) => `${field} is missing`),
  ].join('; ');
  if (all === '') return passed('account', 'every field matches the interface');
  const isUsable = wrong.length === 0 && missing.length < GENERAL_INFO_FIELDS.length;
  return isUsable ? warned('account', all, NOTHING_TO_DO) : failed('account', all, TELL_SERVICE);
}
