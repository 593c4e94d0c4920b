import { type RawBuilder, sql } from 'kysely';
import type { Seen } from '../../account/outcome.ts';
import { type Incident, isSeen, ownerAt, ownerFrom } from '../../watch/incident.ts';
import type { Hands, MessageRef } from '../../watch/posted.ts';
import { CHANGED_AT_ONCE, changeAll, countOf, type Db, postedIn, type Tx, toIncident } from '../tables.ts';
import { quietIds, watchesOf } from './coverage.ts';
import { isPosted, lockOpen, notifyAgain, openIn, readKnown, readSome } from './incidents.ts';
import { addHands, addReminders, awaitFine } from './notices.ts';
import { writtenOn } from './quiet.ts';

// Owners of incidents. An incident has one owner, wherever it is watched.

/**
 * A person becomes the owner of all open incidents without an owner in the conversation of an alert, but not of those that
 * are still to be posted there, unless the alert shows them. With `shownIds`, the message is a summary: then of the critical
 * incidents of these accounts, wherever they are watched. Resolves with the accounts that the person is on now, sorted, or
 * with why there are none: they are healthy again, somebody else is on each of them, or the message is not the newest alert.
 */
export async function take(
  tx: Tx,
  { channelId, ts }: MessageRef,
  userId: string,
  shownIds?: readonly string[],
) {
  const { db, nowMs } = tx;
  // No incident has an empty id, and PostgreSQL rejects an empty list.
  const [rowIds, unseenIds] = [[''], ['']];
  let andEarlier = sql``;
  if (shownIds === undefined) {
    const channel = db.selectFrom('channels').select('posted').where('id', '=', channelId);
    const { alert, pending } = postedIn(await channel.executeTakeFirst());
    const newIds = pending?.about.kind === 'alert' ? pending.about.newIds : [];
    // Slack shows an alert before its answer arrives, and also if that is lost.
    const mayBeNext = pending?.mayExist && newIds.length > 0 && (alert === undefined || ts > alert.ts);
    if (alert?.ts !== ts && !mayBeNext) {
      if (alert === undefined) return { kind: 'unknown-message' } as const;
      return { kind: 'outdated', present: { ts: alert.ts, channelId: alert.channelId } } as const;
    }
    rowIds.push(...(alert?.rows ?? []).map(({ incidentId }) => incidentId));
    (alert?.ts === ts ? unseenIds : rowIds).push(...newIds);
    // The first ten of the next alert are named.
    if (alert?.ts === ts && newIds.length > 0) andEarlier = sql`and detected_at_ms <= ${alert.postedAtMs}`;
  }
  const place = { channelId, watches: shownIds ? [] : await watchesOf(db, channelId) };
  const shown = shownIds
    ? sql`closed_at_ms is null and level = 'critical' and account_id in (${sql.join(shownIds)})`
    : sql`${openIn(place, nowMs)}
        and (id in (${sql.join(rowIds)})
          or (${isPosted(place)} ${andEarlier} and id not in (${sql.join(unseenIds)})))`;
  const owner = ownerFrom(userId, nowMs);
  const untaken = sql`${shown} and (owner_until_ms is null or owner_until_ms <= ${nowMs})`;
  const accountIds = await setOwner(db, owner, untaken);
  if (accountIds.length === 0) {
    const { rows } = await sql<Record<'id' | 'owner_id', string>>`
      select account_id as id, owner_id from incidents where ${shown} order by account_id`.execute(db);
    // A second press.
    const own = rows.filter(({ owner_id }) => owner_id === userId).map(({ id }) => id);
    if (own.length > 0) return { kind: 'taken' as const, accountIds: own };
    return { kind: rows.length > 0 ? 'taken-already' : 'nothing-open' } as const;
  }
  await addReminders(tx, accountIds, owner);
  await addHands(tx, accountIds, { userId });
  return { kind: 'taken' as const, accountIds };
}

/**
 * A person becomes the owner of the open incident of an account: on their own, or because a colleague hands it over. If they
 * own it already, only a note is passed on. `fromOthers`: also if somebody else owns it.
 */
export async function give(
  tx: Tx,
  accountId: string,
  hands: Pick<Hands, 'userId' | 'byId' | 'note'>,
  { fromOthers }: { readonly fromOthers: boolean },
) {
  const { db, nowMs } = tx;
  const open = await lockOpen(db, accountId);
  if (open === undefined) return 'nothing-open' as const;
  const fromId = ownerAt(toIncident(open), nowMs)?.userId;
  if (fromId !== undefined && !fromOthers) return 'taken-already' as const;
  if (fromId === hands.userId && hands.byId && hands.note === undefined) return 'theirs-already' as const;
  const owner = ownerFrom(hands.userId, nowMs);
  // Who hands an account over to themselves takes it over.
  const byId = hands.byId === hands.userId ? undefined : hands.byId;
  await setOwner(db, owner, sql`id = ${open.id}`);
  await addReminders(tx, [accountId], owner);
  if (fromId !== hands.userId || hands.note !== undefined)
    await addHands(tx, [accountId], { ...hands, byId, fromId });
  return 'taken' as const;
}

/** Renews the acknowledgements of a person that expire at `untilMs`. Resolves with the accounts. */
export async function renew(tx: Tx, userId: string, untilMs: number): Promise<readonly string[]> {
  const owner = ownerFrom(userId, tx.nowMs);
  // A second press comes after the first has renewed them. What is renewed no longer matches: no row is changed twice.
  const which = sql`owner_until_ms >= ${untilMs} and owner_until_ms < ${owner.untilMs}`;
  const accountIds = await setOwner(tx.db, owner, ownedBy(userId, which, tx.nowMs));
  if (accountIds.length > 0) await addReminders(tx, accountIds, owner);
  return accountIds;
}

/** A person gives up an account, or what they own until `untilMs` and were asked about. Resolves with the accounts. */
export async function release(
  tx: Tx,
  userId: string,
  of: { readonly accountId: string } | { readonly untilMs: number },
): Promise<readonly string[]> {
  const isAsked = sql`account_id not in (${quietIds(userId, tx.nowMs)})`;
  const which =
    'accountId' in of
      ? sql`account_id = ${of.accountId}`
      : sql`owner_until_ms = ${of.untilMs} and ${isAsked}`;
  const accountIds = await setOwner(tx.db, undefined, ownedBy(userId, which, tx.nowMs));
  if (accountIds.length === 0) return accountIds;
  await addHands(tx, accountIds, { userId, ended: 'released' });
  await notifyAgain(tx, accountIds);
  return accountIds;
}

/** A person gets a direct message once the open incident of an account is over. False: there is none. */
export async function tellWhenFine(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const open = await lockOpen(tx.db, accountId);
  if (open !== undefined) await awaitFine(tx, userId, { incidentId: open.id, accountId });
  return open !== undefined;
}

/** The mute and note of an account and, unless it is healthy, what is known about its open incident. Undefined: nothing. */
export async function seen(tx: Tx, accountId: string, isHealthy = false): Promise<Seen | undefined> {
  const written = await writtenOn(tx, accountId);
  const [known] = isHealthy ? [] : await readKnown(tx, '', sql`watched_accounts.id = ${accountId}`);
  const { incident, state } = known ?? {};
  if (incident === undefined) return written.mute || written.note ? written : undefined;
  return {
    ...written,
    level: state?.level ?? incident.level,
    startedAtMs: isSeen(incident) ? state?.startedAtMs : undefined,
    owner: ownerAt(incident, tx.nowMs),
  };
}

/**
 * A page, from 0, of the open incidents in a conversation, worst first, and how many there are on all pages. `hasAttention`:
 * also those that its watches do not report.
 */
export async function openAt(tx: Tx, channelId: string, page: number, size: number, hasAttention = false) {
  const watches = await watchesOf(tx.db, channelId);
  const wide = watches.map((watch) => ({ ...watch, tell_of: 'attention' as const }));
  const where = openIn({ channelId, watches: hasAttention ? wide : watches }, tx.nowMs);
  return {
    incidents: await readSome(tx, channelId, where, { from: page * size, maxEntries: size }),
    count: await countOf(tx.db.selectFrom('incidents').where(sql<boolean>`${where}`)),
  };
}

/** The incidents that a person owns now. */
const ownedBy = (userId: string, which: RawBuilder<unknown>, nowMs: number) => sql`
  closed_at_ms is null and owner_id = ${userId} and owner_until_ms > ${nowMs} and ${which}`;

/** Sets or removes the owner. A present owner who stays keeps their `sinceMs`. Resolves with the accounts, sorted. */
async function setOwner(db: Db, owner: Incident['owner'], where: RawBuilder<unknown>) {
  const some = sql`select id from incidents where ${where} limit ${sql.lit(CHANGED_AT_ONCE)}`;
  // PostgreSQL checks `where` again after it has waited for another press.
  const rows = await changeAll(
    db,
    sql<{ readonly account_id: string }>`
    update incidents set owner_id = ${owner?.userId ?? null}, owner_until_ms = ${owner?.untilMs ?? null},
      owner_since_ms = case when owner_id = ${owner?.userId ?? null} and owner_until_ms > ${owner?.sinceMs ?? null}
        then owner_since_ms else ${owner?.sinceMs ?? null} end
    where ${where} and id in (${some}) returning account_id`,
  );
  return rows.map(({ account_id }) => account_id).toSorted();
}
