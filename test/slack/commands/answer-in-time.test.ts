import type { RespondArguments } from '@slack/bolt';
import { expect, test } from 'vitest';
import { answerInTime } from '../../../src/slack/lookup/backup-status-command.ts';
import type { Reply } from '../../../src/slack/reply.ts';
import type { Called } from '../../../src/slack/web.ts';

const PENDING = { text: 'still asking', blocks: [] };

function setUp(audience: Reply['audience'], called: Called<void> = { kind: 'done', value: undefined }) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const said: [string, RespondArguments][] = [];
  const answering = (withinMs: number) =>
    answerInTime({
      work: promise,
      withinMs,
      pending: () => PENDING,
      ack: async (message) => {
        said.push(['ack', message]);
      },
      responseUrl: 'https://hooks.example',
      respond: async (_url, message) => {
        said.push(['response_url', message]);
        return called;
      },
    });
  const finish = () => resolve({ audience, message: { text: 'the answer', blocks: [] } });
  return { answering, finish, fail: reject, said };
}

test('an answer that is ready in time is the ack, and nothing else is said', async () => {
  const { answering, finish, said } = setUp('private');
  finish();
  expect(await answering(10_000)).toBe('inline');
  expect(said).toEqual([['ack', { response_type: 'ephemeral', text: 'the answer', blocks: [] }]]);
});

test('one that is to be shared is seen by the channel', async () => {
  const { answering, finish, said } = setUp('channel');
  finish();
  await answering(10_000);
  expect(said).toMatchObject([['ack', { response_type: 'in_channel', text: 'the answer', blocks: [] }]]);
});

test('one that is late takes the place of the announcement', async () => {
  const { answering, finish, said } = setUp('private');
  const answered = answering(1);
  await expect.poll(() => said).toEqual([['ack', { response_type: 'ephemeral', ...PENDING }]]);
  finish();
  expect(await answered).toBe('deferred');
  expect(said[1]).toEqual([
    'response_url',
    { response_type: 'ephemeral', replace_original: true, text: 'the answer', blocks: [] },
  ]);
});

test('one that is late and to be shared is a new message: what is private cannot be made public', async () => {
  const { answering, finish, said } = setUp('channel');
  const answered = answering(1);
  await expect.poll(() => said).toEqual([['ack', { response_type: 'ephemeral', ...PENDING }]]);
  finish();
  await answered;
  expect(said[1]?.[1]).toMatchObject({ response_type: 'in_channel', replace_original: false });
});

test('that Slack took no more is not hidden', async () => {
  const { answering, finish, said } = setUp('private', { kind: 'gone', error: 'spent' });
  const answered = answering(1);
  await expect.poll(() => said).toHaveLength(1);
  finish();
  expect(await answered).toBe('spent');
});

test('work that fails late fails here', async () => {
  const { answering, fail, said } = setUp('private');
  const answered = answering(1);
  await expect.poll(() => said).toHaveLength(1);
  fail(new Error('broken'));
  await expect(answered).rejects.toThrow('broken');
});
