import type { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { authorize } from '../../src/slack/access.ts';
import { type ListenerArgs, readActor, requireAuthorizedUser } from '../../src/slack/actor.ts';
import type { createHomeSessions } from '../../src/slack/home/home-session.ts';
import type { RefusalReason } from '../../src/slack/kit/access.ts';
import { PIN_NAME, STATUS_VIEW } from '../../src/slack/kit/action-ids.ts';
import { createWeb } from '../../src/slack/web.ts';
import { captureLog } from '../support/capture-log.ts';
import { contextsAt } from '../support/contexts.ts';

const PERSON = { userId: 'U1', teamId: 'T1' };

/** A guard that refuses for a reason, or lets everybody in; and what it did. */
async function guard(request: object, reason?: RefusalReason, opens: 'modals' | 'nothing' = 'modals') {
  const done: unknown[] = [];
  const did =
    (what: string) =>
    async (...args: unknown[]) =>
      void done.push([what, ...args]);
  const { log, lines } = captureLog();
  const context = {};
  const client = {
    views: {
      open: async (view: unknown) => {
        await did('views.open')(view);
        if (opens === 'nothing') throw new Error('expired');
      },
      publish: did('views.publish'),
      update: did('views.update'),
    },
    // Nothing else of the client is used.
  } as unknown as WebClient;
  const pass = authorize({
    decide: async () => reason ?? PERSON,
    rules: {},
    async respond(...args) {
      await did('respond')(...args);
      return { kind: 'done', value: undefined };
    },
    homes: { find: () => undefined } as unknown as ReturnType<typeof createHomeSessions>,
    views: createWeb({ client, now: () => 5_000, log }).views,
    contexts: contextsAt(5_000),
    now: () => 5_000,
    log,
  });
  // Of Bolt's arguments the guard looks at these.
  await pass({ context, next: did('next'), ack: did('ack'), ...request } as unknown as ListenerArgs);
  return { done: done as unknown[][], lines, context };
}

const user = { id: 'U1' };

test('a person who may ask is let in, under one team, and with the moment at which they asked', async () => {
  const command = { user_id: 'U1', channel_id: 'C1', team_id: 'T2' };
  const { done, context } = await guard({ command, body: command });
  expect(done).toEqual([['next']]);
  expect(requireAuthorizedUser(context as never)).toMatchObject({
    person: PERSON,
    deadline: { startedAtMs: 5_000 },
  });
});

test('a listener that is reached past the guard answers nobody', () => {
  expect(() => requireAuthorizedUser({} as never)).toThrow('without authorization');
});

const submitted = (callback_id: string | undefined) => ({
  type: 'view_submission',
  user,
  view: { callback_id },
});

describe('what no person of ours can have done goes no further', () => {
  test.each([
    ['a shortcut', { shortcut: {}, body: { type: 'shortcut', user } }],
    ['a menu that loads its options', { options: {}, body: { type: 'block_suggestion', user } }],
    ['an old kind of button', { action: {}, body: { type: 'interactive_message', user } }],
    ['an event that nobody ordered', { event: { type: 'message', user: 'U1' }, body: {} }],
    ['the messages tab', { event: { type: 'app_home_opened', tab: 'messages', user: 'U1' }, body: {} }],
    ['a command of nobody', { command: { channel_id: 'C1' }, body: {} }],
    ['a command of something else', { command: { user_id: { id: 'U1' } }, body: {} }],
    ['a press of nobody', { action: {}, body: { type: 'block_actions' } }],
    ['a modal that closes', { view: {}, body: { type: 'view_closed', user, view: { id: 'V1' } } }],
    ['a submission of nobody', { view: {}, body: { type: 'view_submission' } }],
    ['a window that is not listed', { view: {}, body: submitted('other') }],
    ['a window named as what every object has', { view: {}, body: submitted('constructor') }],
    ['a window without a name', { view: {}, body: submitted(undefined) }],
  ])('%s', async (_what, request) => {
    const { done } = await guard(request);
    expect(done).toEqual([]);
  });
});

test('a refusal leaves one line with who, where, what kind and why; and is counted', async () => {
  const body = { type: 'block_actions', user, channel: { id: 'C1' }, response_url: 'https://slack.test/1' };
  const { lines } = await guard({ action: { block_id: 'account::1001' }, body }, 'guest');
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'refused',
      by: 'press',
      userId: 'U1',
      channelId: 'C1',
      reason: 'guest',
      durationMs: 0,
    }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/\b1001\b/);
});

test('a press in a modal gets the refusal in its place', async () => {
  const press = { type: 'block_actions', user, view: { id: 'V1', type: 'modal' } };
  expect((await guard({ action: {}, body: press }, 'outsider')).done).toEqual([
    ['ack', undefined],
    ['views.update', { view_id: 'V1', view: expect.objectContaining({ type: 'modal' }) }],
  ]);
});

describe('a message shortcut', () => {
  const body = {
    type: 'message_action',
    user,
    channel: { id: 'C1' },
    trigger_id: '1.2.3',
    response_url: 'https://slack.test/1',
  };

  test('is refused in a modal, for it may have been used in a thread', async () => {
    const { done, lines } = await guard({ shortcut: {}, body }, 'outsider');
    const view = expect.objectContaining({ type: 'modal' });
    expect(done).toEqual([
      ['ack', undefined],
      ['views.open', { trigger_id: '1.2.3', view }],
    ]);
    expect(lines).toEqual([expect.objectContaining({ msg: 'refused', by: 'shortcut', channelId: 'C1' })]);
  });

  test('where none opens, in a message', async () => {
    const { done } = await guard({ shortcut: {}, body }, 'outsider', 'nothing');
    expect(done.slice(2)).toEqual([
      ['respond', 'https://slack.test/1', expect.objectContaining({ replace_original: false })],
    ]);
  });
});

test.each(['guest', 'not-named'] as const)(
  'what stands in the Home of somebody refused as %s goes',
  async (reason) => {
    const command = { user_id: 'U1', channel_id: 'C1' };
    const { done } = await guard({ command, body: command }, reason);
    expect(done).toEqual([
      ['ack', expect.objectContaining({ response_type: 'ephemeral' })],
      ['views.publish', { user_id: 'U1', view: expect.objectContaining({ type: 'home' }) }],
    ]);
  },
);

test.each(['elsewhere', 'unknown', 'outsider'] as const)(
  'a refusal as %s leaves Home as it is',
  async (reason) => {
    const command = { user_id: 'U1', channel_id: 'C1' };
    expect((await guard({ command, body: command }, reason)).done).toHaveLength(1);
  },
);

test('the field of its modal is asked where the modal was opened, that of a name nowhere', async () => {
  const asked = (view: object) =>
    readActor({ view, body: { type: 'view_submission', user, view } } as unknown as ListenerArgs);
  const modal = { callback_id: STATUS_VIEW.callbackId };
  expect(asked({ ...modal, private_metadata: 'C1' })).toMatchObject({ channelId: 'C1', place: 'C1' });
  expect(asked({ ...modal, private_metadata: 'D1' })).toMatchObject({ place: 'direct' });
  expect(asked({ ...modal, private_metadata: '' })).toMatchObject({ place: 'nowhere' });
  const ofName = asked({ callback_id: PIN_NAME.callbackId, private_metadata: '1001' });
  expect([ofName?.place, ofName?.channelId]).toEqual(['modal', undefined]);
});
