import { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createNotify } from '../../../src/slack/alerts/create-notify.ts';
import { createWeb, webClientOptions } from '../../../src/slack/web.ts';
import type { SlackCall } from '../../../src/watch/engine/engine.ts';
import type { Notification } from '../../../src/watch/plan-notification.ts';
import { THRESHOLDS } from '../../messages/samples.ts';
import { captureLog } from '../../support/capture-log.ts';
import { contextsAt } from '../../support/contexts.ts';
import { startSlack } from '../../support/start-slack.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const OUTAGE: Notification = { kind: 'outage', sinceMs: NOW_MS - HOUR_MS, overAtMs: NOW_MS };

async function setUp() {
  let nowMs = NOW_MS;
  const slack = await startSlack({ now: () => nowMs });
  const { log, lines } = captureLog();
  const client = new WebClient(slack.botToken, webClientOptions(slack.apiUrl, 6_000, 0));
  const notify = createNotify({
    client,
    callSlack: createWeb({ client, now: () => nowMs, log }).callSlack,
    decide: async ({ userId }) => ({ teamId: slack.teamId, userId }),
    rules: {},
    contexts: contextsAt(NOW_MS),
    termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    linkTo: () => slack.apiUrl,
    log,
  });
  const channelId = slack.channels.oncall.id;
  const say = (call: Pick<SlackCall, 'kind' | 'ts'>) => {
    // Slack takes one message a second.
    nowMs += 2_000;
    const root = call.kind === 'reply' ? OUTAGE : undefined;
    return notify({
      ...call,
      notifies: channelId,
      channelId,
      notification: OUTAGE,
      root,
      accountCount: 3,
      zone: 'UTC',
      nowMs,
    });
  };
  return { slack, say, lines, messages: () => slack.person('ada').messages() };
}

describe('an installation without rights', () => {
  test('is an error once, however often something is to be told', async () => {
    const { slack, say, lines } = await setUp();
    slack.addFault({ kind: 'error', code: 'missing_scope' }, { next: 3 });
    slack.addFault({ kind: 'error', code: 'org_login_required' }, { next: 1 });
    for (let turn = 1; turn <= 3; turn += 1)
      expect(await say({ kind: 'post' })).toEqual({ kind: 'stopped', reason: 'missing_scope' });
    expect(await say({ kind: 'post' })).toMatchObject({ kind: 'stopped' });
    for (let turn = 1; turn <= 2; turn += 1) expect((await say({ kind: 'post' })).kind).toBe('sent');
    expect(lines.filter(({ level }) => level > 30).map(({ level, error }) => [level, error])).toEqual([
      [50, 'missing_scope'],
      [50, 'org_login_required'],
    ]);
  });
});

test.each(['no_permission', 'access_denied'])('%s concerns this channel alone', async (code) => {
  const { slack, say } = await setUp();
  slack.addFault({ kind: 'error', code }, { next: 1 });
  expect(await say({ kind: 'post' })).toEqual({ kind: 'broken', reason: code });
});

test('an error that is not known is tried again, and closes no channel', async () => {
  const { slack, say } = await setUp();
  slack.addFault({ kind: 'error', code: 'team_added_to_org' }, { next: 1 });
  expect(await say({ kind: 'post' })).toEqual({ kind: 'unconfirmed' });
  expect((await say({ kind: 'post' })).kind).toBe('sent');
});

test.each(['edit_window_closed', 'cant_update_message'])('%s: the message stays as it is', async (code) => {
  const { slack, say } = await setUp();
  const posted = await say({ kind: 'post' });
  const ts = posted.kind === 'sent' ? posted.ts : '';
  slack.addFault({ kind: 'error', code }, { method: 'chat.update' });
  expect(await say({ kind: 'edit', ts })).toEqual({ kind: 'fixed' });
  expect((await say({ kind: 'reply', ts })).kind).toBe('sent');
});

describe('a reply', () => {
  test('stands in the thread of its message', async () => {
    const { say, messages } = await setUp();
    const root = await say({ kind: 'post' });
    const ts = root.kind === 'sent' ? root.ts : '';
    expect((await say({ kind: 'reply', ts })).kind).toBe('sent');
    expect(messages().map(({ threadTs }) => threadTs)).toEqual([undefined, ts]);
  });

  test('to a message that somebody has deleted is not made: it would stand in the channel', async () => {
    const { slack, say, messages } = await setUp();
    const root = await say({ kind: 'post' });
    const ts = root.kind === 'sent' ? root.ts : '';
    slack.deleteMessage(ts);
    expect(await say({ kind: 'reply', ts })).toEqual({ kind: 'gone' });
    expect(messages()).toEqual([]);
  });
});
