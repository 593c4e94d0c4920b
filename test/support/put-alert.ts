import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person } from '../../src/account/pins.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import type { Store } from '../../src/store/create-store.ts';
import { createChannelNotifier } from '../../src/watch/engine/notify-channels.ts';
import { account, CRITICAL, HOUR_MS, THRESHOLDS } from '../messages/samples.ts';
import { SILENT } from '../store/use-databases.ts';
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
    const step = { state, dueAtMs: nowMs + LATER_MS, changes: [], event };
    await store.watchStore.commitReading(claim, () => step, nowMs);
  }
  let posted: string | undefined;
  const notifyChannels = createChannelNotifier({
    // What happens next is said at once, not after all that time.
    store: {
      ...store.watchStore,
      finishChannel: (claim, end) => store.watchStore.finishChannel(claim, { ...end, dueAtMs: nowMs }, nowMs),
    },
    async notify({ channelId: channel, said, accountCount, zone }) {
      const termsOf = () => ({ thresholds: THRESHOLDS, exceptions: {} });
      const linkTo = () => slack.apiUrl;
      const message = alertMessage({ said, accountCount, linkTo }, { words, termsOf, zone, nowMs });
      const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
        method: 'POST',
        headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ channel, ...message }),
      });
      const { ts, channel: postedIn, error } = (await response.json()) as Readonly<Record<string, string>>;
      if (ts === undefined || postedIn === undefined) throw new Error(`not posted: ${error}`);
      posted = ts;
      return { kind: 'sent', ts, channelId: postedIn };
    },
    channelsAtOnce: 1,
    now: () => nowMs + LATER_MS,
    log: SILENT,
    isStopped: () => posted !== undefined,
  });
  await notifyChannels();
  if (posted === undefined) throw new Error('no channel is due');
  return posted;
}
