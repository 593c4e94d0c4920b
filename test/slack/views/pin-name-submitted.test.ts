import type { Context } from '@slack/bolt';
import { expect, test } from 'vitest';
import { PIN_NAME } from '../../../src/formatters/action-ids.ts';
import { setAuthorizedUser } from '../../../src/slack/authorize/authorized-user.ts';
import type { ListenerDeps } from '../../../src/slack/listener-deps.ts';
import { createPinNameSubmitted } from '../../../src/slack/views/pin-name-submitted.ts';
import { words } from '../../support/reader.ts';

type Args = Parameters<ReturnType<typeof createPinNameSubmitted>>[0];

test('what went into asking who this is comes off the time that the store has', async () => {
  const waits: number[] = [];
  const rename: ListenerDeps['store']['rename'] = async (_person, _accountId, _name, withinMs) => {
    waits.push(withinMs);
    return { kind: 'store-failed' };
  };
  const listener = createPinNameSubmitted({
    store: { rename },
    wordsFor: () => words,
    now: () => 1_500,
  } as unknown as ListenerDeps);
  const context = {} as Context;
  setAuthorizedUser(context, { person: { teamId: 'T1', userId: 'U1' }, receivedAtMs: 0 });
  const values = { [PIN_NAME.blockId]: { [PIN_NAME.actionId]: { value: 'acme' } } };
  const acks: unknown[] = [];
  await listener({
    view: { private_metadata: '1001', state: { values } },
    context,
    ack: async (answer: unknown) => acks.push(answer),
  } as unknown as Args);
  expect(waits).toEqual([1_000]);
  expect(acks).toMatchObject([{ response_action: 'errors' }]);
});
