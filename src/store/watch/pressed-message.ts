import type { Told } from '../../domain/watch/told.ts';
import type { AlertRecord, PressedMessage, TakeResult } from '../../domain/watch/watch-list.ts';
import type { Db } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { readIncidents, takeIncidents } from './incident-rows.ts';

/**
 * A message whose answer was lost may stand in its channel twice under one key. Of the known one and the one that is pressed
 * on the older stays, with what people wrote under it. Resolves with the `ts` of the younger one; undefined: there is none.
 */
export async function adoptMessage(
  db: Db,
  { id = '', channelId, ts }: PressedMessage,
  userId: string,
  nowMs: number,
): Promise<string | undefined> {
  // Direct messages with a person have an id of their own, which is not known before the answer.
  const toldTo = channelId.startsWith('D') ? userId : channelId;
  const known = await db
    .updateTable('messages')
    // Nobody else's to change until the transaction is over.
    .set({ id })
    .where('id', '=', id)
    .where('ts', 'is distinct from', ts)
    .where((eb) =>
      eb.or([
        eb('posted_in', '=', channelId),
        eb.and([eb('posted_in', 'is', null), eb('channel_id', '=', toldTo)]),
      ]),
    )
    .returning(['channel_id', 'ts'])
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const isOlder = known.ts === null || Number(ts) < Number(known.ts);
  if (!isOlder) return ts;
  await db
    .updateTable('messages')
    .set({ ts, posted_in: channelId, is_outdated: 1, is_over: 0 })
    .where('id', '=', id)
    .execute();
  await wakeChannels(db, nowMs, { channelId: known.channel_id });
  return known.ts ?? undefined;
}

/** What an alert says that somebody pressed on, and the channel or person it was told to; undefined: it is none of ours. */
async function findAlert(
  db: Db,
  { id = '', channelId, ts }: PressedMessage,
): Promise<{ readonly toldTo: string; readonly told: AlertRecord['told'] } | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['channel_id', 'told'])
    .where('posted_in', '=', channelId)
    // By its key too: of a message that was posted twice only one is known by its place.
    .where((eb) => eb.or([eb('ts', '=', ts), eb('id', '=', id)]))
    .executeTakeFirst();
  const told = row && (JSON.parse(row.told) as Told);
  return told?.kind === 'alert' ? { toldTo: row?.channel_id ?? '', told } : undefined;
}

/** The same with its incidents, those of accounts that are watched there. */
export async function readAlert(db: Db, pressed: PressedMessage): Promise<AlertRecord | undefined> {
  const found = await findAlert(db, pressed);
  if (found === undefined) return undefined;
  const { toldTo, told } = found;
  return { told, incidents: await readIncidents(db, toldTo, [{ told }]) };
}

/** Somebody takes over what an alert names that is still open. */
export async function takeAlert(
  db: Db,
  pressed: PressedMessage,
  userId: string,
  nowMs: number,
): Promise<TakeResult> {
  const found = await findAlert(db, pressed);
  if (found === undefined) return { kind: 'unknown-message' };
  const incidentIds = found.told.rows.map(({ incidentId }) => incidentId);
  const accountIds = await takeIncidents(db, incidentIds, userId, nowMs);
  return accountIds.length === 0 ? { kind: 'nothing-open' } : { kind: 'taken', accountIds };
}
