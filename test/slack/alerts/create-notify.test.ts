import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { Settings } from '../../../src/settings.ts';
import { createNotify, type NotifyDeps } from '../../../src/slack/alerts/alert-message.ts';
import { createContexts, type SlackAppDeps, type SlackParts } from '../../../src/slack/listener-deps.ts';
import { createWeb, webClientOptions } from '../../../src/slack/web.ts';
import type { Call } from '../../../src/watch/plan-notification.ts';
import type { ChannelState, Notification } from '../../../src/watch/posted.ts';
import { THRESHOLDS } from '../../messages/samples.ts';
import { captureLog } from '../../support/capture-log.ts';
import { noTargets } from '../../support/known-accounts.ts';
import { LANGUAGE } from '../../support/reader.ts';
import { startSlack } from '../../support/start-slack.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const OUTAGE: Notification = { kind: 'outage', sinceMs: NOW_MS - HOUR_MS, overAtMs: NOW_MS };

const NONE = { counts: { critical: 0, attention: 0, unknown: 0 }, worst: [] };
const STATE: ChannelState = {
  ...{
    posted: {},
    accountCount: 3,
    zone: 'UTC',
    open: NONE,
    news: [],
    newest: [],
    named: [],
  },
  recovered: { count: 0, incidents: [] },
};

async function setUp() {
  let nowMs = NOW_MS;
  const slack = await startSlack({ now: () => nowMs });
  const { log } = captureLog();
  const client = new WebClient(slack.botToken, webClientOptions(slack.apiUrl, 6_000, 0));
  const rulesOf = () => ({ thresholds: THRESHOLDS, exceptions: {} });
  const settings = { LANGUAGE } as Settings;
  const deps: Partial<SlackAppDeps> = { rulesOf, settings, now: () => NOW_MS };
  const inSlack: Partial<SlackParts> = { localeOf: () => undefined, zoneOf: () => undefined };
  const notify = createNotify({
    client,
    callSlack: createWeb(client, { now: () => nowMs, log }).callSlack,
    decide: async ({ userId }) => ({ teamId: slack.teamId, userId }),
    mentionable: async () => [],
    inDnd: async () => [],
    rules: {},
    contexts: createContexts(deps as SlackAppDeps, inSlack as SlackParts),
    linkTo: () => slack.apiUrl,
    targets: noTargets(),
    log,
  } as Partial<NotifyDeps> as NotifyDeps);
  const channelId = slack.channels.oncall.id;
  const say = ({ kind, ts }: { readonly kind: Call['kind']; readonly ts?: string }) => {
    // Slack accepts one message a second.
    nowMs += 2_000;
    const at = ts === undefined ? undefined : { ts, channelId };
    const call = { kind, at, notification: OUTAGE, root: OUTAGE, done: () => ({}) };
    const claim = { channelId, fencingToken: 1, leaseUntilMs: nowMs };
    return notify({ ...claim, atMs: nowMs, call, state: STATE, overview: undefined });
  };
  return { slack, say, messages: () => slack.person('ada').messages() };
}

test.each(['edit_window_closed', 'cant_update_message'])(
  '%s: later changes go into the thread',
  async (code) => {
    const { slack, say, messages } = await setUp();
    const posted = await say({ kind: 'post' });
    const ts = posted.kind === 'sent' ? posted.ts : '';
    slack.addFault({ kind: 'error', code }, { method: 'chat.update' });
    expect(await say({ kind: 'edit', ts })).toEqual({ kind: 'fixed' });
    expect((await say({ kind: 'reply', ts })).kind).toBe('sent');
    expect(messages().map(({ threadTs }) => threadTs)).toEqual([undefined, ts]);
  },
);

test('does not reply to a deleted message, because the reply would land in the channel', async () => {
  const { slack, say, messages } = await setUp();
  const root = await say({ kind: 'post' });
  const ts = root.kind === 'sent' ? root.ts : '';
  slack.deleteMessage(ts);
  expect(await say({ kind: 'reply', ts })).toEqual({ kind: 'gone' });
  expect(messages()).toEqual([]);
});
