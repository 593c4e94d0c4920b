import { expect, test } from 'vitest';
import { readAccountMetrics } from '../../src/operations/metrics.ts';
import type { Store } from '../../src/store/create-store.ts';
import { account } from '../messages/samples.ts';
import { readSamples } from '../support/read-samples.ts';

type WatchedAccounts = Pick<Store['watchStore'], 'readStates'>;
type Watched = Awaited<ReturnType<WatchedAccounts['readStates']>>[number];

/** A database with these accounts; `onPage` is told how many are read each time. */
function accountsOf(watched: readonly Watched[], onPage = (_count: number) => {}): WatchedAccounts {
  return {
    async readStates(afterId, atMost) {
      const page = watched.filter(({ accountId }) => accountId > afterId).slice(0, atMost);
      onPage(page.length);
      return page;
    },
  };
}

const textOf = async (watched: WatchedAccounts) => (await readAccountMetrics(watched)).join('');

test('each account has its verdict, its backups and its last read; what was never read is unknown', async () => {
  const known = { startedAtMs: 0, readAtMs: 1_700_000_000_500 };
  const at = (atMs: number) => ({ kind: 'at', atMs, precision: 'second' }) as const;
  const text = await textOf(
    accountsOf([
      { accountId: '1', state: { ...known, level: 'healthy' } },
      {
        accountId: '2 "\\"',
        state: {
          ...known,
          level: 'critical',
          account: account({ database: at(1_600_000_000_000), folders: { kind: 'never' } }),
        },
      },
      { accountId: '3' },
    ]),
  );
  expect(readSamples(text)).toEqual({
    'backup_status_account_verdict{account=1}': 0,
    'backup_status_account_verdict{account=2 "\\"}': 2,
    'backup_status_account_verdict{account=3}': 3,
    'backup_status_account_last_backup_timestamp_seconds{account=2 "\\",backup=database}': 1_600_000_000,
    'backup_status_account_last_read_timestamp_seconds{account=1}': 1_700_000_000.5,
    'backup_status_account_last_read_timestamp_seconds{account=2 "\\"}': 1_700_000_000.5,
  });
});

test('others have their turn after every few hundred accounts, of which there are 20,000 at most', async () => {
  const watched = Array.from({ length: 20_300 }, (_, index) => ({ accountId: `a${10_000 + index}` }));
  let [sinceTurn, most] = [0, 0];
  let isOver = false;
  const onTurn = () => {
    sinceTurn = 0;
    if (!isOver) setImmediate(onTurn);
  };
  onTurn();
  const text = await textOf(
    accountsOf(watched, (count) => {
      sinceTurn += count;
      most = Math.max(most, sinceTurn);
    }),
  );
  isOver = true;
  const samples = readSamples(text);
  expect(Object.keys(samples).filter((name) => name.startsWith('backup_status_account_'))).toHaveLength(
    20_000,
  );
  expect(most).toBeLessThanOrEqual(250);
});

test('a database that does not answer fails the scrape: some accounts would look like all of them', async () => {
  const broken = { ...accountsOf([]), readStates: () => Promise.reject(new Error('down')) };
  await expect(textOf(broken)).rejects.toThrow('down');
});
