import { type Logger, pino } from 'pino';
import { whoMayAsk } from '../domain/access.ts';
import { readSettings, type SettingsRead } from '../read-settings.ts';
import { createBackupService } from '../service/client.ts';
import type { ReportDrift } from '../service/parse-account.ts';
import { reachService } from '../service/reach.ts';
import { accessOf, backupServiceOf, type Settings, slackOf, thresholdsOf } from '../settings.ts';
import { scopesFor } from '../slack/identify-app.ts';
import { checkAccount, type InspectedService } from './check-account.ts';
import { checkDatabase } from './check-database.ts';
import { checkAddress, checkClock, checkToken, checkZone, type SignIn, trySignIn } from './check-service.ts';
import { checkAccountRules, checkSettings, settingsProblem } from './check-settings.ts';
import { askSlack, checkBotToken, checkScopes, checkSigningSecret, checkSocket } from './check-slack.ts';
import { type CheckName, type Finding, failed, passed, type Result, skipped } from './finding.ts';

export interface DoctorRun {
  readonly accountId: string | undefined;
  readonly isJson: boolean;
  /** Of the program; printed. */
  readonly version: string;
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
}

/** Looks at everything and writes what it finds. Resolves with the exit code. */
export async function runDoctor(run: DoctorRun): Promise<number> {
  const { accountId, isJson, version, environment, write } = run;
  const print = (text: string) => isJson || write(`${text}\n`);
  print(`backup-status ${version} on Node ${process.versions.node}\n`);
  const findings: Finding[] = [];
  for await (const finding of runChecks(readSettings(environment), accountId)) {
    findings.push(finding);
    print(toLines(finding));
  }
  print(`\n${toSummary(findings)}`);
  if (isJson) {
    write(`${JSON.stringify({ version, node: process.versions.node, findings }, undefined, 2)}\n`);
  }
  return findings.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

const SIGNS = { passed: '✓', warned: '⚠', failed: '✗', skipped: '–' } as const;
const NAME_WIDTH = 19;

/** One finding as lines for a terminal; its fix stands below. */
function toLines(finding: Finding): string {
  const { check, kind, message } = finding;
  const line = `${SIGNS[kind]} ${check.padEnd(NAME_WIDTH)}${message}`;
  return 'fix' in finding ? `${line}\n  ${' '.repeat(NAME_WIDTH)}→ ${finding.fix}` : line;
}

/** The last line: how many came out how. */
function toSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const warnings = count('warned') > 0 ? `, ${count('warned')} ⚠` : '';
  const looked = `${count('passed')} ✓, ${count('failed')} ✗${warnings}`;
  return count('skipped') > 0 ? `${looked}, ${count('skipped')} not looked at` : looked;
}

/** A part of the installation, and how to look at it. No results: there is nothing to look at. */
type Check = readonly [name: CheckName, look: () => Results | Promise<Results>];
type Results = Result | readonly Result[];

/**
 * Runs one check after the other and reports each finding at once. Never stops early: a check that cannot run says so.
 */
async function* runChecks(result: SettingsRead, accountId: string | undefined): AsyncGenerator<Finding> {
  if (result.kind === 'invalid') {
    yield* run([
      ['settings', () => result.problems.map(settingsProblem)],
      ['slack token', () => skipped('this and everything else waits for the settings')],
    ]);
    return;
  }
  const { settings, warnings } = result;
  const log = pino({ level: 'silent' });
  const drift: InspectedService['drift'][number][] = [];
  const reportDrift: ReportDrift = (field, kind) => drift.push({ field, kind });
  const service = createBackupService({ ...backupServiceOf(settings), reportDrift, now: Date.now, log });
  try {
    yield* run([
      ['settings', () => checkSettings(settings, warnings)],
      ['who may ask', () => passed(whoMayAsk(accessOf(settings)))],
      ['account rules', () => checkAccountRules(settings.ACCOUNT_RULES_FILE)],
      ...slackChecks(settings, log),
      ...serviceChecks(settings, { service, drift }, accountId),
      ['database', () => checkDatabase(settings.DATABASE_URL, log)],
    ]);
  } finally {
    await service.close();
  }
}

async function* run(checks: readonly Check[]): AsyncGenerator<Finding> {
  for (const [check, look] of checks) {
    for (const result of [await survive(look)].flat()) yield { check, ...result };
  }
}

/** A defect in one check must not hide what the others find. Its message may quote anything, so only its kind is told. */
async function survive(look: Check[1]): Promise<Results> {
  try {
    return await look();
  } catch (error) {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: 'a value' };
    const kind = code === undefined ? name : `${name}, ${code}`;
    return failed(`could not be looked at (${kind})`, 'This is a defect of the doctor: please report it.');
  }
}

/** Things that several checks need are looked up once. */
function once<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined;
  return () => {
    looking ??= look();
    return looking;
  };
}

function slackChecks(settings: Settings, log: Logger): readonly Check[] {
  const slack = slackOf(settings);
  const { transport, apiUrl } = slack;
  const ask = once(() => askSlack(slack, log));
  const asked: readonly Check[] = [
    ['slack token', async () => checkBotToken(await ask(), apiUrl)],
    ['slack scopes', async () => checkScopes(await ask(), scopesFor(accessOf(settings)))],
  ];
  if (transport.kind === 'socket') {
    const { appToken } = transport;
    return [...asked, ['slack connection', async () => checkSocket(await ask(), { appToken, apiUrl, log })]];
  }
  return [...asked, ['signing secret', () => checkSigningSecret(transport.signingSecret)]];
}

const REACH_WITHIN_MS = 5_000;

function serviceChecks(
  settings: Settings,
  inspected: InspectedService,
  /** The account to read; absent: none is. */
  accountId: string | undefined,
): readonly Check[] {
  const url = settings.BACKUP_SERVICE_URL;
  const reach = once(() => reachService(url, REACH_WITHIN_MS));
  const signIn = once(async () =>
    (await reach()).kind === 'reached' ? await trySignIn(inspected.service) : skipped(NOT_LET_IN),
  );
  const resultOf = (signedIn: SignIn | Result) =>
    'token' in signedIn ? passed('the service takes user name and password') : signedIn;
  const withSignIn = (look: (signIn: SignIn) => Results | Promise<Results>) => async () => {
    const signedIn = await signIn();
    return 'token' in signedIn ? await look(signedIn) : skipped(NOT_LET_IN);
  };
  return [
    ['service address', async () => checkAddress(await reach(), url)],
    ['sign-in', async () => resultOf(await signIn())],
    ['token', withSignIn(checkToken)],
    ['clock', withSignIn(checkClock)],
    ['time zone', withSignIn(checkZone)],
    ['account', withSignIn(() => checkAccount(accountId, inspected, thresholdsOf(settings)))],
  ];
}

const NOT_LET_IN = 'not looked at: sign-in has to work first';
