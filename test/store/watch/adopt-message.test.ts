import { describe, expect, test } from 'vitest';
import type { PressedMessage } from '../../../src/watch/watch-list.ts';
import { bothDatabases, NOON_MS, postgresOfRun } from '../use-databases.ts';
import {
  ADA,
  ALERT,
  alerted,
  claimChannel,
  MINUTE_MS,
  type Opened,
  posting,
  RESOLVED,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();
const LATER_MS = NOON_MS + MINUTE_MS;

/** As a press on a message of #oncall by Ada, unless said otherwise. */
const press = ({ watches }: Opened, pressed: Pick<PressedMessage, 'id' | 'ts'> & Partial<PressedMessage>) =>
  watches.adopt({ channelId: 'C1', ...pressed }, ADA.userId);

/** What the app takes for the message of the channel. */
const known = async (store: Opened) => {
  const { messages, unconfirmed } = await claimChannel(store, LATER_MS);
  return { messages, isUnconfirmed: unconfirmed !== undefined };
};

describe.each(bothDatabases(postgres))('a message that was posted twice, on $kind', ({ freshUrl }) => {
  test('is the older one from the press on it on, and due to be edited; the younger is to be deleted', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const idle = { kind: 'wait', dueAtMs: NOON_MS + 60 * MINUTE_MS } as const;
    await store.watchStore.finishChannel(await claimChannel(store), idle, NOON_MS);
    expect(await press(store, { id, ts: '0.5' })).toBe('1.5');
    expect(await known(store)).toMatchObject({
      messages: [{ id, ts: '0.5', postedIn: 'C1', told: ALERT, isOutdated: true }],
    });
    expect(await store.watches.take({ id, channelId: 'C1', ts: '0.5' }, 'U1')).toMatchObject({
      kind: 'taken',
    });
  });

  test('stays the older one at a press on the younger, and the press is for it', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    expect(await press(store, { id, ts: '10.5' })).toBe('10.5');
    expect((await known(store)).messages).toEqual([
      { id, ts: '1.5', postedIn: 'C1', told: ALERT, postedAtMs: NOON_MS },
    ]);
    const pressed = { channelId: 'C1', ts: '10.5' };
    expect(await store.watches.take({ id, ...pressed }, 'U1')).toMatchObject({ kind: 'taken' });
    expect(await store.watches.take(pressed, 'U1')).toEqual({ kind: 'unknown-message' });
  });

  test('is not there: the one that is known was pressed, or nobody knows the key any more', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    expect(await press(store, { id, ts: '1.5' })).toBeUndefined();
    expect(await press(store, { id: 'C1-9@0', ts: '0.5' })).toBeUndefined();
    expect(await press(store, { ts: '0.5' })).toBeUndefined();
    expect((await known(store)).messages[0]).not.toHaveProperty('isOutdated');
  });

  test('is no other channel’s, whatever key a press names', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const forged = { id, channelId: 'C2', ts: '0.5' };
    expect(await press(store, forged)).toBeUndefined();
    expect(await press(store, { ...forged, channelId: 'D1' })).toBeUndefined();
    expect(await store.watches.take(forged, 'U1')).toEqual({ kind: 'unknown-message' });
    expect((await known(store)).messages).toMatchObject([{ ts: '1.5' }]);
  });

  test('says how all is by then, also when it had nothing more to say', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const [row] = RESOLVED.kind === 'alert' ? RESOLVED.rows : [];
    if (row === undefined) throw new Error('no row');
    const told = { ...RESOLVED, rows: [{ ...row, isRecoveryTold: true }] } as typeof RESOLVED;
    const over = { kind: 'replied', id, ts: '1.5', told, dueAtMs: LATER_MS } as const;
    await store.watchStore.finishChannel(await claimChannel(store), over, NOON_MS);
    expect(await press(store, { id, ts: '0.5' })).toBe('1.5');
    const forget = { day: 0, closedBeforeMs: 0, postedBeforeMs: NOON_MS + 1 };
    await store.watchStore.forgetOld(forget);
    expect((await known(store)).messages).toMatchObject([{ ts: '0.5', told, isOutdated: true }]);
  });

  test('keeps its place, whatever a call that was under way did to the younger one', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const kept = { id, ts: '0.5', postedIn: 'C1', postedAtMs: NOON_MS, told: ALERT, isOutdated: true };
    const ends = [
      { kind: 'edited', id, ts: '1.5', told: RESOLVED, dueAtMs: NOON_MS },
      { kind: 'replied', id, ts: '1.5', told: RESOLVED, dueAtMs: NOON_MS },
      { kind: 'forget', id, ts: '1.5', dueAtMs: NOON_MS },
    ] as const;
    for (const [index, end] of ends.entries()) {
      const claim = await claimChannel(store);
      if (index === 0) await press(store, { id, ts: '0.5' });
      expect(await store.watchStore.finishChannel(claim, end, NOON_MS)).toBe('done');
      expect((await claimChannel(store)).messages[0]).toEqual(kept);
      await store.watchStore.makeAllDue(NOON_MS - 1);
    }
    const frozen = await claimChannel(store);
    // Its claims that did not end make it rest.
    await claimChannel(store, LATER_MS + MINUTE_MS);
    expect(await store.watchStore.finishChannel(frozen, ends[0], LATER_MS + MINUTE_MS)).toBe('lost');
    await store.watchStore.makeAllDue(NOON_MS - 1);
    expect((await claimChannel(store)).messages[0]).toEqual(kept);
  });
});

describe.each(bothDatabases(postgres))('a post whose answer was lost, on $kind', ({ freshUrl }) => {
  test('is known by a press on it, and not posted again', async () => {
    const store = await watching(await freshUrl());
    const { id, claim } = await posting(store);
    const retry = await claimChannel(store, LATER_MS);
    expect(retry.unconfirmed).toMatchObject({ id });
    expect(await press(store, { id, ts: '1.5' })).toBeUndefined();
    expect(await store.watchStore.beginPost(retry, ALERT, LATER_MS)).toBeUndefined();
    // The frozen one that comes too late, and one that was in its call already.
    const posted = { kind: 'posted', id, ts: '2.5', postedIn: 'C1', told: ALERT, dueAtMs: LATER_MS } as const;
    expect(await store.watchStore.finishChannel(claim, posted, LATER_MS)).toBe('lost');
    expect(await store.watchStore.finishChannel(retry, posted, LATER_MS)).toBe('done');
    expect(await known(store)).toMatchObject({ messages: [{ ts: '1.5' }], isUnconfirmed: false });
    expect(await press(store, { id, ts: '2.5' })).toBe('2.5');
  });

  test('to a person is known by that person’s press alone', async () => {
    const store = await watching(await freshUrl(), ['1004'], ADA.userId);
    const { id } = await posting(store);
    const pressed = { id, channelId: 'D1', ts: '1.5' };
    for (const [channelId, userId] of [
      ['D1', 'U2'],
      ['C1', ADA.userId],
    ] as const) {
      await store.watches.adopt({ ...pressed, channelId }, userId);
      expect((await claimChannel(store, LATER_MS)).unconfirmed).toMatchObject({ id });
      await store.watchStore.makeAllDue(NOON_MS - 1);
    }
    await store.watches.adopt(pressed, ADA.userId);
    expect(await known(store)).toMatchObject({ messages: [{ ts: '1.5', postedIn: 'D1' }] });
  });

  test('has a key that no database gives again which was restored from a copy', async () => {
    const { id } = await posting(await watching(await freshUrl()));
    const { watchStore } = await watching(await freshUrl());
    const claim = await watchStore.claimChannel(LATER_MS);
    if (claim === undefined) throw new Error('no channel is due');
    expect(claim.epoch).toBe(1);
    expect(await watchStore.beginPost(claim, ALERT, LATER_MS)).not.toBe(id);
  });
});
