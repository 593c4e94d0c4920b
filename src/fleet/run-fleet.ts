// fleet/ owns `npm run fleet`: the list of accounts on the command line.
// It must never know Slack.
import { open } from 'node:fs/promises';
import { pino } from 'pino';
import { createAccountList } from '../account-list/create-account-list.ts';
import { createImportAccounts, READ_AT_IMPORT_AT_MOST } from '../account-list/import-accounts.ts';
import { decodeList, type ReadList, readList } from '../account-list/read-list.ts';
import { AccountRulesError, openAccountRules } from '../account-rules/open-account-rules.ts';
import { type Config, readConfig, settingsToFix } from '../config.ts';
import { csvCell } from '../domain/csv-cell.ts';
import { LISTED_AT_MOST } from '../domain/names/account-list.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import { createReadForWatch } from '../lookup/read-for-watch.ts';
import { createBackupService } from '../service/client.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { StoreError } from '../store/store-error.ts';

const USAGE = `npm run fleet -- import FILE      node dist/fleet.js import FILE
npm run fleet -- list
npm run fleet -- retire ID

import    puts the accounts of a CSV file on the list: a row for each, the id first, then the name
list      prints the list as CSV
retire    takes an account off the list; what is known of its past stays
`;

export interface FleetRun {
  /** The command line, without the `node script` part. */
  readonly args: readonly string[];
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
  /** Takes why nothing was done. */
  readonly writeError: (text: string) => void;
}

/** Does what the command line says. Resolves with the exit code: 1 when nothing was done. */
export async function runFleet({ args, environment, write, writeError }: FleetRun): Promise<number> {
  const [word, argument, ...others] = args;
  if (word === '--help') {
    write(USAGE);
    return 0;
  }
  const isWhole = word === 'list' ? argument === undefined : argument !== undefined && others.length === 0;
  if (!isWhole || !['import', 'list', 'retire'].includes(word ?? '')) {
    writeError(`Say import with a file, list, or retire with an id.\n\n${USAGE}`);
    return 1;
  }
  const result = readConfig(environment);
  if (result.kind === 'invalid') {
    writeError(settingsToFix(result));
    return 1;
  }
  const { config } = result;
  const log = pino({ level: 'silent' });
  let store: Store | undefined;
  try {
    store = await createStore({ databaseUrl: config.databaseUrl, now: Date.now, log });
    if (word === 'import') return await importFile(argument ?? '', { config, store, write, writeError });
    if (word === 'list') return await printList(store, write);
    const [retired] = await store.accountList.retire([argument ?? '']);
    if (retired !== undefined) write(`${retired} is retired.\n`);
    else writeError(`${argument} is not on the list.\n`);
    return retired === undefined ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof AccountRulesError)) throw error;
    writeError(`${error.message}\nNothing was changed.\n`);
    return 1;
  } finally {
    await store?.close();
  }
}

interface Running extends Pick<FleetRun, 'write' | 'writeError'> {
  readonly config: Config;
  readonly store: Store;
}

/** The longest ids and names of 20,000 accounts. */
const BYTES_AT_MOST = 8 * 1024 * 1024;
const ROWS_SHOWN = 20;

async function importFile(path: string, running: Running): Promise<number> {
  const { write, writeError } = running;
  const text = await readText(path);
  if (text.kind === 'problem') {
    writeError(`${path} ${text.problem}. Nothing was imported.\n`);
    return 1;
  }
  const read = readList(text.text);
  if (read.kind !== 'read') {
    writeError(`${path} ${UNREADABLE[read.kind]}. Nothing was imported.\n`);
    return 1;
  }
  const isImported = read.accounts.length > 0 && (await importRead(read, running));
  for (const { line, problem, id } of read.problems.slice(0, ROWS_SHOWN)) {
    write(`line ${line}: not taken, ${PROBLEMS[problem]}: ${JSON.stringify(id.slice(0, 60))}\n`);
  }
  const more = read.problems.length - ROWS_SHOWN;
  if (more > 0) write(`and ${more} more rows that were not taken\n`);
  if (read.accounts.length === 0) writeError(`${path} has no row with an account. Nothing was imported.\n`);
  return isImported ? 0 : 1;
}

type Rows = Extract<ReadList, { kind: 'read' }>;

/** False: the list has no room for them, and nothing was imported. */
async function importRead({ accounts }: Rows, { config, store, write, writeError }: Running) {
  const log = pino({ level: 'silent' });
  const { thresholds, accountRulesFile: path } = config;
  const rules = await openAccountRules({ path, thresholds, log });
  const list = createAccountList({ store: store.accountList, rules, log });
  await list.refresh();
  const service = createBackupService({ ...config.backupService, now: Date.now, log });
  try {
    const lookup = createLookupBackupStatus({
      readAccount: service.readAccount,
      termsOf: rules.termsOf,
      lastAnswers: NO_LAST_ANSWERS,
      freshForMs: config.lookup.freshForMs,
      budgetMs: config.lookup.budgetMs,
      now: Date.now,
      log,
    });
    const perSecond = config.watch.requestsPerSecond;
    const unknown = accounts.filter(({ id }) => !list.isKnown(id)).length;
    if (unknown > READ_AT_IMPORT_AT_MOST) {
      const minutes = Math.ceil(unknown / perSecond / 60);
      write(
        `${unknown} new accounts are taken without asking the service about them: that would take ${minutes} minutes, ` +
          `at ${perSecond} a second (WATCH_REQUESTS_PER_SECOND). Up to ${READ_AT_IMPORT_AT_MOST} at a time are read.\n`,
      );
    }
    const readAccount = createReadForWatch({ lookup, breaker: () => service.health().breaker });
    const importAccounts = createImportAccounts({ store: store.accountList, list, readAccount, perSecond });
    const imported = await importAccounts(accounts);
    if (imported.kind === 'limit-reached') {
      const { limit } = imported;
      writeError(`The list holds ${limit} accounts at most, and this would be more. Nothing was imported.\n`);
      return false;
    }
    const { added, renamed, notFound, refused, unread } = imported;
    const unreadText = unread > 0 ? ` (${unread} of them not read)` : '';
    write(
      `${added.length} added${unreadText}, ${renamed} renamed, ${notFound.length} not found, ${refused.length} refused\n`,
    );
    for (const id of notFound) write(`not found: ${id}\n`);
    for (const id of refused) write(`refused by the service: ${id}\n`);
    return true;
  } finally {
    await service.close();
  }
}

const UNREADABLE = {
  'too-many': `has more than ${LISTED_AT_MOST} accounts`,
  'unclosed-quote': 'has a quote that is not closed',
} as const;

const PROBLEMS = {
  'id-missing': 'no id',
  'id-unreadable': 'the id is too long, or has characters that cannot be seen',
  'id-formula': 'the id begins like a formula',
  'id-pattern': '* and ? stand for other characters',
  'name-too-long': 'the name is too long',
  'other-name': 'the same id stands above with another name',
} as const;

type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string };

async function readText(path: string): Promise<FileText> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) return { kind: 'problem', problem: `cannot be read (${file.code})` };
  try {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(BYTES_AT_MOST + 1) });
    if (bytesRead > BYTES_AT_MOST) return { kind: 'problem', problem: 'is larger than 8 MiB' };
    const text = decodeList(buffer.subarray(0, bytesRead));
    return text === undefined
      ? { kind: 'problem', problem: 'is not UTF-8 text: save it as “CSV UTF-8”' }
      : { kind: 'text', text };
  } catch (error) {
    return { kind: 'problem', problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  } finally {
    await file.close();
  }
}

async function printList(store: Store, write: (text: string) => void): Promise<number> {
  write('id,name\n');
  for (let afterId = ''; ; ) {
    const accounts = await store.accountList.read(afterId, 1_000);
    for (const { id, name = '' } of accounts) write(`${csvCell(id)},${csvCell(name)}\n`);
    const last = accounts.at(-1);
    if (last === undefined) return 0;
    afterId = last.id;
  }
}
