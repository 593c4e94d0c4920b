import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSingleFlight, within } from '../async.ts';
import { BACKUP_KINDS, LEVEL_CODE } from '../domain/verdict.ts';
import type { WatchStore } from '../domain/watch/watch-store.ts';

export type WatchedAccounts = Pick<WatchStore, 'readStates' | 'figures'>;
type Watched = Awaited<ReturnType<WatchedAccounts['readStates']>>[number];

/** What is known of each watched account, for Prometheus: pieces of its text format, to be sent one after the other. */
export type AccountMetrics = () => Promise<readonly string[]>;

export interface AccountMetricsDeps {
  /** Undefined until the database is open. */
  readonly accounts: () => WatchedAccounts | undefined;
  /** Accounts beyond them are left out, and counted. Default 20,000. */
  readonly accountsAtMost?: number;
  readonly now: () => number;
}

/** Reading and formatting this many takes some milliseconds: then the event loop has its turn. */
const PAGE = 250;
/** A scrape ends after ten seconds by default. */
const WITHIN_MS = 8_000;

/**
 * Scrapes at the same time share one reading of the database. Rejects when the database does not answer in time:
 * otherwise half of the accounts would look like all of them.
 */
export function createAccountMetrics(deps: AccountMetricsDeps): AccountMetrics {
  const read = createSingleFlight(() => readAll(deps));
  return async () => {
    const all = await within(read('').result, WITHIN_MS);
    if (all === undefined) throw new DOMException('the database did not answer in time', 'TimeoutError');
    return all.value;
  };
}

/** All series of a metric stand together, as the format wants it. */
async function readAll({ accounts, accountsAtMost = 20_000, now }: AccountMetricsDeps) {
  const watched = accounts();
  if (watched === undefined) throw new Error('the database is not open yet');
  const pieces = METRICS.map((metric) => [heading(metric)]);
  let shown = 0;
  for (let afterId = ''; shown < accountsAtMost; ) {
    const page = await watched.readStates(afterId, Math.min(PAGE, accountsAtMost - shown));
    const last = page.at(-1);
    if (last === undefined) break;
    for (const [index, { name, series }] of METRICS.entries()) {
      pieces[index]?.push(
        page
          .flatMap(series)
          .map((line) => `${name}${line}\n`)
          .join(''),
      );
    }
    afterId = last.accountId;
    shown += page.length;
    await nextTurn();
  }
  const { accounts: total } = await watched.figures(now());
  return [...pieces.flat(), heading(LEFT_OUT), `${LEFT_OUT.name} ${Math.max(0, total - shown)}\n`];
}

const heading = ({ name, help }: { readonly name: string; readonly help: string }) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;

const LEFT_OUT = {
  name: 'backup_status_accounts_left_out',
  help: 'Watched accounts that are not shown here.',
};

interface AccountMetric {
  readonly name: string;
  readonly help: string;
  /** Labels and value. */
  readonly series: (watched: Watched) => readonly string[];
}

const METRICS: readonly AccountMetric[] = [
  {
    name: 'backup_status_account_verdict',
    help: 'Verdict of the last read: 0 healthy, 1 attention, 2 critical, 3 unknown.',
    series: ({ accountId, state }) => [`{${label(accountId)}} ${LEVEL_CODE[state?.level ?? 'unknown']}`],
  },
  {
    name: 'backup_status_account_last_backup_timestamp_seconds',
    help: 'When a backup last ran, as of the last read.',
    series: ({ accountId, state }) =>
      BACKUP_KINDS.flatMap((backup) => {
        const last = state?.account?.[backup];
        return last?.kind === 'at' ? [`{${label(accountId)},backup="${backup}"} ${last.atMs / 1000}`] : [];
      }),
  },
  {
    name: 'backup_status_account_last_read_timestamp_seconds',
    help: 'When the service last told of the account.',
    series: ({ accountId, state }) =>
      state === undefined ? [] : [`{${label(accountId)}} ${state.readAtMs / 1000}`],
  },
];

const label = (accountId: string) =>
  `account="${accountId.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`;
