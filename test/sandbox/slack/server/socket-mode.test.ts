import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, createClock } from '../support/speak-to-slack.ts';
import type { Payload } from '../support/start-plain-app.ts';

interface PlainSocket {
  readonly socket: WebSocket;
  readonly frames: Payload[];
  envelopes(): Payload[];
  ack(envelope: Payload, payload?: object): void;
}

const socketUrl = async (slack: LocalSlack) =>
  (await callApi(slack, 'apps.connections.open', {}, slack.appToken)).url as string;

/** A socket without any SDK. `onEnvelope` gets each envelope. */
async function connect(slack: LocalSlack, onEnvelope?: (own: PlainSocket, envelope: Payload) => void) {
  const socket = new WebSocket(await socketUrl(slack));
  onTestFinished(() => socket.terminate());
  const own: PlainSocket = {
    socket,
    frames: [],
    envelopes: () => own.frames.filter((frame) => frame.envelope_id),
    ack: ({ envelope_id }, payload) => socket.send(JSON.stringify({ envelope_id, payload })),
  };
  const greeted = once(socket, 'message');
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    own.frames.push(frame);
    if (frame.envelope_id) onEnvelope?.(own, frame);
  });
  await greeted;
  return own;
}

const ackAll = (own: PlainSocket, envelope: Payload) => own.ack(envelope);

test('a socket URL works once, within thirty seconds', async () => {
  const clock = createClock();
  const slack = await startSlack({ now: clock.now });
  const [used, late] = [await socketUrl(slack), await socketUrl(slack)];
  clock.advance(30_000);
  await once(new WebSocket(used), 'message');
  const refused = async (url: string) => (await once(new WebSocket(url), 'error'))[0].message;
  expect(await refused(used)).toContain('403');
  clock.advance(1);
  expect(await refused(late)).toContain('403');
});

test('each payload goes to one of the sockets, in turn', async () => {
  const slack = await startSlack();
  const sockets = [await connect(slack, ackAll), await connect(slack, ackAll)];
  for (const id of [1, 2, 3, 4]) await slack.person('ada').command(`/backup-status ${id}`);
  expect(sockets.map((one) => one.envelopes().length)).toEqual([2, 2]);
  expect(sockets[0]?.envelopes()[0]).toMatchObject({
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: { command: '/backup-status' },
  });
});

test('an ack counts only on the socket that got the envelope', async () => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  const sockets: PlainSocket[] = [];
  const ackOnTheOther = (own: PlainSocket, envelope: Payload) => {
    sockets.find((other) => other !== own)?.ack(envelope);
  };
  sockets.push(await connect(slack, ackOnTheOther), await connect(slack, ackOnTheOther));
  expect(await slack.person('ada').command('/backup-status 1')).toMatchObject({
    ack: 'operation_timeout',
    error: '/backup-status failed with the error "operation_timeout"',
  });
});

test.each(['warning', 'refresh_requested'] as const)(
  'a socket asked to disconnect (%s) gets no more envelopes, but may ack those that it has',
  async (reason) => {
    const slack = await startSlack();
    const leaving = await connect(slack);
    const pending = slack.person('ada').command('/backup-status 1');
    await expect.poll(() => leaving.envelopes()).toHaveLength(1);
    const staying = await connect(slack, ackAll);
    slack.refreshSockets({ reason, index: 0 });
    expect(slack.connectedSockets()).toBe(1);
    await slack.person('bora').command('/backup-status 2');
    await slack.person('bora').command('/backup-status 3');
    leaving.ack(leaving.envelopes()[0]);
    expect((await pending).ack).toBe('ok');
    expect(leaving.frames.at(-1)).toEqual({
      type: 'disconnect',
      reason,
      debug_info: { host: 'applink-local' },
    });
    expect([leaving.envelopes().length, staying.envelopes().length]).toEqual([1, 2]);
  },
);

test('an eleventh socket is refused', async () => {
  const slack = await startSlack();
  for (let place = 1; place <= 10; place += 1) await connect(slack);
  const eleventh = await connect(slack);
  expect(eleventh.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  expect(slack.connectedSockets()).toBe(10);
});
