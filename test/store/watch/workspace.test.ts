import { expect, test } from 'vitest';
import type { WatchState } from '../../../src/watch/observe.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql } from '../use-databases.ts';
import { ADA, CRITICAL, HEALTHY, HOUR_MS, OPTIONS, readFirst } from './watching.ts';

const postgres = postgresOfRun();

for (const { kind, freshUrl } of bothDatabases(postgres)) {
  test(`lists the worst watched accounts and counts the others, on ${kind}`, async () => {
    const url = await freshUrl();
    const store = await openStore(url);
    const { watches } = store;
    const attention = { ...HEALTHY, level: 'attention' as const };
    const states = new Map<string, WatchState>([
      ...['taken', 'over', 'early', 'late', 'pinned', 'sixth'].map((id) => [id, CRITICAL] as const),
      ...['less', 'least'].map((id) => [id, attention] as const),
      ['fine', HEALTHY] as const,
    ]);
    for (const [channelId, patterns] of [
      ['C1', [...states.keys()]],
      ['C2', ['early', 'fine']],
    ] as const)
      await watches.add({ channelId, person: ADA, patterns, options: OPTIONS });
    await readFirst(store, (id) => states.get(id) ?? HEALTHY);
    await watches.add({ channelId: 'C1', person: ADA, patterns: ['not read'], options: OPTIONS });
    const untilMs = NOON_MS + 11 * HOUR_MS;
    for (const [id, startedAtMs, owner, ownerUntilMs] of [
      ['taken', 1, `'U1'`, untilMs],
      // The ownership has ended.
      ['over', 4, `'U1'`, NOON_MS - 1],
      ['early', 2, 'null', 'null'],
      ['late', 3, 'null', 'null'],
    ])
      await runSql(
        url,
        `update incidents set started_at_ms = ${startedAtMs}, owner_id = ${owner}, owner_until_ms = ${ownerUntilMs},
            owner_since_ms = ${ownerUntilMs} - ${9 * HOUR_MS}
          where account_id = '${id}'`,
      );

    const found = await watches.workspace(['pinned', 'fine', 'nobody watches it']);
    const [ownPins, worst] = [found.accounts.slice(0, 2), found.accounts.slice(2)];
    expect(ownPins.map(({ accountId }) => accountId).toSorted()).toEqual(['fine', 'pinned']);
    expect(worst.map(({ accountId }) => accountId)).toEqual(['early', 'late', 'over', 'sixth', 'taken']);
    expect(worst.at(-1)).toEqual({
      accountId: 'taken',
      level: 'critical',
      owner: { userId: 'U1', sinceMs: untilMs - 9 * HOUR_MS },
    });
    expect(found).toMatchObject({
      others: { critical: 0, attention: 2, unknown: 0, healthy: 0, 'not-read': 1 },
      othersTaken: 0,
    });
    // Without pins these are counted among the others, each once.
    const fewer = await watches.workspace([]);
    expect(fewer.others).toMatchObject({ critical: 1, attention: 2, healthy: 1, 'not-read': 1 });
    expect(fewer.othersTaken).toBe(1);
  });
}
