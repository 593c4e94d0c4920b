import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { pino } from 'pino';
import type { RulesOf } from '../account/verdict.ts';
import { createLastAnswers } from '../lookup/last-answers.ts';
import { createLookups, LOOKUP_LIMITS } from '../lookup/lookup-backup-status.ts';
import { createBackupService } from '../service/client.ts';
import type { ServiceError, ServiceErrorCode } from '../service/errors.ts';
import { readSettings, type Settings, settingsToFix } from '../settings.ts';
import type { Store } from '../store/create-store.ts';

/** What a command is run with. */
export interface CliRun {
  /** The command line, without the `node script` part. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
  /** Takes what went wrong. */
  readonly writeError: (text: string) => void;
}

/** A command failed. The message says why and what to do, and does not end with a line break. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Commands print what they find, and log nothing. */
export const SILENT = pino({ level: 'silent' });

export const [FLAG, TEXT] = [{ type: 'boolean' }, { type: 'string' }] as const;

/** What is typed after a command. Throws a CliError for options that it does not have. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: CliRun['args'],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, words: positionals };
  } catch (error) {
    // The message names the option; for one that is unknown, a second sentence tells how to type such a file name.
    const [problem] = (error as Error).message.split(/\. To /, 1);
    throw new CliError(`${problem}. --help shows the options.`);
  }
}

/** The settings that a command uses; others may be wrong. Writes warnings. Throws a CliError with all mistakes. */
function settingsFor<Name extends keyof Settings>(
  { environment, writeError }: CliRun,
  names: readonly Name[],
) {
  const read = readSettings(environment, names);
  if (read.kind === 'invalid') throw new CliError(settingsToFix(read).trimEnd());
  for (const warning of read.warnings) writeError(`${warning}\n`);
  return read.settings;
}

/** Runs work on the database of the settings, unless another is given. Rejects with a StoreError when it cannot be used. */
export async function withStore<Result>(
  run: CliRun,
  work: (store: Store) => Promise<Result>,
  { DATABASE_URL: databaseUrl } = settingsFor(run, ['DATABASE_URL']),
): Promise<Result> {
  // Other commands do without the database.
  const { createStore } = await import('../store/create-store.ts');
  const store = await createStore(databaseUrl, run.now, SILENT);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What asking the service and judging its answer needs. */
const SERVICE_SETTINGS = [
  'BACKUP_SERVICE_URL',
  'BACKUP_SERVICE_USERNAME',
  'BACKUP_SERVICE_PASSWORD',
  'BACKUP_SERVICE_TIME_ZONE',
  'BACKUP_SERVICE_MAX_CONCURRENT',
  'BACKUP_LATE_AFTER_HOURS',
  'BACKUP_STALE_AFTER_HOURS',
  'PACKAGE_ENDS_SOON_DAYS',
  'ACCOUNT_RULES_FILE',
] as const;
export type ServiceSettings = Pick<Settings, (typeof SERVICE_SETTINGS)[number]>;

/** The settings that a command needs to ask the service, and those in `names`. */
export const serviceSettings = <Name extends keyof Settings>(run: CliRun, ...names: readonly Name[]) =>
  settingsFor(run, [...SERVICE_SETTINGS, ...names]);

/** The service, and the ways to look accounts up. `service` has to be closed. */
export function openService(settings: ServiceSettings, rulesOf: RulesOf, now: () => number) {
  const common = { now, log: SILENT };
  const service = createBackupService({ settings, ...common });
  const lastAnswers = createLastAnswers(common, LOOKUP_LIMITS.lastAnswerMaxAgeMs);
  return { service, ...createLookups({ ...common, ...LOOKUP_LIMITS, ...service, rulesOf, lastAnswers }) };
}

type Words = readonly [what: string, fix: string];

const REACH =
  'Check BACKUP_SERVICE_URL for a typing mistake, that the service runs, and that DNS, firewalls and proxies let this machine through.';
const NO_ACCOUNT: Words = ['the service knows no such account', 'Use the id of one that you know exists.'];
const NO_TRUST: Words = [
  'the certificate of the service is not accepted',
  'For a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file, in the environment of the process: Node does not read it from .env. One that has expired, or is for another name, only those who run the service can replace. For a service without TLS, BACKUP_SERVICE_URL must be http://.',
];
const WORDS: Readonly<Partial<Record<ServiceErrorCode, Words>>> = {
  'login-rejected': [
    'the service refuses the user name or password',
    'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.',
  ],
  'not-found': NO_ACCOUNT,
  'invalid-id': NO_ACCOUNT,
  forbidden: [
    'the service account may not see this account',
    'Ask those who run the service to give BACKUP_SERVICE_USERNAME the right to read accounts.',
  ],
  timeout: ['the service does not answer in time', `${REACH} The bot tries again by itself.`],
  network: ['no connection to the service', REACH],
  'bad-response': [
    'the answer does not match the interface of the service',
    'BACKUP_SERVICE_URL must include the api prefix and end where /login follows, such as https://backup.example.com/api; redirects are not followed. If it does, ask those who run the proxy or firewall in between.',
  ],
};
/** For all other codes, which are about the service alone; the status and the reason say more. */
const OTHER: Words = [
  'the service fails, or asks for a pause',
  'Ask those who run the service; the bot tries again by itself.',
];

/** What failed when the service was called, and what to do about it. Contains nothing of the answer. */
export function serviceFailure({ code, facts }: ServiceError): Words {
  const { operation, status, reason = '' } = facts;
  const isTls = code === 'network' && /CERT|TLS|SSL|EPROTO|ISSUER|SIGNATURE|CRL/.test(reason);
  const [what, fix] = isTls ? NO_TRUST : (WORDS[code] ?? OTHER);
  return [`${what} (${[operation, status && `HTTP ${status}`, reason].filter(Boolean).join(', ')})`, fix];
}
