import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person } from '../../src/account/names.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import { toSend } from '../../src/slack/kit/message.ts';
import type { Store } from '../../src/store/create-store.ts';
import { createWatch } from '../../src/watch/engine/engine.ts';
import { account, CRITICAL, HOUR_MS, THRESHOLDS } from '../messages/samples.ts';
import { SILENT, UNHURRIED } from '../store/use-databases.ts';
import { TELLS_ONLY } from '../store/watch/watching.ts';
import { ownerOf } from './people.ts';
import { words } from './reader.ts';
import { startBot } from './start-bot.ts';
import { callApi } from './start-slack.ts';

/** A bot with a movable clock, and an alert in #oncall about 1004 and the other accounts. */
export async function startAlert(others: readonly string[] = []) {
  const bot = await startBot({ transport: 'socket', napMs: 10 });
  const { ada, store, clock, oncall, logLines } = bot;
  await putAlert(bot, { channelId: oncall, accountId: '1004', others, person: ownerOf(ada) });
  // Slack accepts one message a second in a channel.
  clock.advance(2_000);
  return {
    ...bot,
    /** The owner of each account. */
    owners: async () =>
      (await store.watches.workspace(['1004', ...others])).accounts
        .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
        .map(({ owner }) => owner?.userId),
    accountsWatched: async () =>
      (await store.watches.list([oncall]))[0]?.watches.map(({ pattern }) => pattern),
    /** The audit lines of presses, without commands. */
    audits: () =>
      logLines
        .filter(({ audit, by }) => audit === true && by !== 'command')
        .map(({ by, result = '' }) => `${by}: ${result}`),
  };
}

/** Nothing becomes due in this time, and claims of the bot have expired after it. */
const LATER_MS = 24 * HOUR_MS;

/** An alert about accounts that a channel watches, in Slack and in the database. Resolves with its `ts`. */
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
  const options = { minLevel: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
  const accountIds = [accountId, ...others];
  await store.watches.add({ channelId, person, patterns: accountIds, options });
  const claims = await store.watchStore.claimAccounts(nowMs + LATER_MS, accountIds.length, UNHURRIED);
  if (claims.length < accountIds.length) throw new Error('not all accounts are due');
  const startedAtMs = nowMs - HOUR_MS;
  const incident = { level: 'critical', startedAtMs, detectedAtMs: nowMs } as const;
  for (const claim of claims) {
    const read = account({ ...CRITICAL, id: claim.accountId });
    const state = { level: 'critical', startedAtMs, readAtMs: nowMs, account: read } as const;
    const step = { state, dueAtMs: nowMs + LATER_MS, changes: [], incident };
    await store.watchStore.commitReading(nowMs, claim, () => step);
  }
  let posted: string | undefined;
  const watch = createWatch({
    ...TELLS_ONLY,
    // All that time is no downtime, and later changes are posted at once, not after it.
    store: {
      ...store.watchStore,
      tick: async () => 0,
      finishChannel: (_nowMs, claim, end) =>
        store.watchStore.finishChannel(nowMs, claim, { ...end, dueAtMs: nowMs }),
    },
    async notify({ call: { notification }, channelId: channel, state: { accountCount, zone } }) {
      const rulesOf = () => ({ thresholds: THRESHOLDS, exceptions: {} });
      const linkTo = () => slack.apiUrl;
      if (notification.kind === 'summary') throw new Error('no summary is scheduled');
      const message = alertMessage(
        notification,
        { accountCount, linkTo },
        { words, rulesOf, zone, nowMs, audience: 'channel' },
      );
      const sent = await callApi(slack, 'chat.postMessage', { channel, ...toSend(message) });
      if (!sent.ok) throw new Error(`not posted: ${sent.error}`);
      posted = sent.ts;
      return { kind: 'sent', ts: sent.ts, channelId: sent.channel };
    },
    now: () => nowMs + LATER_MS,
    log: SILENT,
  });
  // The bot may be claiming the channel, too.
  while (posted === undefined) {
    await watch.notify();
    await watch.idle();
  }
  return posted;
}
