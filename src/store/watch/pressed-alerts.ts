import { sql } from 'kysely';
import { inPieces } from '../../async.ts';
import { ownerFrom } from '../../watch/incident.ts';
import type { Told } from '../../watch/told.ts';
import type { AlertRecord, PressedMessage, TakeResult } from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { wakeWatchers } from './coverage.ts';
import { PAGE } from './from-columns.ts';
import { readIncidents } from './incident-rows.ts';

/** Alerts that people press on. */
export const createPressedAlerts = ({ run, transact }: Database, now: () => number) => ({
  /**
   * A message whose answer was lost may stand in its channel twice under one key. If it is not the known one that is pressed
   * on, the older of the two is from now on, with what people wrote under it, and is edited. Resolves with the `ts` of the
   * younger one, which is to be deleted; undefined: there is none.
   */
  adopt: ({ id = '', channelId, ts }: PressedMessage, userId: string) =>
    transact(async (db): Promise<string | undefined> => {
      // Direct messages with a person have an id of their own, which is not known before the answer.
      const toldTo = channelId.startsWith('D') ? userId : channelId;
      // Written, so that it is nobody else's to change until the transaction is over.
      const { rows } = await sql<Pick<Tables['messages'], 'channel_id' | 'ts'>>`
        update messages set id = id
        where id = ${id} and ts is distinct from ${ts}
          and (posted_in = ${channelId} or (posted_in is null and channel_id = ${toldTo}))
        returning channel_id, ts`.execute(db);
      const [known] = rows;
      if (known === undefined) return undefined;
      const isOlder = known.ts === null || Number(ts) < Number(known.ts);
      if (!isOlder) return ts;
      const adopted = { ts, posted_in: channelId, is_outdated: 1, is_over: 0 };
      await db.updateTable('messages').set(adopted).where('id', '=', id).execute();
      await wakeChannels(db, now(), sql`${known.channel_id}`);
      return known.ts ?? undefined;
    }),

  /** The alert that somebody pressed on, with its incidents; undefined: it is none, or long over. */
  alert: (pressed: PressedMessage) =>
    run(async (db): Promise<AlertRecord | undefined> => {
      const found = await findAlert(db, pressed);
      return found && { told: found.told, incidents: await readIncidents(db, found.toldTo, [found]) };
    }),

  /** Somebody takes over what an alert names that is still open. */
  take: (pressed: PressedMessage, userId: string) =>
    transact(async (db): Promise<TakeResult> => {
      const found = await findAlert(db, pressed);
      if (found === undefined) return { kind: 'unknown-message' };
      const incidentIds = found.told.rows.map(({ incidentId }) => incidentId);
      const [accountIds, nowMs] = [[] as string[], now()];
      for await (const ids of inPieces(incidentIds, PAGE)) {
        const { rows } = await sql<Pick<Tables['incidents'], 'account_id'>>`
          update incidents set owner_id = ${userId}, owner_until_ms = ${ownerFrom(userId, nowMs).untilMs}
          where id in (${sql.join(ids)}) and closed_at_ms is null returning account_id`.execute(db);
        accountIds.push(...rows.map(({ account_id }) => account_id));
      }
      if (accountIds.length === 0) return { kind: 'nothing-open' };
      await wakeWatchers(db, accountIds, nowMs);
      return { kind: 'taken', accountIds: accountIds.toSorted() };
    }),
});

/** What an alert says, and the channel or person it was told to; undefined: it is none of ours. */
async function findAlert(db: Db, { id = '', channelId, ts }: PressedMessage) {
  const row = await db
    .selectFrom('messages')
    .select(['channel_id', 'told'])
    .where('posted_in', '=', channelId)
    // By its key too: of a message that was posted twice only one is known by its place.
    .where((eb) => eb.or([eb('ts', '=', ts), eb('id', '=', id)]))
    .executeTakeFirst();
  const told = row && (JSON.parse(row.told) as Told);
  return row && told?.kind === 'alert' ? { toldTo: row.channel_id, told } : undefined;
}
