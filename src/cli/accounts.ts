import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { MAX_LISTED } from '../account/names.ts';
import { sanitizeShowingInvisible } from '../account/text.ts';
import { DAY_MS, MINUTE_MS } from '../account/time.ts';
import { VERDICT_LEVELS } from '../account/verdict.ts';
import { importAccounts, readList } from '../account-list/account-list.ts';
import { inPieces } from '../async.ts';
import { ServiceError } from '../service/errors.ts';
import { type Settings, thresholdsOf } from '../settings.ts';
import type { Store } from '../store/create-store.ts';
import { accountHistory, type History } from '../watch/history.ts';
import {
  CliError,
  type CliRun,
  FLAG,
  openService,
  readArguments,
  type ServiceSettings,
  serviceFailure,
  serviceSettings,
  withStore,
} from './run.ts';

const OPTIONS = { unread: FLAG, replace: FLAG, yes: FLAG } as const;
type Asked = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** The list of accounts. Resolves with the exit code: of an import 1 when nothing of the file is on the list. */
export async function runAccounts(run: CliRun): Promise<number> {
  const { values, words } = readArguments(run.args, OPTIONS);
  const [word, operand, ...others] = words;
  if ((word === 'export' || word === 'list') && operand === undefined)
    return withStore(run, (store) => exportList(store, run));
  if (operand !== undefined && others.length === 0) {
    if (word === 'import') {
      const settings = serviceSettings(run, 'WATCH_REQUESTS_PER_SECOND', 'DATABASE_URL');
      const read = await readFile(operand);
      return withStore(run, (store) => importRead(read, values, settings, store, run), settings);
    }
    if (word === 'retire') return withStore(run, (store) => retire(operand, store, run));
  }
  throw new CliError('Use import with a file, export, or retire with an id.');
}

async function retire(id: string, { accountList, shownAs }: Store, { write }: CliRun): Promise<number> {
  const retired = await accountList.retire([id]);
  if (retired.length === 0) throw new CliError(`${id} is not on the list in ${shownAs}.`);
  write(`${id} is retired.\n`);
  return 0;
}

async function exportList(store: Store, { write }: CliRun): Promise<number> {
  write('id,name\n');
  for (const { id, name = '' } of await store.accountList.read()) write(`${csvCell(id)},${csvCell(name)}\n`);
  return 0;
}

/** More than a list of 20,000 accounts with usual ids and names needs. */
const MAX_BYTES = 8 * 1024 * 1024;
/** How many of the accounts that an import would retire are named. */
const MAX_NAMED = 20;
/** The share of the list that an import retires without asking: more is rarely intended. */
const RETIRED_UNASKED = 0.1;
/** How many accounts are retired in one step: each conversation that watched them gets one message for it. */
const RETIRED_AT_ONCE = 5_000;

/** The accounts in a CSV file, at least one. A pipe is read to its end. */
async function readFile(path: string) {
  const refused = (problem: string) => new CliError(`${path} ${problem}. Nothing was imported.`);
  // With sudo -u, only root may open the standard input again.
  const fd = path === '/dev/stdin' ? 0 : undefined;
  const bytes = await buffer(createReadStream(path, { fd, end: MAX_BYTES })).catch(({ code }) => {
    throw refused(`cannot be read (${code})`);
  });
  if (bytes.length > MAX_BYTES) throw refused('is larger than 8 MiB');
  if (!isUtf8(bytes)) throw refused('is not UTF-8 text: save it as “CSV UTF-8”');
  const read = readList(String(bytes));
  if (read.kind === 'too-many') throw refused(`has more than ${MAX_LISTED} rows`);
  if (read.kind === 'unclosed-quote')
    throw refused('has an unclosed quote, or a row of more than 10,000 characters');
  const [first] = read.problems;
  const why = first ? `; line ${first.line}: ${first.problem}` : '';
  if (read.accounts.length === 0) throw refused(`has no accounts${why}`);
  return read;
}

async function importRead(
  { accounts, problems }: Awaited<ReturnType<typeof readFile>>,
  { unread: takesUnread, replace, yes }: Asked,
  settings: ServiceSettings & Pick<Settings, 'WATCH_REQUESTS_PER_SECOND'>,
  { accountList, shownAs }: Store,
  { write, writeError }: CliRun,
): Promise<number> {
  const { WATCH_REQUESTS_PER_SECOND: perSecond } = settings;
  const known = new Set((await accountList.read()).map(({ id }) => id));
  const isKnown = (id: string) => takesUnread === true || known.has(id);
  // A row that was skipped names its account, too.
  const given = new Set([...accounts, ...problems].map(({ id }) => id.replace(/\p{C}/gu, '').trim()));
  const leaving = replace ? [...known].filter((id) => !given.has(id)) : [];
  if (leaving.length > RETIRED_UNASKED * known.size && !yes) {
    const shown = leaving.slice(0, MAX_NAMED).join(', ') + (leaving.length > MAX_NAMED ? ' …' : '');
    throw new CliError(
      `${leaving.length} of ${known.size} accounts would be retired, with their watches: ${shown}. Nothing was imported. Add --yes to retire them.`,
    );
  }
  const toRead = accounts.filter(({ id }) => !isKnown(id)).length;
  // Nothing else is printed meanwhile.
  if (toRead > 5 * perSecond)
    writeError(
      `Reading ${toRead} new accounts takes ${Math.ceil(toRead / perSecond)} s; then they are imported. With --unread they are imported at once.\n`,
    );
  const rulesOf = () => ({ thresholds: thresholdsOf(settings) });
  const { service, readForWatch: readAccount } = openService(settings, rulesOf, Date.now);
  try {
    if (toRead > 0) await service.signIn();
    const importing = { store: accountList, isKnown, readAccount, perSecond, leaving: leaving.length };
    const imported = await importAccounts(accounts, importing);
    if (imported.kind === 'limit-reached')
      throw new CliError(
        `The list holds ${imported.limit} accounts at most, and this would be more. Nothing was imported.`,
      );
    const { added, renamed, notFound, refused, unread } = imported;
    // Those that would take their place may be among the unread.
    if (unread.length > 0 && leaving.length > 0)
      throw new CliError(
        `${added.length} added, but ${unread.length} could not be read, so none was retired. Try again, or add --unread.`,
      );
    for await (const ids of inPieces(leaving, RETIRED_AT_ONCE)) await accountList.retire(ids);
    const retired = replace ? `, ${leaving.length} retired` : '';
    write(
      `${added.length} added, ${renamed} renamed, ${notFound.length} not found, ${refused.length} refused${retired}, in ${shownAs}\n`,
    );
    if (unread.length > 0)
      write(`${unread.length} could not be read and were not added: try again, or add --unread\n`);
    const lines = { 'not found': notFound, 'refused by the service': refused, retired: leaving };
    for (const [what, ids] of Object.entries(lines)) for (const id of ids) write(`${what}: ${id}\n`);
    for (const { line, problem, id } of problems)
      write(`line ${line}: skipped, ${problem}: ${JSON.stringify(sanitizeShowingInvisible(id, 60))}\n`);
    return accounts.length > notFound.length + refused.length + unread.length ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [why] = serviceFailure(error);
    throw new CliError(`Nothing was imported: ${why}. Add --unread to import accounts without asking.`);
  } finally {
    await service.close();
  }
}

/** Prints the days of an account. Resolves with the exit code, 0. */
export async function runHistory(run: CliRun): Promise<number> {
  // Without the option, too: there is no other format.
  const { words } = readArguments(run.args, { csv: FLAG });
  const [id, ...others] = words;
  if (id === undefined || others.length > 0) throw new CliError('Give the id of one account.');
  return withStore(run, async ({ watches, shownAs }) => {
    const record = await watches.record(id);
    const unknown = `Nothing is known of the past of ${id} in ${shownAs}. Only watched accounts have a history.`;
    if (record.changes.length === 0) throw new CliError(unknown);
    run.write(csvOf(id, accountHistory(record, run.now())));
    return 0;
  });
}

/** In rounded minutes. Their sum is the length of the day, except for rounding and for time that does not count. */
function csvOf(id: string, { days }: History): string {
  const levels = [...VERDICT_LEVELS, 'unseen'] as const;
  const rows = days
    .filter(({ sign }) => sign !== 'not-counted')
    .map(({ day, times }) => [
      csvCell(id),
      new Date(day * DAY_MS).toISOString().slice(0, 10),
      ...levels.map((level) => String(Math.round(times[level] / MINUTE_MS))),
    ]);
  const head = ['account', 'day', ...VERDICT_LEVELS.map((level) => `${level}_minutes`), 'not_seen_minutes'];
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

/** What begins like a formula has a quote in front of it, also after a semicolon: some spreadsheets begin a cell there. */
function csvCell(text: string): string {
  const safe = text.replace(/(^|;)(?=["']*[=+\-@\t\r])/g, "$1'");
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
