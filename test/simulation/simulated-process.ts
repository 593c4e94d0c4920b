import { pino } from 'pino';
import type { Account } from '../../src/account/account.ts';
import type { PlannedChannel, Store } from '../../src/store/create-store.ts';
import { createWatch, type WatchDeps } from '../../src/watch/engine/engine.ts';
import { noteCommitted, SERVICE_ZONE } from './history.ts';
import { createHeldProcess, type HoldPoints } from './hold-points.ts';
import { noteAnswer } from './invariants.ts';
import { hashOf, MAX_SKEW_MS } from './scenario.ts';
import { noteChange } from './summaries.ts';
import { lastBackup } from './truth.ts';
import { active, type World } from './world.ts';

const HELD_MS = 90_000;
const LOG = pino({ level: 'silent' });

interface ProcessDeps {
  readonly world: World;
  readonly store: Store['watchStore'];
  readonly points: HoldPoints;
  readonly rules: ReturnType<WatchDeps['rulesOf']>;
  /** Collects what Slack was called for, about what, and how it answered. */
  readonly calls: Set<string>;
  readonly note: (who: string, what: string) => void;
}

/** A process that reads accounts and notifies channels through its ports. */
export type SimulatedProcess = ReturnType<ReturnType<typeof createStartProcess>>;

/** Starts processes one after the other, each with its own name. */
export function createStartProcess({ world, store, points, rules, calls, note }: ProcessDeps) {
  const { scenario, slack } = world;
  /** The keys of posts that Slack confirmed, and the database recorded. */
  const confirmed = new Set<string>();
  /** The same for each attempt at one post; another one if the post is planned again though it was confirmed. */
  function keyOf({ channelId, atMs, call, state }: PlannedChannel): string {
    const { notification, noticeId = '' } = call;
    const last = slack.keys.get(channelId);
    if (call.pending !== undefined) return (state.posted.pending && last) ?? `${call.pending.kind}@${atMs}`;
    let key = `notice-${noticeId}@${Number.parseInt(noticeId, 10)}`;
    if (notification.kind === 'summary') key = `summary@${notification.dueAtMs}`;
    if (notification.kind === 'downtime') key = `downtime@${notification.fromMs}`;
    while (confirmed.has(key)) key = `again-${key}`;
    return key;
  }

  /** Records what a channel is notified of by a post or a line in a thread. */
  async function noteNotified(channelId: string, key: string) {
    const rows = await world.db
      .selectFrom('notified')
      .selectAll()
      .where('channel_id', '=', channelId)
      .execute();
    const known = new Set(
      world.notified.filter((one) => one.channelId === channelId).map(({ what }) => what),
    );
    for (const { level, incident_id } of rows) {
      const what = `${level} ${incident_id}`;
      if (!known.has(what)) world.notified.push({ channelId, key: `${channelId} ${key}`, what });
    }
  }

  const noted = (inner: Store['watchStore'], name: string, skewMs: number): Store['watchStore'] => ({
    ...inner,
    async countByLevel() {
      const levels = await inner.countByLevel();
      return scenario.areFew ? levels : { ...levels, healthy: levels.healthy + 1_000 };
    },
    async planChannel(nowMs, claim, planOf) {
      const planned = await inner.planChannel(nowMs, claim, planOf);
      const key = typeof planned === 'string' || planned.call.kind !== 'post' ? undefined : keyOf(planned);
      if (key !== undefined) slack.keys.set(claim.channelId, key);
      await noteNotified(claim.channelId, key ?? 'also');
      return planned;
    },
    async finishChannel(nowMs, planned, end) {
      const finished = await inner.finishChannel(nowMs, planned, end);
      const { channelId, call } = planned;
      if (finished === 'lost') return finished;
      if (call.kind === 'post' && end.broken === null) confirmed.add(slack.keys.get(channelId) ?? '');
      // The alert was deleted, and is posted again.
      if (call.kind !== 'post' && end.posted.pending !== undefined)
        slack.keys.set(channelId, `alert-after@${call.at?.ts}`);
      return finished;
    },
    // With many more accounts there is always a recent read, so none is needed for that.
    async nextReadAtMs(...args) {
      const dueAtMs = await inner.nextDueAtMs('watched_accounts');
      return scenario.areFew || dueAtMs <= world.nowMs ? inner.nextReadAtMs(...args) : dueAtMs;
    },
    async claimAccounts(nowMs, ...limits) {
      const isDue = (await inner.nextDueAtMs('watched_accounts')) <= nowMs;
      return scenario.areFew || isDue ? inner.claimAccounts(nowMs, ...limits) : [];
    },
    async commitReading(nowMs, claim, stepOf, failure) {
      const written = await inner.commitReading(nowMs, claim, stepOf, failure);
      const { state } = written.step;
      const before = claim.known?.level;
      if (state && state.level !== before)
        note(name, `reads ${claim.accountId}: ${before}, now ${state.level}`);
      if (written.finished === 'done' && state !== undefined) {
        noteCommitted(world, claim, state, skewMs);
        noteChange(world, claim, written.step, nowMs);
      }
      return written;
    },
  });

  let started = 0;
  return () => {
    started += 1;
    const name = `p${started}`;
    const skewMs = scenario.processes === 1 ? 0 : skewOf(scenario.seed, name);
    const held = createHeldProcess(points, (fault) => {
      note(name, fault === 'crash' ? 'crashes' : 'stands still');
      world.interruptions += 1;
      process.isGone = fault === 'crash';
      process.heldUntilMs = world.nowMs + HELD_MS;
    });
    const { call, callTarget } = slack;
    let targetCalls = 0;
    const ports = held.wrap({ readAccount: viewerOf(world), notify: call, callTarget }, 'ports');
    const watch = createWatch({
      store: held.wrap(noted(store, name, skewMs), 'store'),
      readAccount: ports.readAccount,
      notify: async (planned) => {
        const { call, channelId } = planned;
        const { incidents: _incidents, ...notification } = { incidents: [], ...call.notification };
        note(name, `${channelId} ${call.kind} ${JSON.stringify(notification)}`);
        const answer = await ports.notify(planned);
        note(name, `Slack: ${answer.kind}`);
        calls.add(`${call.kind} ${call.notification.kind}`).add(`answer ${answer.kind}`);
        return answer;
      },
      async callTarget(claim) {
        targetCalls += 1;
        note(name, `${claim.target} ${claim.key}`);
        const answer = await ports.callTarget(claim);
        note(name, `${claim.target}: ${answer.kind}`);
        calls.add(claim.action);
        return answer;
      },
      targets: ['pagerduty'],
      rulesOf: () => rules,
      channelsAtOnce: 1,
      reads: {
        atOnce: scenario.readsAtOnce ?? 1,
        perSecond: scenario.readsPerSecond ?? 1_000,
        withinMs: HELD_MS / 3,
      },
      wake: () => {
        process.isWoken = true;
      },
      chance: (...key) => hashOf(scenario.seed, 'read', ...key),
      now: () => world.nowMs + skewMs,
      log: LOG,
    });
    // The end of a call to a target wakes the ticker, which looks for the next one.
    const untilIdle = (begin: () => Promise<number>) => async () => {
      for (let before = -1; before !== targetCalls; ) {
        before = targetCalls;
        while ((await begin()) <= world.nowMs + skewMs) await watch.idle();
        await watch.idle();
      }
    };
    const process = {
      name,
      held,
      heldUntilMs: 0,
      isGone: false,
      /** Something may have become due since it last notified channels. */
      isWoken: true,
      /** Reads everything that is due. */
      read: untilIdle(watch.read),
      /** Notifies every channel that is due. */
      notify: untilIdle(watch.notify),
    };
    return process;
  };
}

/** How far the clock of a process is ahead of the others. Negative: behind. */
const skewOf = (seed: number, name: string) => Math.round((hashOf(seed, 'skew', name) * 2 - 1) * MAX_SKEW_MS);

/** The service as a function of the truth. */
const viewerOf =
  (world: World): WatchDeps['readAccount'] =>
  async (accountId) => {
    world.touched.add(accountId);
    const truth = world.truths.get(accountId);
    if (truth === undefined) return { kind: 'not-found' };
    if (active(world, 'service-out')) return { kind: 'failed', isSure: world.scenario.seed % 2 === 0 };
    if (accountId === '1000' && active(world, 'account-out')) return { kind: 'failed', isSure: false };
    noteAnswer(world, truth);
    const last = { kind: 'at', atMs: lastBackup(truth, world.nowMs), precision: 'second' } as const;
    const account: Account = {
      id: accountId,
      zone: { id: SERVICE_ZONE, assumedFrom: 'setting' },
      packageEndsOn:
        truth.package && (world.nowMs < truth.package.renewedAtMs ? truth.package.endsOn : '2030-01-01'),
      status: { kind: 'offline', sent: 'çevrimdışı' },
      database: last,
      folders: last,
      sent: {},
    };
    return { kind: 'found', account };
  };
