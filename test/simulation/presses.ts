import type { Store } from '../../src/store/create-store.ts';
import { openCount } from '../../src/watch/plan-notification.ts';
import type { Notification } from '../../src/watch/posted.ts';
import { isWatched } from './quiet-times.ts';
import { DAY_MS, HOUR_MS, hashOf, isPressed, type PlannedFault } from './scenario.ts';
import type { Posted } from './simulated-slack.ts';
import { staleAfter, staleTimes } from './truth.ts';
import type { Ended, World } from './world.ts';

/** The same world as if no person did anything. */
export const untouched = (world: World): World => ({
  ...world,
  faults: world.faults.filter(({ kind }) => !isPressed(kind)),
});

const SOON_MS = 24 * HOUR_MS;
const BORA = 'U2';
/** Watches nothing, and only asks to be told when accounts are fine. */
const CEM = 'U4';
/** Accounts that are watched by their id alone: when that ends, nobody watches them. */
export const UNLISTED: readonly string[] = ['1003', '1007'];

type Watches = Store['watches'] & Pick<Store['accountList'], 'retire'>;

/** A person acts on the newest alert, or makes an account quiet. */
export async function press(
  world: World,
  { kind, fromMs, untilMs }: PlannedFault,
  watches: Watches,
): Promise<void> {
  const { slack, truths, scenario, nowMs, quiet, endedAtMs } = world;
  const userId = BORA;
  /** Preferably an account that is stale now or soon. */
  const choose = (mayBe: (accountId: string) => boolean = () => true) => {
    const all = [...truths.values()].filter(({ accountId }) => mayBe(accountId));
    const soon = all.filter((truth) =>
      staleTimes(truth, staleAfter(scenario), world.endMs).some(
        (stale) => stale.fromMs < nowMs + SOON_MS && (stale.untilMs ?? world.endMs) > nowMs,
      ),
    );
    const among = soon.length > 0 ? soon : all;
    const one = among[Math.floor(hashOf(scenario.seed, kind, fromMs) * among.length)];
    return one ? [one.accountId] : [];
  };
  if (kind === 'asked') {
    const open = world.db.selectFrom('incidents').select('account_id').where('closed_at_ms', 'is', null);
    const [one] = await open.orderBy('started_at_ms', 'desc').limit(1).execute();
    if (one && (await watches.tellWhenFine(one.account_id, CEM)))
      world.asked.push({ accountId: one.account_id, atMs: nowMs });
    return;
  }
  if (kind === 'saved') return await saveAgain(world, watches, fromMs);
  if (kind === 'unwatched' || kind === 'retired') {
    // Others stay, so that each channel watches accounts, and account 1000 has its outages.
    const mayEnd = (id: string) => isWatched(world, 'C2', id, nowMs) && id !== '1001' && Number(id) % 2 === 1;
    const accountIds = choose(kind === 'unwatched' ? mayEnd : (id) => Number(id) % 4 >= 2);
    for (const id of accountIds) {
      if (kind === 'unwatched') await watches.remove('C2', [id], userId);
      else await watches.retire([id]);
      const isOver = kind === 'retired' || UNLISTED.includes(id);
      for (const channelId of isOver ? ['C1', 'C2'] : ['C2'])
        if (isWatched(world, channelId, id, nowMs)) endedAtMs.set(`${channelId} ${id}`, nowMs);
    }
    return;
  }
  if (kind === 'muted' || kind === 'noted') {
    const accountIds = choose();
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
  const { channelId, notification } = alert;
  if (kind === 'deleted') alert.isDeleted = true;
  else if (kind === 'fixed') alert.isFixed = true;
  else if (kind === 'taken') await acknowledge(world, watches, alert);
  else if (kind === 'released') {
    const [first] = notification.rows;
    if (first?.ownerId === undefined) slack.releases = true;
    else await watches.release(first.ownerId, { accountId: first.accountId });
  } else if (kind === 'given') {
    const [first] = notification.rows;
    if (first === undefined) return;
    const hands = { userId, byId: 'U3', note: `handed over at ${nowMs}` };
    const given = await watches.give(first.accountId, hands, { fromOthers: true });
    if (given !== 'taken') return;
    world.taken.add(first.accountId);
    world.handed.push(hands.note);
  } else {
    const ids = notification.rows.map(({ accountId }) => accountId);
    await makeQuiet(world, watches, ids, { channelId, untilMs: nowMs + untilMs - fromMs });
  }
}

/** One of the watches gets the other level. */
async function saveAgain({ db, scenario, nowMs }: World, watches: Watches, fromMs: number) {
  const rows = await db.selectFrom('watches').selectAll().orderBy('channel_id').orderBy('pattern').execute();
  const chance = hashOf(scenario.seed, 'saved', fromMs);
  // Every second time the watch of all accounts.
  const row = chance < 0.5 ? rows[0] : rows[Math.floor(chance * rows.length)];
  if (row === undefined) return;
  await watches.add({
    channelId: row.channel_id,
    person: { teamId: 'T1', userId: row.user_id },
    patterns: [row.pattern],
    options: {
      minLevel: row.tell_of === 'critical' ? 'attention' : 'critical',
      zone: row.zone,
      createdAtMs: nowMs,
      targets: row.pagerduty_since_ms === null ? [] : ['pagerduty'],
    },
  });
}

/** While an alert has to wait, a person acknowledges the one before it. */
export async function pressWhileHeld(world: World, watches: Watches): Promise<void> {
  const { slack } = world;
  const alert = slack.posted.findLast(
    ({ channelId, first }) => channelId === slack.heldIn && first.kind === 'alert',
  );
  slack.heldIn = undefined;
  // After a deletion nothing tells whether the message that was pressed is newer than the deleted one.
  if (alert?.isDeleted === false) await acknowledge(world, watches, alert);
}

/** Their owner releases the accounts of a question, and no others. */
export async function releaseAsked(world: World, watches: Watches): Promise<void> {
  const { question } = world.slack;
  if (question === undefined) return;
  world.slack.question = undefined;
  const released = await watches.release(question.userId, { untilMs: question.untilMs });
  const other = released.find((id) => !question.accountIds.includes(id));
  if (other && question.count <= question.accountIds.length)
    world.broken ??= `${other} was released under a question that did not name it`;
}

async function acknowledge(
  world: World,
  watches: Watches,
  { channelId, ts }: Pick<Posted, 'channelId' | 'ts'>,
): Promise<void> {
  const taken = await watches.take({ channelId, ts }, BORA);
  if (taken.kind !== 'taken') return;
  for (const id of taken.accountIds) world.taken.add(id);
  const open = world.db
    .selectFrom('incidents')
    .select(['id', 'detected_at_ms'])
    .where('closed_at_ms', 'is', null);
  const rows = await open.where('account_id', 'in', taken.accountIds).execute();
  const watched = await world.db
    .selectFrom('watches')
    .selectAll()
    .where('channel_id', '=', channelId)
    .execute();
  // When a watch is saved with ⚠️, a message lists what needs attention already.
  const listedMs = Math.max(...watched.map(({ widened_at_ms }) => widened_at_ms ?? 0));
  const shown = world.slack.posted
    .filter((message) => message.channelId === channelId)
    .flatMap(({ first, notification, replies }) => [first, notification, ...replies]);
  // An alert names ten accounts and counts the others.
  if (shown.some((one) => one.kind === 'alert' && openCount(one.counts) > one.rows.length)) return;
  const shownIds = new Set(shown.flatMap(incidentsIn));
  const unseen = rows.find(({ id, detected_at_ms }) => !shownIds.has(id) && detected_at_ms > listedMs);
  if (unseen) world.broken ??= `${unseen.id} was acknowledged in ${channelId}, where nobody had seen it`;
}

function incidentsIn(notification: Notification): readonly string[] {
  if ('rows' in notification) return notification.rows.map(({ incidentId }) => incidentId);
  return 'incidents' in notification ? notification.incidents.map(({ id }) => id) : [];
}

/** Who asked is told, once the incident of that time is over; and nothing else. */
export function* wrongFine({ slack, asked, incidents, nowMs }: Ended) {
  const told = slack.posted.flatMap(({ channelId, first, atMs }) =>
    channelId === CEM && first.kind === 'fine' ? [{ ...first, atMs }] : [],
  );
  for (const { accountId, atMs } of asked) {
    const isTold = told.some((one) => one.accountId === accountId && one.atMs >= atMs);
    const open = incidents.filter((one) => one.account_id === accountId && one.closed_at_ms === null);
    if (!isTold && !open.some((one) => one.started_at_ms <= atMs))
      yield `nobody was told that ${accountId} is fine again or no longer watched`;
  }
  // Older incidents are forgotten.
  for (const { accountId, over } of told.filter(({ atMs }) => atMs > nowMs - 33 * DAY_MS)) {
    const isOver = incidents.some(
      (one) => one.account_id === accountId && one.resolved_at_ms === over?.resolvedAtMs,
    );
    if (over && !isOver) yield `somebody was told that ${accountId} is fine again, and it was not`;
  }
}

/** Every hand-over reaches the new owner's direct messages, with its note. */
export function* lostHandOvers({ slack, handed }: World) {
  const direct = slack.posted.filter(({ channelId }) => channelId === BORA);
  const notes = new Set(
    direct.flatMap(({ first, replies }) =>
      [first, ...replies].flatMap((one) => (one.kind === 'hands' ? [one.note] : [])),
    ),
  );
  for (const note of handed) if (!notes.has(note)) yield `the new owner never read: ${note}`;
}

async function makeQuiet(
  { quiet, nowMs }: World,
  watches: Watches,
  accountIds: readonly string[],
  where: { readonly channelId?: string; readonly untilMs: number },
): Promise<void> {
  if (accountIds.length === 0) return;
  await watches.setQuiet(accountIds, { ...where, userId: BORA });
  for (const accountId of accountIds) {
    const before = quiet.findLast((one) => one.accountId === accountId && one.channelId === where.channelId);
    if (before !== undefined && before.untilMs > nowMs) before.untilMs = where.untilMs;
    else quiet.push({ accountId, fromMs: nowMs, ...where });
  }
}
