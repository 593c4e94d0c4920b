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

test.each([
  ['gone', 'expired_trigger_id', 'exchanged_trigger_id', 'duplicate_external_id', 'message_not_found'],
  ['gone', 'not_found', 'view_not_found', 'hash_conflict'],
  ['malformed', 'invalid_blocks'],
  ['global', 'token_revoked', 'account_inactive', 'invalid_auth', 'missing_scope', 'accesslimited'],
  ['global', 'org_login_required'],
  ['conversation', 'channel_not_found', 'not_in_channel', 'no_permission'],
  // Also a word that is not listed, and one of Object's own.
  ['passing', 'internal_error', 'ratelimited', 'team_added_to_org', 'constructor'],
])('a failure is %s by the words of Slack %j', (kind, ...codes) => {
  for (const error of codes) expect(toSlackFailure(platform(error)), error).toMatchObject({ kind, error });
});

const late = new DOMException('late', 'TimeoutError');
test.each<[string, unknown, object]>([
  ['JSON that is not Slack’s', platform(), { error: 'not_json' }],
  ['a web page', platform('<html>busy</html>'), { error: 'not_json' }],
  ['a limit', new WebAPIRateLimitedError(7), { error: 'ratelimited', retryAfterMs: 7_000 }],
  ['a 503', new WebAPIHTTPError(503, 'busy', {}, ''), { error: 'http_503' }],
  ['a 403 of a proxy', new WebAPIHTTPError(403, 'no', {}, ''), { error: 'http_403' }],
  ['no connection', new WebAPIRequestError(new Error('ECONNREFUSED')), { error: 'network' }],
  ['no answer', new WebAPIRequestError(late), { error: 'timeout' }],
  ['an answer that stands still', late, { error: 'timeout' }],
  ['no error at all', 'what', { error: 'network' }],
])('a failure may pass: %s', (_what, thrown, expected) => {
  expect(toSlackFailure(thrown)).toMatchObject({ kind: 'passing', ...expected });
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

test.each([
  ['accesslimited', 'network'],
  ['missing_scope', 'lacks a scope'],
  ['no_such_subteam', 'or of a watch is not there'],
])('%s says nothing about the token, and in the log what to do', async (code, fix) => {
  const { callSlack, tokenRefusal, lines } = setUp();
  await callSlack('views.open', () => Promise.reject(platform(code)));
  expect(tokenRefusal()).toBeUndefined();
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining(fix) }]);
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
