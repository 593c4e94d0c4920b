import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/domain/events.ts';
import { createCallSlack } from '../../../src/slack/web-api/create-call-slack.ts';
import { captureLog } from '../../support/capture-log.ts';

function setUp() {
  const { log, lines } = captureLog();
  const events: AppEvent[] = [];
  return { callSlack: createCallSlack({ observe: (event) => events.push(event), log }), lines, events };
}

test('what Slack answers is the value, and nothing is noted', async () => {
  const { callSlack, lines, events } = setUp();
  expect(await callSlack('views.open', async () => 'opened')).toEqual({ kind: 'done', value: 'opened' });
  expect([lines, events]).toEqual([[], []]);
});

test.each([
  ['invalid_blocks', 50],
  ['invalid_auth', 50],
  ['internal_error', 40],
  ['expired_trigger_id', 40],
  ['hash_conflict', 20],
])('%s is a value, counted, and logged at level %i', async (error, level) => {
  const { callSlack, lines, events } = setUp();
  const refuse = () => Promise.reject(new WebAPIPlatformError({ ok: false, error, response_metadata: {} }));
  expect(await callSlack('views.open', refuse)).toMatchObject({ error });
  expect(events).toEqual([{ kind: 'slack-error', method: 'views.open', error }]);
  expect(lines).toMatchObject([{ level, method: 'views.open', error }]);
});

test('even what the client throws at once is a value', async () => {
  const { callSlack } = setUp();
  const called = await callSlack('views.open', () => {
    throw new TypeError('no such argument');
  });
  expect(called.kind).toBe('passing');
});
