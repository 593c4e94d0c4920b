import { expect, onTestFinished, test, vi } from 'vitest';
import type { Person } from '../../../src/domain/pins.ts';
import { createStore } from '../../../src/store/create-store.ts';
import type { RecentLookup } from '../../../src/store/pins/create-recent-store.ts';
import { gatherRecents } from '../../../src/store/pins/gather-recents.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { captureLog } from '../../support/capture-log.ts';
import { temporaryFolder } from '../use-databases.ts';

const ADA: Person = { teamId: 'T1', userId: 'ada' };
const BOB: Person = { teamId: 'T1', userId: 'bob' };

interface Gathering {
  readonly gatherMs: number;
  readonly fail?: Error;
  /** The one account that cannot be written. */
  readonly spoilt?: string;
}

function gather({ gatherMs, fail, spoilt }: Gathering) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const written: (readonly string[])[] = [];
  const { log, lines } = captureLog();
  const recents = gatherRecents({
    recents: {
      async write(asked: readonly RecentLookup[]) {
        if (fail) throw fail;
        if (asked.some(({ accountId }) => accountId === spoilt)) throw new TypeError('cannot be written');
        written.push(asked.map(({ person, accountId }) => `${person.userId} ${accountId}`));
      },
      list: async () => [],
    },
    gatherMs,
    now: () => 0,
    log,
  });
  return { recents, written, lines };
}

test('what is asked within a moment is written together, each account once, the last one last', async () => {
  const { recents, written } = gather({ gatherMs: 1_000 });
  await recents.record(ADA, ['1', '2']);
  await recents.record(BOB, ['1']);
  await recents.record(ADA, ['2']);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([['ada 1', 'bob 1', 'ada 2']]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toHaveLength(1);
});

test('a list holds what was noted', async () => {
  const { recents, written } = gather({ gatherMs: 1_000 });
  await recents.record(ADA, ['1']);
  await recents.list(BOB);
  expect(written).toEqual([['ada 1']]);
});

test('a database that is down costs a line in the log and no more', async () => {
  const { recents, lines } = gather({
    gatherMs: 1_000,
    fail: new StoreError('unavailable', 'the database is down'),
  });
  await recents.record(ADA, ['1']);
  await recents.flush();
  expect(lines).toMatchObject([{ msg: 'recent look-ups were lost', code: 'unavailable', lost: 1 }]);
  await expect(recents.list(ADA)).resolves.toEqual([]);
});

test('a defect costs the one entry that has it: it is logged, the others are written, and the next ones too', async () => {
  const { recents, written, lines } = gather({ gatherMs: 1_000, spoilt: '2' });
  await recents.record(ADA, ['1', '2']);
  await recents.record(BOB, ['3']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([['ada 1'], ['bob 3']]);
  expect(lines).toMatchObject([
    { level: 50, msg: 'a recent look-up could not be written', err: { name: 'TypeError' } },
  ]);
  await recents.record(BOB, ['4']);
  await expect(recents.list(BOB)).resolves.toEqual([]);
  await recents.flush();
  expect(written.at(-1)).toEqual(['bob 4']);
});

test('with nothing to wait for it is written at once, and a failure is the caller’s', async () => {
  const fail = new StoreError('full', 'full');
  const { recents } = gather({ gatherMs: 0, fail });
  await expect(recents.record(ADA, ['1'])).rejects.toBe(fail);
});

test('an id that cannot be kept is refused at once, and takes nobody’s with it', async () => {
  const { recents, written } = gather({ gatherMs: 1_000 });
  await recents.record(BOB, ['1']);
  await expect(recents.record(ADA, ['\u0000'])).rejects.toThrow(RangeError);
  await recents.flush();
  expect(written).toEqual([['bob 1']]);
});

test('closing writes what is gathered', async () => {
  const databaseUrl = `sqlite:${await temporaryFolder()}/x.db`;
  const open = () =>
    createStore({ databaseUrl, gatherRecentsMs: 60_000, now: () => 7, log: captureLog().log });
  const first = await open();
  await first.recents.record(ADA, ['1', '2']);
  await first.close();
  const second = await open();
  onTestFinished(() => second.close());
  expect(await second.recents.list(ADA)).toEqual([
    { accountId: '1', askedAtMs: 7 },
    { accountId: '2', askedAtMs: 7 },
  ]);
});
