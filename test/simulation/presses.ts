import type { Store } from '../../src/store/create-store.ts';
import type { World } from './world.ts';

/** Somebody does something with the newest alert. */
export async function press(
  { slack }: World,
  kind: 'taken' | 'deleted',
  watches: Pick<Store['watches'], 'take'>,
): Promise<void> {
  const alert = slack.posted.findLast(({ told, isDeleted }) => told.kind === 'alert' && !isDeleted);
  if (alert === undefined) return;
  if (kind === 'deleted') alert.isDeleted = true;
  else await watches.take({ channelId: alert.channelId, ts: alert.ts }, 'U2');
}

/**
 * Somebody presses "Open" on the one of two doubled alerts that the app does not know, which is the older unless a process
 * stood still. Resolves with whether there were two.
 */
export async function pressDoubled(world: World, watches: Pick<Store['watches'], 'adopt'>): Promise<boolean> {
  const { slack, db, kept } = world;
  const shown = slack.posted.filter(({ told, isDeleted }) => told.kind === 'alert' && !isDeleted);
  for (const [id, copies] of Map.groupBy(shown, ({ key }) => key)) {
    const [older, younger, ...others] = copies;
    if (older === undefined || younger === undefined || others.length > 0) continue;
    const row = await db.selectFrom('messages').select('ts').where('id', '=', id).executeTakeFirst();
    const known = copies.find(({ ts }) => ts === row?.ts);
    if (known === undefined) continue;
    const { channelId, ts } = known === older ? younger : older;
    const deletedTs = await watches.adopt({ id, channelId, ts }, 'U2');
    for (const copy of copies) copy.isDeleted ||= copy.ts === deletedTs;
    if (older.isDeleted || !younger.isDeleted) world.broken ??= `not the older one of ${id} is left`;
    kept.push({ message: older, ...(known === younger && { adoptedAtMs: world.nowMs }) });
    return true;
  }
  return false;
}
