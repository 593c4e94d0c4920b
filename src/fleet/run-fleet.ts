// fleet/ owns `npm run fleet`: the list of accounts on the command line.
// It must never know Slack.
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createAccountList } from '../account-list/create-account-list.ts';
import { createImportAccounts, READ_AT_IMPORT_AT_MOST } from '../account-list/import-accounts.ts';
import { decodeList, readList } from '../account-list/read-list.ts';
import { AccountRulesError, openAccountRules } from '../account-rules/open-account-rules.ts';
import { type ImportConfig, LIMITS, readDatabaseUrl, readImportConfig, settingsToFix } from '../config.ts';
import { csvCell } from '../domain/csv-cell.ts';
import { LISTED_AT_MOST, type ListedAccount } from '../domain/names/account-list.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import { createReadForWatch } from '../lookup/read-for-watch.ts';
import { createBackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { StoreError } from '../store/store-error.ts';

const USAGE = `npm run fleet -- import FILE [options]      node dist/fleet.js import FILE [options]
npm run fleet -- list
npm run fleet -- retire ID

import    puts the accounts of a CSV file on the list: a row for each, the id first, then the name.
          Each account that is new is read once; what the service does not know is not put on the list
          --unread   puts new accounts on the list without asking the service
          --replace  retires the accounts that are not in the file, with their watches
          --yes      does so even if they are more than a tenth of the list
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

interface ImportOptions {
  readonly unread?: boolean;
  readonly replace?: boolean;
  readonly yes?: boolean;
}

type Asked =
  | { readonly kind: 'help' | 'list' }
  | { readonly kind: 'import'; readonly path: string; readonly options: ImportOptions }
  | { readonly kind: 'retire'; readonly id: string }
  | { readonly kind: 'invalid'; readonly problem: string };

function readArgs(args: readonly string[]): Asked {
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { unread: flag, replace: flag, yes: flag, help: flag },
      allowPositionals: true,
    });
    const { help, ...options } = values;
    const [word, argument, ...others] = positionals;
    const hasOptions = Object.keys(options).length > 0;
    if (help) return { kind: 'help' };
    if (word === 'list' && argument === undefined && !hasOptions) return { kind: 'list' };
    if (argument !== undefined && others.length === 0) {
      if (word === 'import') return { kind: 'import', path: argument, options };
      if (word === 'retire' && !hasOptions) return { kind: 'retire', id: argument };
    }
    return { kind: 'invalid', problem: 'Say import with a file, list, or retire with an id.' };
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the flag.
    return { kind: 'invalid', problem: (error as Error).message };
  }
}

/** Does what the command line says. Resolves with the exit code: 1 when nothing was done. */
export async function runFleet({ args, environment, write, writeError }: FleetRun): Promise<number> {
  const asked = readArgs(args);
  switch (asked.kind) {
    case 'help':
      write(USAGE);
      return 0;
    case 'invalid':
      writeError(`${asked.problem}\n\n${USAGE}`);
      return 1;
    case 'list':
      return withStore(environment, writeError, (store) => printList(store, write));
    case 'retire':
      return withStore(environment, writeError, async (store) => {
        const [retired] = await store.accountList.retire([asked.id]);
        if (retired !== undefined) write(`${retired} is retired.\n`);
        else writeError(`${asked.id} is not on the list.\n`);
        return retired === undefined ? 1 : 0;
      });
    case 'import': {
      const result = readImportConfig(environment);
      if (result.kind === 'invalid') {
        writeError(settingsToFix(result));
        return 1;
      }
      const { config } = result;
      return withStore(environment, writeError, (store) =>
        importFile(asked.path, { config, store, options: asked.options, write, writeError }),
      );
    }
    default:
      return asked satisfies never;
  }
}

async function withStore(
  environment: FleetRun['environment'],
  writeError: FleetRun['writeError'],
  work: (store: Store) => Promise<number>,
): Promise<number> {
  const read = readDatabaseUrl(environment);
  if (read.kind === 'invalid') {
    writeError(settingsToFix(read));
    return 1;
  }
  let store: Store | undefined;
  try {
    const { databaseUrl } = read;
    store = await createStore({ databaseUrl, now: Date.now, log: pino({ level: 'silent' }) });
    return await work(store);
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof AccountRulesError)) throw error;
    writeError(`${error.message}\nNothing was changed.\n`);
    return 1;
  } finally {
    await store?.close();
  }
}

interface Running extends Pick<FleetRun, 'write' | 'writeError'> {
  readonly config: ImportConfig;
  readonly store: Store;
  readonly options: ImportOptions;
}

/** The longest ids and names of 20,000 accounts. */
const BYTES_AT_MOST = 8 * 1024 * 1024;
const ROWS_SHOWN = 20;
/** Of the list: retiring more in one import is rarely meant. */
const RETIRED_UNASKED = 0.1;

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
  if (read.accounts.length === 0) {
    writeError(`${path} has no row with an account. Nothing was imported.\n`);
    return 1;
  }
  const isImported = await importRead(read.accounts, running);
  for (const { line, problem, id } of read.problems.slice(0, ROWS_SHOWN)) {
    write(`line ${line}: not taken, ${PROBLEMS[problem]}: ${JSON.stringify(id.slice(0, 60))}\n`);
  }
  const more = read.problems.length - ROWS_SHOWN;
  if (more > 0) write(`and ${more} more rows that were not taken\n`);
  return isImported ? 0 : 1;
}

/** False: nothing of it is on the list now that was not there before. */
async function importRead(accounts: readonly ListedAccount[], running: Running): Promise<boolean> {
  const { config, store, options, write, writeError } = running;
  const log = pino({ level: 'silent' });
  const { thresholds, accountRulesFile: path, perSecond } = config;
  const rules = await openAccountRules({ path, thresholds, log });
  const list = createAccountList({ store: store.accountList, rules, log });
  await list.refresh();
  const given = new Set(accounts.map(({ id }) => id));
  const leaving = options.replace ? list.ids().filter((id) => !given.has(id)) : [];
  if (leaving.length > RETIRED_UNASKED * list.ids().length && !options.yes) {
    writeError(
      `${leaving.length} of ${list.ids().length} accounts would be retired, with their watches. Nothing was imported. Say --yes if that is meant.\n`,
    );
    return false;
  }
  const unknown = accounts.filter(({ id }) => !list.isKnown(id)).length;
  if (unknown > READ_AT_IMPORT_AT_MOST && !options.unread) {
    const minutes = Math.ceil(unknown / perSecond / 60);
    writeError(
      `${unknown} accounts are new, and asking the service about each would take ${minutes} minutes, at ${perSecond} a second (WATCH_REQUESTS_PER_SECOND). ` +
        `Nothing was imported. Say --unread to put them on the list without asking, or import up to ${READ_AT_IMPORT_AT_MOST} at a time.\n`,
    );
    return false;
  }
  const service = createBackupService({ ...config.backupService, now: Date.now, log });
  try {
    const { budgetMs } = config.lookup;
    if (unknown > 0 && !options.unread) await service.signIn({ budgetMs });
    const lookup = createLookupBackupStatus({
      readAccount: service.readAccount,
      termsOf: rules.termsOf,
      lastAnswers: NO_LAST_ANSWERS,
      freshForMs: LIMITS.lookup.freshForMs,
      budgetMs,
      now: Date.now,
      log,
    });
    const readAccount = createReadForWatch({ lookup, breaker: () => service.health().breaker });
    const importAccounts = createImportAccounts({ store: store.accountList, list, readAccount, perSecond });
    const imported = await importAccounts(accounts, {
      readForMs: options.unread ? 0 : undefined,
      takesUnread: options.unread ?? false,
    });
    if (imported.kind === 'limit-reached') {
      const { limit } = imported;
      writeError(`The list holds ${limit} accounts at most, and this would be more. Nothing was imported.\n`);
      return false;
    }
    const { added, renamed, notFound, refused, unread } = imported;
    const unreadText = unread > 0 && options.unread ? ` (${unread} of them not read)` : '';
    for (let at = 0; at < leaving.length; at += RETIRED_AT_ONCE) {
      await store.accountList.retire(leaving.slice(at, at + RETIRED_AT_ONCE));
    }
    const retired = options.replace ? `, ${leaving.length} retired` : '';
    write(
      `${added.length} added${unreadText}, ${renamed} renamed, ${notFound.length} not found, ${refused.length} refused${retired}\n`,
    );
    if (unread > 0 && !options.unread) {
      write(`${unread} could not be read and were not added: try again, or say --unread\n`);
    }
    for (const id of notFound) write(`not found: ${id}\n`);
    for (const id of refused) write(`refused by the service: ${id}\n`);
    return accounts.length > notFound.length + refused.length + (options.unread ? 0 : unread);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = error.code === 'login-rejected' ? 'refuses the sign-in' : `does not answer (${error.code})`;
    writeError(
      `The service ${why}, so nothing was imported. Say --unread to put accounts on the list without asking.\n`,
    );
    return false;
  } finally {
    await service.close();
  }
}

const RETIRED_AT_ONCE = 500;

const UNREADABLE = {
  'too-many': `has more than ${LISTED_AT_MOST} accounts`,
  'unclosed-quote': 'has a quote that is not closed, or a row of more than 10,000 characters',
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
    const bytes = Buffer.alloc(BYTES_AT_MOST + 1);
    let length = 0;
    // A pipe gives a piece at a time.
    for (let bytesRead = 1; bytesRead > 0; length += bytesRead) {
      ({ bytesRead } = await file.read(bytes, length, bytes.length - length, null));
    }
    if (length > BYTES_AT_MOST) return { kind: 'problem', problem: 'is larger than 8 MiB' };
    const text = decodeList(bytes.subarray(0, length));
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
