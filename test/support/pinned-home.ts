import { expect } from 'vitest';
import { ownerOf } from './home-of.ts';
import { type BotSetup, type StartedBot, startBot } from './start-bot.ts';
import { startStore } from './start-edge.ts';

/** A bot whose Ada has pinned these accounts. */
export async function startPinned(setup: BotSetup, ...ids: readonly string[]) {
  const store = await startStore(setup.now);
  const bot = await startBot({ store, ...setup });
  for (const accountId of ids) await store.pins.add(ownerOf(bot.ada), { accountId });
  return { ...bot, store };
}

/** Waits until Home was requested this many times and shows the result. */
export const answered = ({ logLines }: StartedBot, count: number) =>
  expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(count);

/** The `block_id` of a pin in Home. */
export const pinBlock = (id: string) => `pin::${id}`;
