import { App, type Receiver, type ReceiverEvent } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createIntake, type IntakeDeps } from '../../../src/slack/pipeline/intake.ts';
import { captureLog } from '../../support/capture-log.ts';

const COMMAND = { command: '/known', team_id: 'T1', user_id: 'U1', channel_id: 'C1', text: '' };

/** A real app behind the intake, and what a receiver would hand it. */
function setUp(options: Partial<IntakeDeps> = {}) {
  const { log, lines } = captureLog();
  const intake = createIntake({ log, ...options });
  let inner: App | undefined;
  const receiver: Receiver = {
    init(app) {
      inner = app;
    },
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  const app = new App({
    receiver: intake.around(receiver),
    authorize: () => Promise.resolve({ botToken: 'xoxb-1' }),
  });
  const acks: unknown[] = [];
  const send = (body: ReceiverEvent['body']) =>
    inner?.processEvent({
      body,
      ack: async (response) => {
        acks.push(response);
      },
    });
  return { app, intake, send, acks, lines };
}

test('what a listener answers is the ack, and a second ack does nothing', async () => {
  const { app, send, acks } = setUp();
  app.command('/known', async ({ ack }) => {
    await ack('first');
    await ack('second');
  });
  await send(COMMAND);
  expect(acks).toEqual(['first']);
});

test('a request that no listener takes is acknowledged, and noted', async () => {
  const { send, acks, lines } = setUp();
  await send({ ...COMMAND, command: '/unknown' });
  expect(acks).toEqual([undefined]);
  expect(lines.map(({ msg }) => msg)).toEqual(['no listener for a request from Slack']);
});

test('a request is under way until its last reply, not only until its ack', async () => {
  const { app, intake, send, acks } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  app.command('/known', async ({ ack }) => {
    await ack();
    await promise;
  });
  const sent = send(COMMAND);
  await expect.poll(() => acks).toHaveLength(1);
  expect(intake.count()).toBe(1);
  const idle = intake.idle();
  resolve();
  await idle;
  expect(intake.count()).toBe(0);
  await sent;
});

test('even an error handler that fails does no harm', async () => {
  const { app, send, lines } = setUp();
  app.command('/known', () => Promise.reject(new Error('in the listener')));
  app.error(() => Promise.reject(new Error('in the error handler')));
  await send(COMMAND);
  expect(lines.map(({ msg }) => msg)).toEqual(['a request from Slack could not be processed']);
});

test('past its bound a request is refused by its ack and costs nothing; the next one is taken again', async () => {
  const { app, intake, send, acks } = setUp({ maxUnderWay: 2, refuse: async () => ({ text: 'busy' }) });
  const { promise, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  app.command('/known', async ({ ack }) => {
    taken += 1;
    await promise;
    await ack('answer');
  });
  const first = [send(COMMAND), send(COMMAND)];
  await send(COMMAND);
  expect(acks).toEqual([{ text: 'busy' }]);
  expect([taken, intake.count()]).toEqual([2, 2]);
  resolve();
  await Promise.all(first);
  await send(COMMAND);
  expect(acks).toEqual([{ text: 'busy' }, 'answer', 'answer', 'answer']);
});
