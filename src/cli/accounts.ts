import { open } from 'node:fs/promises';
import { pino } from 'pino';
import { createAccountList } from '../account-list/create-account-list.ts';
import { importAccounts, READ_AT_IMPORT_AT_MOST } from '../account-list/import-accounts.ts';
import { decodeList, readList } from '../account-list/read-list.ts';
import { openAccountRules } from '../account-rules/open-account-rules.ts';
import { csvCell } from '../domain/csv-cell.ts';
import { LISTED_AT_MOST, type ListedAccount } from '../domain/names/account-list.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { LOOKUP_LIMITS } from '../lookup/limits.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import { createReadForWatch } from '../lookup/read-for-watch.ts';
import { readSettings, settingsToFix } from '../read-settings.ts';
import { createBackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { backupServiceOf, type Settings, thresholdsOf } from '../settings.ts';
import type { Store } from '../store/create-store.ts';
import { type CliRun, withStore } from './run.ts';
import { LOOKUP_SETTINGS } from './status.ts';

interface ImportOptions {
  readonly unread?: boolean;
  readonly replace?: boolean;
  readonly yes?: boolean;
}

/** Takes an account off the list. */
export const retire = (id: string, run: CliRun): Promise<number> =>
  withStore(run, async (store) => {
    const [retired] = await store.accountList.retire([id]);
    if (retired !== undefined) run.write(`${retired} is retired.\n`);
    else run.writeError(`${id} is not on the list.\n`);
    return retired === undefined ? 1 : 0;
  });

/** Prints the list as CSV. */
export const printList = (run: CliRun): Promise<number> =>
  withStore(run, async (store) => {
    run.write('id,name\n');
    for (let afterId = ''; ; ) {
      const accounts = await store.accountList.read(afterId, 1_000);
      run.write(accounts.map(({ id, name = '' }) => `${csvCell(id)},${csvCell(name)}\n`).join(''));
      const last = accounts.at(-1);
      if (last === undefined) return 0;
      afterId = last.id;
    }
  });

const IMPORT_SETTINGS = [...LOOKUP_SETTINGS, 'DATABASE_URL', 'WATCH_REQUESTS_PER_SECOND'] as const;

interface Running extends CliRun {
  readonly settings: Pick<Settings, (typeof IMPORT_SETTINGS)[number]>;
  readonly store: Store;
  readonly options: ImportOptions;
}

/** The longest ids and names of 20,000 accounts. */
const BYTES_AT_MOST = 8 * 1024 * 1024;
const ROWS_SHOWN = 20;
/** Of the list: retiring more in one import is rarely meant. */
const RETIRED_UNASKED = 0.1;

/** Puts the accounts of a CSV file on the list. Resolves with the exit code: 1 when nothing of it is on the list. */
export async function importFile(path: string, options: ImportOptions, run: CliRun): Promise<number> {
  const { environment, write, writeError } = run;
  const result = readSettings(environment, IMPORT_SETTINGS);
  if (result.kind === 'invalid') {
    writeError(settingsToFix(result));
    return 1;
  }
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
  const { settings } = result;
  const exitCode = await withStore(run, async (store) =>
    (await importRead(read.accounts, { ...run, settings, store, options })) ? 0 : 1,
  );
  for (const { line, problem, id } of read.problems.slice(0, ROWS_SHOWN)) {
    write(`line ${line}: not taken, ${PROBLEMS[problem]}: ${JSON.stringify(id.slice(0, 60))}\n`);
  }
  const more = read.problems.length - ROWS_SHOWN;
  if (more > 0) write(`and ${more} more rows that were not taken\n`);
  return exitCode;
}

/** False: nothing of it is on the list now that was not there before. */
async function importRead(accounts: readonly ListedAccount[], running: Running): Promise<boolean> {
  const { settings, store, options, write, writeError } = running;
  const log = pino({ level: 'silent' });
  const { ACCOUNT_RULES_FILE: path, WATCH_REQUESTS_PER_SECOND: perSecond } = settings;
  const rules = await openAccountRules({ path, thresholds: thresholdsOf(settings), log });
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
  const service = createBackupService({ ...backupServiceOf(settings), now: Date.now, log });
  try {
    const { budgetMs, freshForMs } = LOOKUP_LIMITS;
    if (unknown > 0 && !options.unread) await service.signIn({ budgetMs });
    const lookup = createLookupBackupStatus({
      readAccount: service.readAccount,
      termsOf: rules.termsOf,
      lastAnswers: NO_LAST_ANSWERS,
      freshForMs,
      budgetMs,
      now: Date.now,
      log,
    });
    const readAccount = createReadForWatch({ lookup, breaker: () => service.health().breaker });
    const deps = { store: store.accountList, list, readAccount, perSecond };
    const takesUnread = options.unread ?? false;
    const readForMs = takesUnread ? 0 : Number.POSITIVE_INFINITY;
    const imported = await importAccounts(accounts, deps, { readForMs, takesUnread });
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
