import type { App, Receiver, ReceiverEvent, RespondArguments } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/domain/events.ts';
import { createAckFallback } from '../../../src/slack/pipeline/create-ack-fallback.ts';
import { captureLog } from '../../support/capture-log.ts';

const MESSAGE = { response_type: 'ephemeral', text: 'hello' } as const;

/** A request of which the acknowledgement fails, taken by a listener that says `content`. */
async function run(body: object, content: unknown) {
  const posted: [string, RespondArguments][] = [];
  const events: AppEvent[] = [];
  let app: App | undefined;
  const receiver: Receiver = {
    init(wrapped) {
      app = wrapped;
    },
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  createAckFallback({
    respond: async (url, message) => {
      posted.push([url, message]);
      return 'delivered';
    },
    observe: (event) => events.push(event),
    log: captureLog().log,
  })
    .around(receiver)
    .init({ processEvent: ({ ack }: ReceiverEvent) => ack(content) } as unknown as App);
  await app?.processEvent({
    body: body as ReceiverEvent['body'],
    ack: () => Promise.reject(Object.assign(new Error('gone'), { code: 'socket_gone' })),
  });
  return { posted, events };
}

test('what a command was to be answered with goes to its response_url', async () => {
  const { posted, events } = await run({ command: '/known', response_url: 'http://127.0.0.1/1' }, MESSAGE);
  expect(posted).toEqual([['http://127.0.0.1/1', MESSAGE]]);
  expect(events).toEqual([{ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' }]);
});

test.each([
  ['an empty one', { command: '/known', response_url: 'http://127.0.0.1/1' }, undefined],
  ['errors under the fields of a form', { type: 'view_submission' }, { response_action: 'errors' }],
])('%s is given up, and the listener goes on', async (_what, body, content) => {
  expect((await run(body, content)).posted).toEqual([]);
});
