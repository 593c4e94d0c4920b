import { expect, test } from 'vitest';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { listenerFor, ON_ACTION, ON_SUBMIT, REGISTERED } from '../../src/slack/listeners.ts';
import type { Store } from '../../src/store/create-store.ts';
import { found } from '../messages/samples.ts';
import { limit } from '../support/limit.ts';
import { callsOf, sees } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type EdgeSetup, startEdge } from '../support/start-edge.ts';

/** An object that logs every call of any of its members, at any depth. */
function noteCalls(note: (name: string) => void): unknown {
  const of = (name: string): unknown =>
    new Proxy(() => {}, {
      get: (_target, key) => of(`${name}.${String(key)}`),
      apply() {
        note(name);
        return of(name);
      },
    });
  return of('');
}

/** The ids of everything with a listener; for a pattern the first id that matches. */
const LISTENED_IDS = ON_ACTION.map(([id]) =>
  typeof id === 'string'
    ? id
    : id.source.replace(/\\d\{1,2\}|\\d\+/, '0').replace(/\(\?:([^|)]*)[^)]*\)|[$^]/g, '$1'),
);
const ACTION_IDS = [...LISTENED_IDS, ...Object.values(HOME_ACTIONS)];
const WINDOW_IDS = [...ON_SUBMIT.keys()];

/** Every request that Slack can send for a user, each claiming that the user is in our team. */
function requestsOf(
  userId: string,
  { teamId, channels }: LocalSlack,
  responseUrl: string,
  turn: number,
): object[] {
  const team_id = teamId;
  const common = { user: { id: userId, team_id }, team: { id: team_id }, trigger_id: '1.2.3' };
  const channel = { id: channels.oncall.id };
  const onMessage = { channel, message: { ts: '1.2', blocks: [] }, response_url: responseUrl };
  const state = { values: {} };
  const inView = (type: string) => ({
    view: { id: 'V1', type, callback_id: 'watches', private_metadata: '', state },
  });
  const places = [onMessage, inView('home'), inView('modal')];
  const press = (action_id: string, where: object) => {
    const action = { type: 'button', action_id, block_id: 'account::1001', value: '1001', action_ts: '1.2' };
    return { type: 'block_actions', ...common, actions: [action], ...where };
  };
  return [
    ...REGISTERED.commands.flatMap((command) =>
      ['1001', 'watch 1001', 'unwatch 1001', 'summary', 'help', 'doctor'].map((text) => ({
        ...{ command, text, team_id, user_id: userId, channel_id: channel.id },
        ...{ response_url: responseUrl, trigger_id: '1.2.3' },
      })),
    ),
    ...REGISTERED.shortcuts.map((callback_id) => ({
      ...{ type: 'message_action', callback_id, ...common, ...onMessage },
    })),
    { type: 'event_callback', team_id, event: { type: 'app_home_opened', tab: 'home', user: userId } },
    // Each action in one of the places; the next person gets the next place.
    ...ACTION_IDS.map((id, at) => press(id, places[(at + turn) % places.length] ?? {})),
    ...WINDOW_IDS.map((callback_id) => ({
      ...{ type: 'view_submission', ...common },
      view: { id: 'V1', type: 'modal', callback_id, private_metadata: channel.id, state },
    })),
  ];
}

/** As a whole word: a time or a request id may contain these digits. */
const ACCOUNT = /\b1001\b/;

async function start(settings?: EdgeSetup['settings']) {
  limit({ backOff: 1 });
  const calls: string[] = [];
  const parts = noteCalls((name) => calls.push(name)) as Store;
  const edge = await startEdge({
    transport: 'http',
    async lookup() {
      calls.push('lookup');
      return found();
    },
    changeStore: () => ({ pins: parts.pins, watches: parts.watches }),
    settings,
  });
  const send = async (body: object) => {
    const [type, text] =
      'command' in body
        ? [
            'application/x-www-form-urlencoded',
            new URLSearchParams(body as Record<string, string>).toString(),
          ]
        : ['application/json', JSON.stringify(body)];
    const headers = { 'content-type': type, ...signedHeaders(text, { secret: edge.slack.signingSecret }) };
    return await fetch(edge.requestUrl, { method: 'POST', body: text, headers });
  };
  return { ...edge, calls, send };
}

/** Users who must get no answer, with the reason in the audit line. */
const REFUSED: Record<
  string,
  { reason: string; userId?: string; settings?: EdgeSetup['settings']; befalls?: (slack: LocalSlack) => void }
> = {
  'a guest': { reason: 'guest', befalls: (slack) => slack.become('ada', 'single-channel-guest') },
  'somebody by Slack Connect': { reason: 'outsider', befalls: (slack) => slack.become('ada', 'stranger') },
  'somebody deactivated': { reason: 'deactivated', befalls: (slack) => slack.become('ada', 'deleted') },
  'a bot': { reason: 'bot', befalls: (slack) => slack.become('ada', 'bot') },
  Slackbot: { reason: 'bot', userId: 'USLACKBOT' },
  'somebody whom nobody knows': { reason: 'outsider', userId: 'U0NOBODY001' },
  'a member who is not named': {
    reason: 'not-named',
    settings: { ALLOWED_USERS: ['U0BORA00001'] },
  },
  'somebody of whom Slack says nothing': {
    reason: 'unknown',
    befalls: (slack) => slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' }),
  },
};

test.each(Object.entries(REFUSED).map(([who, row], turn) => ({ who, turn, ...row })))(
  '$who is refused by every listener and window, even if the request claims our team',
  async ({ turn, reason, userId: claimed, settings, befalls }) => {
    const { slack, ada, calls, send, logLines, requestUrl } = await start(settings);
    befalls?.(slack);
    const userId = claimed ?? ada.id;
    const requests = requestsOf(userId, slack, `${new URL(requestUrl).origin}/nowhere`, turn);
    expect(requests.length).toBeGreaterThan(40);
    for (const request of requests) {
      const response = await send(request);
      expect([response.status, await response.text()]).toEqual([200, expect.not.stringMatching(ACCOUNT)]);
    }
    const refused = () => logLines.filter(({ msg }) => msg === 'refused');
    await expect.poll(refused).toHaveLength(requests.length);
    // A random id may have the digits of an account.
    for (const { requestId: _random, ...line } of refused()) {
      expect(line).toMatchObject({ userId, reason });
      expect(JSON.stringify(line)).not.toMatch(ACCOUNT);
    }
    expect(calls).toEqual([]);
    expect(JSON.stringify(callsOf(slack).map(({ args }) => args))).not.toMatch(ACCOUNT);
  },
);

test('every action id tried here has a listener', () => {
  for (const id of LISTENED_IDS) expect([id, listenerFor(id, ON_ACTION)]).toEqual([id, expect.any(Function)]);
});

const methodsOf = (slack: LocalSlack) => callsOf(slack).map(({ method }) => method);

test('the submission of an unlisted window reaches no listener, even from a member', async () => {
  const { ada, slack, calls, send, logLines } = await start();
  const view = { id: 'V1', type: 'modal', private_metadata: '', state: { values: {} } };
  const user = { id: ada.id, team_id: slack.teamId };
  for (const callback_id of ['another', 'constructor', '__proto__', ''])
    await send({ type: 'view_submission', user, view: { ...view, callback_id } });
  expect(calls).toEqual([]);
  expect(logLines.filter(({ msg }) => msg === 'no listener for a request from Slack')).toHaveLength(4);
  // Slack is not asked who they are.
  expect(methodsOf(slack)).toEqual(['auth.test']);
});

const NOBODY = { user: {}, team: { id: 'T0LOCAL0001' } };
const ADA = { user: { id: 'U0ADA000001' }, team: { id: 'T0LOCAL0001' } };
const PRESSED = { type: 'button', action_id: 'account_refresh', block_id: 'account::1001' };
const WINDOW = {
  id: 'V1',
  type: 'modal',
  callback_id: 'accounts',
  private_metadata: '',
  state: { values: {} },
};
const event = (more: object) => ({ type: 'event_callback', event: { user: ADA.user.id, ...more } });

/** What no person can have done. */
const BY_NOBODY: readonly (readonly [what: string, request: object])[] = [
  ['a global shortcut', { type: 'shortcut', callback_id: 'backup_status', ...ADA }],
  ['a menu that loads its options', { type: 'block_suggestion', action_id: 'account_more', ...ADA }],
  ['an old kind of button', { type: 'interactive_message', actions: [PRESSED], ...ADA }],
  ['an event that is not subscribed to', event({ type: 'message', channel: 'C0ONCALL001', text: '1001' })],
  ['the messages tab', event({ type: 'app_home_opened', tab: 'messages' })],
  ['a Home without a user', event({ type: 'app_home_opened', tab: 'home', user: undefined })],
  ['a command without a user', { command: '/backup-status', text: '1001', channel_id: 'C0ONCALL001' }],
  ['a press without a user', { type: 'block_actions', actions: [PRESSED], ...NOBODY }],
  [
    'a press by something that is no user',
    { type: 'block_actions', actions: [PRESSED], ...NOBODY, user: { id: {} } },
  ],
  ['a modal that closes', { type: 'view_closed', view: WINDOW, ...ADA }],
  ['a submission without a user', { type: 'view_submission', view: WINDOW, ...NOBODY }],
];

test('drops what no person can have done', async () => {
  const { slack, calls, send, logLines, stop } = await start();
  for (const [what, request] of BY_NOBODY) expect((await send(request)).status, what).toBe(200);
  await stop();
  expect(calls).toEqual([]);
  expect(logLines.filter(({ audit, level }) => audit || level > 40)).toEqual([]);
  expect(methodsOf(slack)).toEqual(['auth.test']);
});

test('refuses a shortcut in a window, as it may have been used in a thread; without a window in a message', async () => {
  const { slack, ada } = await start();
  slack.become('ada', 'single-channel-guest');
  ada.say('1001?');
  const use = () => ada.shortcut(REGISTERED.shortcuts[0], { messageTs: ada.messages()[0]?.ts ?? '' });
  await use();
  const { what } = words.access.refusals['not-you'];
  await sees(ada, what);
  await ada.closeModal();
  slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  await use();
  await ada.waitFor(() => ada.messages().find(({ isEphemeral, text }) => isEphemeral && text.includes(what)));
});
