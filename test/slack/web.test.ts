import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { createWeb, toBoltLogger, toSlackFailure } from '../../src/slack/web.ts';
import { captureLog } from '../support/capture-log.ts';

const platform = (error?: string) =>
  new WebAPIPlatformError({ ok: false, error: error as string, response_metadata: {} });

test.each<[string, unknown, object]>([
  ['an expired trigger', platform('expired_trigger_id'), { kind: 'gone', error: 'expired_trigger_id' }],
  ['a used trigger', platform('exchanged_trigger_id'), { kind: 'gone' }],
  ['a view that is already open', platform('duplicate_external_id'), { kind: 'gone' }],
  ['a view that is closed', platform('not_found'), { kind: 'gone' }],
  ['a closed view, by another code', platform('view_not_found'), { kind: 'gone' }],
  ['a newer view', platform('hash_conflict'), { kind: 'gone' }],
  ['blocks that cannot be drawn', platform('invalid_blocks'), { kind: 'malformed' }],
  ['a failure inside Slack', platform('internal_error'), { kind: 'passing' }],
  ['a limit in Slack’s words', platform('ratelimited'), { kind: 'passing' }],
  ['a token taken back', platform('token_revoked'), { kind: 'global', error: 'token_revoked' }],
  ['an app that was removed', platform('account_inactive'), { kind: 'global' }],
  ['a token that is no good', platform('invalid_auth'), { kind: 'global' }],
  ['a right that is missing', platform('missing_scope'), { kind: 'global' }],
  ['a network that an admin does not allow', platform('accesslimited'), { kind: 'global' }],
  ['a channel that is not there', platform('channel_not_found'), { kind: 'conversation' }],
  ['a channel without us', platform('not_in_channel'), { kind: 'conversation' }],
  ['a channel closed to us', platform('no_permission'), { kind: 'conversation' }],
  ['a workspace that wants a sign-in', platform('org_login_required'), { kind: 'global' }],
  ['a message that is deleted', platform('message_not_found'), { kind: 'gone' }],
  ['a word that is not listed', platform('team_added_to_org'), { kind: 'passing' }],
  ['a word of Object’s own', platform('constructor'), { kind: 'passing', error: 'constructor' }],
  ['JSON that is not Slack’s', platform(), { kind: 'passing', error: 'not_json' }],
  ['a web page', platform('<html>busy</html>'), { kind: 'passing', error: 'not_json' }],
  ['a limit', new WebAPIRateLimitedError(7), { kind: 'passing', error: 'ratelimited', retryAfterMs: 7_000 }],
  ['a 503', new WebAPIHTTPError(503, 'busy', {}, ''), { kind: 'passing', error: 'http_503' }],
  ['a 403 of a proxy', new WebAPIHTTPError(403, 'no', {}, ''), { kind: 'passing', error: 'http_403' }],
  ['no connection', new WebAPIRequestError(new Error('ECONNREFUSED')), { kind: 'passing', error: 'network' }],
  [
    'no answer',
    new WebAPIRequestError(new DOMException('late', 'TimeoutError')),
    { kind: 'passing', error: 'timeout' },
  ],
  [
    'an answer that stands still',
    new DOMException('late', 'TimeoutError'),
    { kind: 'passing', error: 'timeout' },
  ],
  ['no error at all', 'what', { kind: 'passing', error: 'network' }],
])('%s', (_what, thrown, expected) => {
  expect(toSlackFailure(thrown)).toMatchObject(expected);
});

test('keeps Slack’s pointers', () => {
  const messages = ['[ERROR] must be less than 151 characters [json-pointer:/view/blocks/0/text]'];
  const error = new WebAPIPlatformError({
    ok: false,
    error: 'invalid_arguments',
    response_metadata: { messages },
  });
  expect(toSlackFailure(error)).toEqual({ kind: 'malformed', error: 'invalid_arguments', messages });
});

function setUp() {
  const { log, lines } = captureLog();
  const events: AppEvent[] = [];
  let nowMs = 1_000;
  // Only `auth.test` is used.
  const client = new WebClient();
  Object.assign(client.auth, { test: async () => ({ ok: true }) });
  const observe = (event: AppEvent) => void events.push(event);
  const web = createWeb(client, { now: () => nowMs, observe, log });
  return {
    ...web,
    lines,
    events,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

test.each([
  ['invalid_blocks', 50],
  ['invalid_auth', 50],
  ['missing_scope', 50],
  ['accesslimited', 50],
  ['internal_error', 40],
  ['expired_trigger_id', 20],
  ['hash_conflict', 20],
  ['not_in_channel', 20],
])('returns %s as a value, counts it, and logs it at level %i', async (error, level) => {
  const { callSlack, lines, events } = setUp();
  expect(await callSlack('views.open', () => Promise.reject(platform(error)))).toMatchObject({ error });
  expect(events).toEqual([{ kind: 'slack-error', method: 'views.open', error }]);
  expect(lines).toMatchObject([{ level, method: 'views.open', error }]);
});

test('logs what only an admin can fix once in ten minutes, however many calls fail', async () => {
  const { callSlack, lines, advance } = setUp();
  const refuse = () => callSlack('chat.postMessage', () => Promise.reject(platform('missing_scope')));
  for (let call = 1; call <= 3; call += 1) await refuse();
  advance(10 * 60_000 + 1);
  await refuse();
  expect(lines.map(({ level }) => level)).toEqual([50, 20, 20, 50]);
});

test('knows from a failed call that Slack refuses the token, until Slack accepts it', async () => {
  const { callSlack, tokenRefusal, checkToken, lines } = setUp();
  expect(tokenRefusal()).toBeUndefined();
  await callSlack('views.open', () => Promise.reject(platform('token_revoked')));
  expect(tokenRefusal()).toBe('token_revoked');
  await checkToken();
  expect(tokenRefusal()).toBeUndefined();
  expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'Slack accepts the bot token again' });
});

test('a network that Slack does not admit says nothing about the token', async () => {
  const { callSlack, tokenRefusal, lines } = setUp();
  await callSlack('views.open', () => Promise.reject(platform('accesslimited')));
  expect(tokenRefusal()).toBeUndefined();
  expect(lines).toMatchObject([{ msg: expect.stringContaining('network') }]);
});

test('writes Bolt’s lines to our log, without those that contain whole messages', () => {
  const { log, lines } = captureLog();
  const logger = toBoltLogger(log);
  logger.setName('socket-mode');
  logger.debug('Sending a WebSocket message: {"text":"bilgi@musteri.example"}');
  logger.info('connected', { sockets: 2 });
  logger.warn('late');
  logger.error(new TypeError('broken'));
  expect(lines.map(({ level, from, msg, err }) => [level, from, msg, err])).toEqual([
    [30, 'bolt', 'connected', undefined],
    [40, 'bolt', 'late', undefined],
    [50, 'bolt', 'an error', expect.objectContaining({ name: 'TypeError', message: 'broken' })],
  ]);
});
