import { expect, test } from 'vitest';
import { createStopwatch } from '../../../src/async.ts';
import { submitPinName } from '../../../src/slack/card/pins.ts';
import { PIN_NAME } from '../../../src/slack/kit/ids.ts';
import type { ListenerDeps } from '../../../src/slack/listener-deps.ts';
import type { Submitted } from '../../../src/slack/windows.ts';
import { contextsAt } from '../../support/contexts.ts';

test('what went into asking who this is comes off the time that the store has', async () => {
  const clock = { nowMs: 0 };
  const waits: number[] = [];
  const rename: ListenerDeps['store']['rename'] = async (_person, _accountId, _name, withinMs) => {
    waits.push(withinMs);
    return { kind: 'store-failed' };
  };
  const deps = { store: { rename }, contexts: contextsAt(1_500) } as unknown as ListenerDeps;
  const user = { person: { teamId: 'T1', userId: 'U1' }, stopwatch: createStopwatch(() => clock.nowMs) };
  const values = { [PIN_NAME.blockId]: { [PIN_NAME.actionId]: { value: 'acme' } } };
  clock.nowMs = 1_500;
  const acks: unknown[] = [];
  await submitPinName(deps, user, {
    view: { private_metadata: JSON.stringify({ accountId: '1001' }), state: { values } },
    ack: async (answer: unknown) => acks.push(answer),
  } as unknown as Submitted);
  expect(waits).toEqual([1_000]);
  expect(acks).toMatchObject([{ response_action: 'errors' }]);
});
