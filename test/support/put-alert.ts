import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person } from '../../src/account/pins.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import type { Store } from '../../src/store/create-store.ts';
import type { Told } from '../../src/watch/told.ts';
import { account, CRITICAL, HOUR_MS, THRESHOLDS } from '../messages/samples.ts';
import { words } from './reader.ts';

/** Nothing of this falls due while a test runs, and what the bot has claimed meanwhile is taken over. */
const LATER_MS = 24 * HOUR_MS;

/** An alert about accounts that are watched in a channel, in Slack and in the database. Resolves with its `ts`. */
export async function putAlert(
  { slack, store }: { readonly slack: LocalSlack; readonly store: Store },
  {
    channelId,
    accountId,
    others = [],
    person,
  }: {
    readonly channelId: string;
    readonly accountId: string;
    readonly others?: readonly string[];
    readonly person: Person;
  },
): Promise<string> {
  const nowMs = Date.now();
  const terms = { tellOf: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
  const accountIds = [accountId, ...others];
  await store.watches.add({ channelId, person, patterns: accountIds, terms });
  const claims = await store.watchStore.claimAccounts(nowMs + LATER_MS, accountIds.length);
  if (claims.length < accountIds.length) throw new Error('not all accounts are due');
  const startedAtMs = nowMs - HOUR_MS;
  const event = { from: 'healthy', to: 'critical', startedAtMs } as const;
  for (const claim of claims) {
    const read = account({ ...CRITICAL, id: claim.accountId });
    const state = { level: 'critical', startedAtMs, readAtMs: nowMs, account: read } as const;
    const step = { state, dueAtMs: nowMs + LATER_MS, days: [], event };
    await store.watchStore.commitReading(claim, step, nowMs);
  }
  const channel = await store.watchStore.claimChannel(nowMs + LATER_MS);
  if (channel === undefined) throw new Error('no channel is due');
  const rows = channel.incidents.map(({ id, level }) => ({ incidentId: id, level }));
  const told: Told = { kind: 'alert', rows, accountCount: accountIds.length };
  const id = await store.watchStore.beginPost(channel, told, nowMs);
  if (id === undefined) throw new Error('the channel is another process’s');
  const message = alertMessage(
    { kind: 'post', id, told, incidents: channel.incidents, nowMs },
    { words, termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }) },
  );
  const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: channelId, ...message }),
  });
  const { ts, channel: postedIn, error } = (await response.json()) as Readonly<Record<string, string>>;
  if (ts === undefined || postedIn === undefined) throw new Error(`not posted: ${error}`);
  const posted = { kind: 'posted', id, ts, postedIn, told, dueAtMs: nowMs } as const;
  await store.watchStore.finishChannel(channel, posted, nowMs);
  return ts;
}
