import { describe, expect, test } from 'vitest';
import { createWatch } from '../../../src/watch/engine/engine.ts';
import { nextIncident } from '../../../src/watch/incident.ts';
import type { TargetAnswer } from '../../../src/watch/watch-list.ts';
import { bothDatabases, NOON_MS, postgresOfRun, runSql, SILENT } from '../use-databases.ts';
import {
  ADA,
  claimOne,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  notifying,
  OPTIONS,
  read,
  TELLS_ONLY,
  TURNED_CRITICAL,
  turns,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('calls to targets on $kind', ({ freshUrl }) => {
  /** 1004 and then 1007 turn critical where PagerDuty is chosen; `waiting` can wait until the morning. `calls` resolves with the accounts that it is called about. */
  async function paged(
    more: { readonly zone?: string; readonly waiting?: string; readonly url?: string } = {},
  ) {
    const store = await watching(more.url ?? (await freshUrl()));
    const { watches, watchStore } = store;
    const zone = more.zone ?? OPTIONS.zone;
    const options = { ...OPTIONS, zone, createdAtMs: NOON_MS, targets: ['pagerduty'] } as const;
    await watches.add({ channelId: 'C1', person: ADA, patterns: ['1004', '1007'], options });
    const later = NOON_MS + HOUR_MS;
    for (const [at, id] of ['1004', '1007'].entries())
      await read(store, id, later + at, turns('critical', later + at, id === more.waiting || undefined));
    const calls = async (answerTo: (accountId: string) => TargetAnswer) => {
      const called: string[] = [];
      let nowMs = later;
      const watch = createWatch({
        ...TELLS_ONLY,
        store: { ...watchStore, claimChannels: async () => [] },
        notify: () => Promise.reject(new Error('no channel is claimed')),
        targets: ['pagerduty'],
        callTarget: async ({ accountId }) => {
          called.push(accountId);
          return answerTo(accountId);
        },
        now: () => nowMs,
        log: SILENT,
      });
      for (let minute = 1; minute <= 4; minute += 1) {
        nowMs = later + minute * 2 * MINUTE_MS;
        await watch.notify();
        await watch.idle();
      }
      return called;
    };
    /** Makes the next call, which the target accepts, and resolves with what it was. */
    async function next(nowMs: number) {
      const [claim] = await watchStore.claimCalls(nowMs, ['pagerduty'], []);
      if (claim) await watchStore.finishCall(nowMs, claim, 'sent');
      return claim && `${claim.accountId} ${claim.action}`;
    }
    return { store, watches, calls, next };
  }

  test('a call that a target refuses does not delay the next one', async () => {
    const { calls } = await paged();
    const called = await calls((accountId) => ({ kind: accountId === '1004' ? 'stopped' : 'sent' }));
    expect(called).toEqual(['1004', '1007', '1004', '1004']);
  });

  test('no target is called about an account that somebody is on already', async () => {
    const { watches, calls } = await paged();
    await watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    expect(await calls(() => ({ kind: 'sent' }))).toEqual(['1007']);
  });

  test('an account that turns critical while the message about its watch is posted is told there, and its target called', async () => {
    const store = await watching(await freshUrl());
    const add = (id: string, createdAtMs: number) =>
      store.watches.add({
        channelId: 'C2',
        person: ADA,
        patterns: [id],
        options: { ...OPTIONS, createdAtMs, targets: ['ntfy'] },
      });
    await add('1007', OPTIONS.createdAtMs);
    await notifying(store, NOON_MS);
    const incident = { ...INCIDENT, detectedAtMs: NOON_MS + 500 };
    const step = { ...TURNED_CRITICAL, incident };
    await store.watchStore.commitReading(NOON_MS + 500, await claimOne(store), () => step);
    await add('1004', NOON_MS);
    const calls = await notifying(store, NOON_MS + 2 * MINUTE_MS);
    expect(calls.map(({ channelId }) => channelId).toSorted()).toEqual(['C1', 'C2']);
    const claimed = await store.watchStore.claimCalls(NOON_MS + 2 * MINUTE_MS, ['ntfy'], []);
    expect(claimed).toMatchObject([{ accountId: '1004' }]);
  });

  test('a call that failed is repeated at night although many packages wait for the morning', async () => {
    const url = await freshUrl();
    const { watches, calls } = await paged({ zone: 'Pacific/Auckland', url });
    const options = {
      ...OPTIONS,
      zone: 'Pacific/Auckland',
      createdAtMs: NOON_MS,
      targets: ['pagerduty'],
    } as const;
    await watches.add({ channelId: 'C1', person: ADA, patterns: ['p*'], options });
    const rows = Array.from(
      { length: 60 },
      (_, at) => `('p${at}', 'p${at}', 'critical', 1, ${NOON_MS + at + 1}, 1)`,
    );
    const columns = 'id, account_id, level, started_at_ms, detected_at_ms, can_wait';
    await runSql(url, `insert into incidents (${columns}) values ${rows.join(', ')}`);
    const called = await calls((accountId) => ({ kind: accountId === '1004' ? 'held' : 'sent' }));
    expect(called).toEqual(['1004', '1007', '1004', '1004']);
  });

  test('a package that ended and was acknowledged is triggered again when its backups are stale too', async () => {
    const { store, watches, next } = await paged({ waiting: '1004' });
    const atMs = NOON_MS + 2 * HOUR_MS;
    expect([await next(atMs), await next(atMs)]).toEqual(['1007 trigger', '1004 trigger']);
    await watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    expect(await next(atMs + MINUTE_MS)).toBe('1004 acknowledge');
    await read(store, '1004', atMs + HOUR_MS, (open) =>
      nextIncident(open, { level: 'critical', startedAtMs: atMs, news: 'level' }, atMs + HOUR_MS),
    );
    const laterMs = atMs + HOUR_MS + 2 * MINUTE_MS;
    expect([await next(laterMs), await next(laterMs)]).toEqual(['1004 resolve', '1004 trigger']);
  });

  test.each([
    ['Europe/Istanbul', ['1004', '1007']],
    ['Pacific/Auckland', ['1004']],
  ])('no target is called at night about what can wait: %s', async (zone, called) => {
    const { calls } = await paged({ zone, waiting: '1007' });
    expect(await calls(() => ({ kind: 'sent' }))).toEqual(called);
  });
});
