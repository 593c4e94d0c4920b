import { setImmediate as nextTurn } from 'node:timers/promises';
import { LISTED_AT_MOST } from '../account/account-list.ts';
import { BACKUP_KINDS, LEVEL_CODE } from '../account/verdict.ts';
import type { Store } from '../store/create-store.ts';

type Watched = Awaited<ReturnType<Store['watchStore']['readStates']>>[number];

/** Reading and formatting this many takes some milliseconds: then the event loop has its turn. */
const PAGE = 250;
/**
 * What is known of each watched account, for Prometheus: pieces of its text format, in which all series of a metric stand
 * together. Rejects when the database does not answer: half of the accounts would look like all of them.
 */
export async function readAccountMetrics(
  watched: Pick<Store['watchStore'], 'readStates'> | undefined,
): Promise<readonly string[]> {
  if (watched === undefined) throw new Error('the database is not open yet');
  const pieces = METRICS.map(([name, help]) => [`# HELP ${name} ${help}\n# TYPE ${name} gauge\n`]);
  for (let [afterId, left] = ['', LISTED_AT_MOST]; left > 0; left -= PAGE) {
    const page = await watched.readStates(afterId, PAGE);
    for (const [index, [name, , series]] of METRICS.entries()) {
      const lines = page.flatMap(series).map((line) => `${name}${line}\n`);
      pieces[index]?.push(lines.join(''));
    }
    afterId = page.at(-1)?.accountId ?? '';
    if (page.length < PAGE) break;
    await nextTurn();
  }
  return pieces.flat();
}

/** Name, help, and the labels and values of an account. */
type AccountMetric = readonly [name: string, help: string, series: (watched: Watched) => readonly string[]];

const METRICS: readonly AccountMetric[] = [
  [
    'backup_status_account_verdict',
    'Verdict of the last read: 0 healthy, 1 attention, 2 critical, 3 unknown.',
    ({ accountId, state }) => [`{${label(accountId)}} ${LEVEL_CODE[state?.level ?? 'unknown']}`],
  ],
  [
    'backup_status_account_last_backup_timestamp_seconds',
    'When a backup last ran, as of the last read.',
    ({ accountId, state }) =>
      BACKUP_KINDS.flatMap((backup) => {
        const last = state?.account?.[backup];
        return last?.kind === 'at' ? [`{${label(accountId)},backup="${backup}"} ${last.atMs / 1000}`] : [];
      }),
  ],
  [
    'backup_status_account_last_read_timestamp_seconds',
    'When the service last told of the account.',
    ({ accountId, state }) => (state ? [`{${label(accountId)}} ${state.readAtMs / 1000}`] : []),
  ],
];

const label = (accountId: string) =>
  `account="${accountId.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`;
