import { expect, onTestFinished } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { openStore } from '../store/use-databases.ts';
import { LOCALE } from './reader.ts';
import { startBot } from './start-bot.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const PATIENT = { timeoutMs: 15_000, timeout: 15_000 };

interface WatchingSetup extends LocalSlackOptions {
  /** In place of the channel `oncall`. */
  readonly toldTo?: 'ada';
  /** In memory unless said otherwise. */
  readonly databaseUrl?: string;
}

/** A bot, a service whose accounts age and a Slack, at one clock; 1001 is watched in `oncall`, and fine at the start. */
export async function startWatching({ toldTo, databaseUrl, ...slackOptions }: WatchingSetup = {}) {
  const clock = createMovableClock();
  const { now } = clock;
  const startedAtMs = now();
  const ran = { atMs: startedAtMs };
  const slack = await startLocalSlack({ now, locale: LOCALE, ...slackOptions });
  onTestFinished(() => slack.close());
  const service = await startBackupService({
    now,
    accountsAsOf: () => ({ backupsMs: ran.atMs, packagesMs: startedAtMs }),
  });
  onTestFinished(() => service.close());
  const store = await openStore(databaseUrl ?? 'sqlite::memory:', { now });
  const channelId = toldTo === undefined ? slack.channels.oncall.id : slack.person(toldTo).id;
  await store.watches.add({
    channelId,
    person: { teamId: slack.teamId, userId: slack.person('ada').id },
    accountIds: ['1001'],
    terms: { tellOf: 'critical', zone: 'UTC', createdAtMs: startedAtMs },
    baseline: new Map(),
  });
  const bot = await startBot({ transport: 'socket', slack, service, store, now, operations: true });
  const { ada } = bot;
  const watched = async () => (await store.watches.list([channelId]))[0];
  /** Resolves when the account was read once more than now. */
  async function read(): Promise<void> {
    const readAtMs = async () => (await watched())?.accounts[0]?.state?.readAtMs;
    const before = await readAtMs();
    await expect.poll(readAtMs, PATIENT).not.toBe(before);
  }
  await expect.poll(async () => (await watched())?.accounts[0]?.state, PATIENT).toBeDefined();
  return {
    ...bot,
    clock,
    watched,
    read,
    alerts: () => ada.messages(toldTo === undefined ? 'oncall' : 'direct'),
    /** Time goes by without a backup, until it is time to tell. */
    async becomeStale() {
      const isRead = read();
      clock.advance(50 * HOUR_MS);
      await isRead;
      clock.advance(MINUTE_MS);
    },
    /** Minute after minute, until it is so. */
    async timePasses(isSo: () => boolean) {
      const look = () => {
        if (!isSo()) clock.advance(MINUTE_MS);
        return isSo();
      };
      await expect.poll(look, { ...PATIENT, interval: 700 }).toBe(true);
    },
    /** The next read finds a new backup. */
    recover() {
      ran.atMs = now();
      clock.advance(11 * MINUTE_MS);
    },
    callsOf: (method: string) =>
      slack.traffic.flatMap((one) => (one.kind === 'api' && one.method === method ? [one] : [])),
  };
}
