import type { ReceiverEvent, RespondArguments } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/domain/events.ts';
import { ensureAck } from '../../../src/slack/pipeline/ensure-ack.ts';
import type { Take } from '../../../src/slack/pipeline/pipeline.ts';
import { captureLog } from '../../support/capture-log.ts';

const MESSAGE = { response_type: 'ephemeral', text: 'hello' } as const;
const COMMAND = { command: '/known', response_url: 'http://127.0.0.1/1' };

/** One request on its way to `next`, with what was acknowledged and what went to its `response_url`. */
async function run(body: object, next: Take, send: (content: unknown) => Promise<void> = async () => {}) {
  const posted: [string, RespondArguments][] = [];
  const events: AppEvent[] = [];
  const acks: unknown[] = [];
  const { log, lines } = captureLog();
  const step = ensureAck({
    respond: async (url, message) => {
      posted.push([url, message]);
      return { kind: 'done', value: undefined };
    },
    observe: (event) => events.push(event),
    log,
  });
  const ack = async (content: unknown) => {
    acks.push(content);
    await send(content);
  };
  await step({ body: body as ReceiverEvent['body'], ack }, next);
  return { posted, events, acks, messages: lines.map(({ msg }) => msg) };
}

const isGone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'socket_gone' }));

test('sends the first ack of a request and ignores the others', async () => {
  const { acks, messages } = await run(COMMAND, async ({ ack }) => {
    await ack('first');
    await ack('second');
  });
  expect([acks, messages]).toEqual([['first'], []]);
});

test('acknowledges and logs a request that no listener took', async () => {
  const { acks, messages } = await run(COMMAND, async () => {});
  expect([acks, messages]).toEqual([[undefined], ['no listener for a request from Slack']]);
});

test('posts to response_url what a command could not be answered with by its ack', async () => {
  const { posted, events } = await run(COMMAND, ({ ack }) => ack(MESSAGE), isGone);
  expect(posted).toEqual([['http://127.0.0.1/1', MESSAGE]]);
  expect(events).toEqual([{ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' }]);
});

test.each([
  ['an empty ack', COMMAND, undefined],
  ['errors under the fields of a form', { type: 'view_submission' }, { response_action: 'errors' }],
])('gives up %s that cannot be sent', async (_what, body, content) => {
  let isDone = false;
  const { posted } = await run(
    body,
    async ({ ack }) => {
      await ack(content);
      isDone = true;
    },
    isGone,
  );
  expect([posted, isDone]).toEqual([[], true]);
});
