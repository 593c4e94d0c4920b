import type { BlockAction, Context } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createDeadline } from '../../../src/async.ts';
import { encodeAccountAction } from '../../../src/slack/card/account-action.ts';
import type { ListenerDeps } from '../../../src/slack/listener-deps.ts';
import { onPress, type PressHandler, type PressListener } from '../../../src/slack/on-press.ts';
import { type Press, readPress } from '../../../src/slack/press.ts';
import { found } from '../../messages/samples.ts';
import { captureLog } from '../../support/capture-log.ts';

const PERSON = { teamId: 'T1', userId: 'U1' };

/** Presses a button 700 ms before it is answered, and returns what was done, in order. */
async function press(handler: Partial<PressHandler<Press>>, { isAuthorized = true } = {}) {
  const { log, lines } = captureLog();
  const done: string[] = [];
  const clock = { nowMs: 1_000 };
  const deps = {
    store: { record: async (_person: unknown, ids: readonly string[]) => void done.push(`record ${ids}`) },
    log,
    // The rest of the store is not used.
  } as unknown as ListenerDeps;
  const listener = onPress(deps, {
    by: 'refresh',
    read: readPress,
    async act(pressed: Press) {
      done.push(`act on ${pressed.account.id}`);
      return { outcomes: [found()], delivery: 'deferred' };
    },
    ...handler,
  });
  const context = {} as Context;
  if (isAuthorized)
    Object.assign(context, {
      authorizedUser: { person: PERSON, deadline: createDeadline(() => clock.nowMs) },
    });
  clock.nowMs = 1_700;
  const body = {
    actions: [{ type: 'button', action_id: 'x', block_id: encodeAccountAction({ id: '1001' }) }],
    container: { is_ephemeral: true, message_ts: '1.2' },
    response_url: 'https://hooks.example',
  } as unknown as BlockAction;
  const ack = async () => void done.push('ack');
  await listener({ body, context, ack } as unknown as Parameters<PressListener>[0]);
  return { done, lines };
}

test('acknowledges, acts, and writes the audit line with the time since the request', async () => {
  const { done, lines } = await press({});
  expect(done).toEqual(['ack', 'act on 1001']);
  expect(lines).toMatchObject([{ by: 'refresh', ...PERSON, durationMs: 700, delivery: 'deferred' }]);
});

test('a press that is not wanted is acknowledged and costs nothing', async () => {
  const { done, lines } = await press({ isWanted: () => false });
  expect(done).toEqual(['ack']);
  expect(lines).toEqual([]);
});

test('writes no audit line where nothing was asked', async () => {
  const { lines } = await press({ act: async () => undefined });
  expect(lines).toEqual([]);
});

test('keeps the account among the recent ones where that is wanted, after everything else', async () => {
  const { done } = await press({ isRecorded: true });
  expect(done).toEqual(['ack', 'act on 1001', 'record 1001']);
});

test('answers nobody who is not authorized', async () => {
  await expect(press({}, { isAuthorized: false })).rejects.toThrow('without authorization');
});
