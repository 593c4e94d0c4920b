import type { Store } from '../../src/store/create-store.ts';
import type { World } from './world.ts';

/** Somebody does something with the newest alert. */
export async function press(
  { slack }: World,
  kind: 'taken' | 'deleted' | 'fixed',
  watches: Pick<Store['watches'], 'take'>,
): Promise<void> {
  const alert = slack.posted.findLast(
    ({ notification, isDeleted }) => notification.kind === 'alert' && !isDeleted,
  );
  if (alert === undefined) return;
  if (kind === 'deleted') alert.isDeleted = true;
  else if (kind === 'fixed') alert.isFixed = true;
  else await watches.take({ channelId: alert.channelId, ts: alert.ts }, 'U2');
}
