import { sql } from 'kysely';
import type { Seen } from '../../account/outcome.ts';
import { isSeen, ownerAt, ownerFrom, ownershipAt } from '../../watch/incident.ts';
import type { MessageRef } from '../../watch/posted.ts';
import type { OpenPage, TakeResult } from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { postedIn, readPlace } from './channel-rows.ts';
import { stateIn, toIncident } from './from-columns.ts';
import { lockOpen, openIn, readOpen } from './incident-rows.ts';
import { addHands } from './notice-rows.ts';

/** Who is on what is open: one person for an incident, wherever it is watched. */
export const createHands = ({ run, transact }: Database, now: () => number) => ({
  /** Somebody takes over what an alert shows as open and nobody is on. */
  take: (pressed: MessageRef, userId: string) =>
    transact(async (db): Promise<TakeResult> => {
      const nowMs = now();
      const channelId = placeOf(pressed, userId);
      const row = await readPlace(db, channelId);
      const { alert } = row ? postedIn(row) : {};
      if (alert === undefined) return { kind: 'unknown-message' };
      if (alert.ts !== pressed.ts)
        return { kind: 'outdated', present: { ts: alert.ts, channelId: alert.channelId } };
      const { untilMs } = ownerFrom(userId, nowMs);
      const { rows } = await sql<Pick<Tables['incidents'], 'account_id'>>`
        update incidents set owner_id = ${userId}, owner_until_ms = ${untilMs}
        where ${openIn(channelId, nowMs)} and (owner_until_ms is null or owner_until_ms <= ${nowMs})
        returning account_id`.execute(db);
      const accountIds = rows.map(({ account_id }) => account_id).toSorted();
      if (accountIds.length === 0) {
        const { count } = await readOpen(db, channelId, nowMs, 0, 1);
        return { kind: count > 0 ? 'taken-already' : 'nothing-open' };
      }
      await addHands(db, accountIds, { userId }, nowMs);
      return { kind: 'taken', accountIds };
    }),

  /** The same with one account, wherever it is watched. `fromOthers`: also if somebody else is on it. */
  takeAccount: (accountId: string, userId: string, { fromOthers }: { readonly fromOthers: boolean }) =>
    transact(async (db): Promise<Exclude<TakeResult, { kind: 'unknown-message' | 'outdated' }>> => {
      const nowMs = now();
      const open = await lockOpen(db, accountId);
      if (open === undefined) return { kind: 'nothing-open' };
      const fromId = ownerAt(toIncident(open), nowMs);
      if (fromId !== undefined && !fromOthers) return { kind: 'taken-already' };
      await setOwner(db, open, ownerFrom(userId, nowMs));
      await addHands(db, [accountId], { userId, fromId: fromId === userId ? undefined : fromId }, nowMs);
      return { kind: 'taken', accountIds: [accountId] };
    }),

  /** Somebody is no longer on an account. Resolves with whether they were. */
  release: (accountId: string, userId: string) =>
    transact(async (db): Promise<boolean> => {
      const nowMs = now();
      const open = await lockOpen(db, accountId);
      if (open === undefined || ownerAt(toIncident(open), nowMs) !== userId) return false;
      await setOwner(db, open, undefined);
      await addHands(db, [accountId], { userId, isReleased: true }, nowMs);
      return true;
    }),

  /** What the watches know of an account that is not fine. Undefined: nobody watches it, or they have not noticed yet. */
  seen: (accountId: string) =>
    run(async (db): Promise<Seen | undefined> => {
      const { rows } = await sql<Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'>>`
        select incidents.*, state from incidents join watched_accounts on watched_accounts.id = account_id
        where account_id = ${accountId} and closed_at_ms is null`.execute(db);
      const [row] = rows;
      if (row === undefined) return undefined;
      const [incident, state] = [toIncident(row), stateIn(row)];
      return {
        level: state?.level ?? incident.level,
        startedAtMs: isSeen(incident) ? state?.startedAtMs : undefined,
        owner: ownershipAt(incident, now()),
      };
    }),

  /** A page, from 0, of what is open where an alert stands. Undefined: no alert stands there. */
  openAt: (pressed: MessageRef, userId: string, page: number, size: number) =>
    run(async (db): Promise<OpenPage | undefined> => {
      const channelId = placeOf(pressed, userId);
      const row = await db
        .selectFrom('channels')
        .select('posted')
        .where('id', '=', channelId)
        .executeTakeFirst();
      if (row === undefined || postedIn(row).alert === undefined) return undefined;
      const zone = db.selectFrom('watches').select('zone').where('channel_id', '=', channelId).limit(1);
      const { zone: zoneId = 'UTC' } = (await zone.executeTakeFirst()) ?? {};
      return { zone: zoneId, ...(await readOpen(db, channelId, now(), page, size)) };
    }),
});

const setOwner = (
  db: Db,
  { id }: Pick<Tables['incidents'], 'id'>,
  owner: ReturnType<typeof ownerFrom> | undefined,
) =>
  db
    .updateTable('incidents')
    .set({ owner_id: owner?.userId ?? null, owner_until_ms: owner?.untilMs ?? null })
    .where('id', '=', id)
    .execute();

/** Direct messages with a person have an id of their own. */
const placeOf = ({ channelId }: MessageRef, userId: string) =>
  channelId.startsWith('D') ? userId : channelId;
