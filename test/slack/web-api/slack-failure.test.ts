import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { expect, test } from 'vitest';
import { failureOf, toSlackFailure } from '../../../src/slack/web-api/slack-failure.ts';

const platform = (error: string) => new WebAPIPlatformError({ ok: false, error, response_metadata: {} });

test.each<[string, unknown, object]>([
  ['a spent trigger', platform('expired_trigger_id'), { kind: 'trigger-spent', error: 'expired_trigger_id' }],
  ['a used trigger', platform('exchanged_trigger_id'), { kind: 'trigger-spent' }],
  ['a view that is open already', platform('duplicate_external_id'), { kind: 'trigger-spent' }],
  ['a view that is closed', platform('not_found'), { kind: 'gone' }],
  ['the same, by another name', platform('view_not_found'), { kind: 'gone' }],
  ['a newer view', platform('hash_conflict'), { kind: 'outdated' }],
  ['blocks that cannot be drawn', platform('invalid_blocks'), { kind: 'malformed' }],
  ['a trouble of Slack’s own', platform('internal_error'), { kind: 'passing' }],
  ['a limit in Slack’s words', platform('ratelimited'), { kind: 'passing' }],
  ['a token taken back', platform('token_revoked'), { kind: 'signed-out', error: 'token_revoked' }],
  ['an app that was removed', platform('account_inactive'), { kind: 'signed-out' }],
  ['a token that is no good', platform('invalid_auth'), { kind: 'signed-out' }],
  ['a channel that is not there', platform('channel_not_found'), { kind: 'refused' }],
  ['a channel without us', platform('not_in_channel'), { kind: 'refused' }],
  ['a word of Object’s own', platform('constructor'), { kind: 'refused', error: 'constructor' }],
  ['a web page', platform('<html>busy</html>'), { kind: 'passing', error: 'not_json' }],
  ['a limit', new WebAPIRateLimitedError(7), { kind: 'passing', error: 'ratelimited', retryAfterMs: 7_000 }],
  [
    'a limit of unknown length',
    new Error('Retry header did not contain'),
    { kind: 'passing', error: 'ratelimited' },
  ],
  ['a 503', new WebAPIHTTPError(503, 'busy', {}, ''), { kind: 'passing', error: 'http_503' }],
  ['a 403 of a proxy', new WebAPIHTTPError(403, 'no', {}, ''), { kind: 'refused', error: 'http_403' }],
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
  ['no error at all', 'what', { kind: 'passing', error: 'unknown' }],
])('%s', (_what, thrown, expected) => {
  expect(toSlackFailure(thrown)).toMatchObject(expected);
});

test('what Slack points to goes along', () => {
  const messages = ['[ERROR] must be less than 151 characters [json-pointer:/view/blocks/0/text]'];
  const error = new WebAPIPlatformError({
    ok: false,
    error: 'invalid_arguments',
    response_metadata: { messages },
  });
  expect(toSlackFailure(error)).toEqual({ kind: 'malformed', error: 'invalid_arguments', messages });
});

test('a word too long for a label of a metric is no word', () => {
  expect(failureOf('x'.repeat(61)).error).toBe('not_json');
});
