import type { ReceiverEvent } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { Take } from '../../../src/slack/pipeline/pipeline.ts';
import { trackInFlight } from '../../../src/slack/pipeline/track-in-flight.ts';
import { captureLog } from '../../support/capture-log.ts';

function setUp() {
  const { log, lines } = captureLog();
  const inFlight = trackInFlight({ log });
  const acks: unknown[] = [];
  const ack: ReceiverEvent['ack'] = async (content) => void acks.push(content);
  const send = (next: Take) => inFlight.step({ body: { command: '/known' }, ack }, next);
  return { ...inFlight, send, acks, messages: () => lines.map(({ msg }) => msg) };
}

test('counts a request until its last reply, not only until its ack', async () => {
  const { send, count, idle } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = send(async ({ ack }) => {
    await ack();
    await promise;
  });
  expect(count()).toBe(1);
  const becameIdle = idle();
  resolve();
  await becameIdle;
  expect(count()).toBe(0);
  await sent;
});

test('logs what the app rejects with', async () => {
  const { send, messages, count } = setUp();
  await send(() => Promise.reject(new Error('in the error handler')));
  expect([messages(), count()]).toEqual([['a request from Slack could not be processed'], 0]);
});
