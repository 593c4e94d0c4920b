import type { Logger } from 'pino';
import type { RecentStore } from '../../domain/pins.ts';
import { checkedText } from '../checked-text.ts';
import { StoreError } from '../store-error.ts';
import type { RecentLookup, WrittenRecents } from './create-recent-store.ts';

export interface GatheredRecents extends RecentStore {
  /** Writes what is gathered. Never rejects. */
  flush(): Promise<void>;
}

export interface GatherRecentsDeps {
  readonly recents: WrittenRecents;
  /** How long recents wait for others. 0: each is written at once, and `record` rejects when it cannot be. */
  readonly gatherMs: number;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * Gathers what people ask for and writes it in one transaction. A transaction of its own for every command would have the
 * disk set the pace of all answers, for something of which the last second may well be lost. `record` resolves when it
 * is noted; a failure to write it is logged. `list` has everything that was noted in this process.
 */
export function gatherRecents({ recents, gatherMs, now, log }: GatherRecentsDeps): GatheredRecents {
  let gathered = new Map<string, RecentLookup>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const asked = [...gathered.values()];
    gathered = new Map();
    if (asked.length === 0) return;
    try {
      await recents.write(asked);
    } catch (error) {
      if (error instanceof StoreError)
        log.warn(
          { code: error.code, reason: error.message, lost: asked.length },
          'recent look-ups were lost',
        );
      else await writeEach(asked, { recents, log });
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    async record(person, accountIds) {
      // The first one asked for stands first.
      const asked = accountIds
        .toReversed()
        .map((accountId) => checked({ person, accountId, askedAtMs: now() }));
      if (gatherMs === 0) return await recents.write(asked);
      for (const one of asked) {
        const key = keyOf(one);
        // A Map lists in the order of insertion; put in again, it is the person's last.
        gathered.delete(key);
        gathered.set(key, one);
      }
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    async list(person) {
      await (gathered.size > 0 ? flush() : writing);
      return await recents.list(person);
    },
  };
}

const keyOf = ({ person, accountId }: RecentLookup) => `${person.teamId} ${person.userId} ${accountId}`;

/** Now, when it is still known whose mistake it is. */
function checked(asked: RecentLookup): RecentLookup {
  checkedText('a team id', asked.person.teamId);
  checkedText('a user id', asked.person.userId);
  checkedText('an account id', asked.accountId);
  return asked;
}

/** A defect of one entry rolled back all of them. Alone, it costs that entry. */
async function writeEach(
  asked: readonly RecentLookup[],
  { recents, log }: Pick<GatherRecentsDeps, 'recents' | 'log'>,
): Promise<void> {
  for (const one of asked) {
    await recents
      .write([one])
      .catch((error: unknown) => log.error({ err: error, lost: 1 }, 'a recent look-up could not be written'));
  }
}
