import type { Kysely } from 'kysely';
import type { PressedMessage } from '../../domain/watch/watch-list.ts';
import type { Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';

/**
 * A message whose answer was lost may stand in its channel twice under one key. Of the known one and the one that is pressed
 * on the older stays, with what people wrote under it. Resolves with the `ts` of the younger one; undefined: there is none.
 */
export async function adoptMessage(
  db: Kysely<Tables>,
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
