import type { Store } from '../../src/store/create-store.ts';
import { type FaultKind, HOUR_MS, hashOf, type PlannedFault } from './scenario.ts';
import { staleAfter, staleTimes } from './truth.ts';
import type { World } from './world.ts';

const PRESSED = [
  'taken',
  'deleted',
  'fixed',
  'muted',
  'snoozed',
  'unmuted',
  'noted',
  'given',
] as const satisfies FaultKind[];

/** Whether a fault is an action of a person. */
export const isPressed = (kind: FaultKind): boolean => (PRESSED as readonly FaultKind[]).includes(kind);

const SOON_MS = 24 * HOUR_MS;

/** A person acts on the newest alert, or makes an account quiet. */
export async function press(
  world: World,
  { kind, fromMs, untilMs }: PlannedFault,
  watches: Pick<Store['watches'], 'take' | 'give' | 'setQuiet' | 'endQuiet'>,
): Promise<void> {
  const { slack, truths, scenario, nowMs, quiet } = world;
  const userId = 'U2';
  if (kind === 'muted' || kind === 'noted') {
    // Preferably an account that is stale now or soon.
    const soon = [...truths.values()].filter((truth) =>
      staleTimes(truth, staleAfter(scenario), world.endMs).some(
        (stale) => stale.fromMs < nowMs + SOON_MS && (stale.untilMs ?? world.endMs) > nowMs,
      ),
    );
    const among = soon.length > 0 ? soon : [...truths.values()];
    const one = among[Math.floor(hashOf(scenario.seed, kind, fromMs) * among.length)];
    const accountIds = one ? [one.accountId] : [];
    const endMs = nowMs + untilMs - fromMs;
    if (kind === 'muted') return makeQuiet(world, watches, accountIds, { untilMs: endMs });
    return watches.setQuiet(accountIds, { isNote: true, untilMs: endMs, userId, reason: 'a new disk' });
  }
  if (kind === 'unmuted') {
    const one = quiet.find((each) => each.untilMs > nowMs);
    if (one === undefined) return;
    await watches.endQuiet([one.accountId], { channelId: one.channelId, userId });
    one.untilMs = nowMs;
    return;
  }
  const alert = slack.posted.findLast(
    ({ notification, isDeleted }) => notification.kind === 'alert' && !isDeleted,
  );
  if (alert === undefined || alert.notification.kind !== 'alert') return;
  const { channelId, ts, notification } = alert;
  if (kind === 'deleted') alert.isDeleted = true;
  else if (kind === 'fixed') alert.isFixed = true;
  else if (kind === 'taken') {
    const taken = await watches.take({ channelId, ts }, userId);
    for (const id of taken.kind === 'taken' ? taken.accountIds : []) world.taken.add(id);
  } else if (kind === 'given') {
    const [first] = notification.rows;
    if (first === undefined) return;
    const given = await watches.give(first.accountId, { userId, byId: 'U3' }, { fromOthers: true });
    if (given === 'taken') world.taken.add(first.accountId);
  } else {
    const ids = notification.rows.map(({ accountId }) => accountId);
    await makeQuiet(world, watches, ids, { channelId, untilMs: nowMs + untilMs - fromMs });
  }
}

async function makeQuiet(
  { quiet, nowMs }: World,
  watches: Pick<Store['watches'], 'setQuiet'>,
  accountIds: readonly string[],
  where: { readonly channelId?: string; readonly untilMs: number },
): Promise<void> {
  if (accountIds.length === 0) return;
  await watches.setQuiet(accountIds, { ...where, userId: 'U2' });
  for (const accountId of accountIds) {
    const before = quiet.findLast((one) => one.accountId === accountId && one.channelId === where.channelId);
    if (before !== undefined && before.untilMs > nowMs) before.untilMs = where.untilMs;
    else quiet.push({ accountId, fromMs: nowMs, ...where });
  }
}
