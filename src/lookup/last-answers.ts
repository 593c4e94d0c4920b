import { Keyv } from 'keyv';
import { z } from 'zod';
import { ACCOUNT } from '../account/account.ts';
import { hasAnswer, type LookupOutcome } from '../account/outcome.ts';
import { within } from '../async.ts';
import type { Instruments } from '../operations/events.ts';

/** An account as it was read, and when, epoch milliseconds. Stored without a verdict, which depends on the time. */
const READING = z.object({ account: ACCOUNT, readAtMs: z.number() }).readonly();
export type Reading = z.infer<typeof READING>;

/** The last good reading of each account, a fallback while the service fails. Never rejects and never hangs. */
export type LastAnswers = ReturnType<typeof createLastAnswers>;

/** A store slower than this counts as failed. */
const WITHIN_MS = 1_000;
/** Increase this when the meaning of stored values changes, so that replicas of different versions do not misread them. */
const VERSION = 2;

/**
 * A failure of the store is logged and counts as a miss: a cache must not make look-ups fail. `store` is made with
 * `throwOnErrors`, without which keyv 5.6 makes a failing store look like an empty one.
 */
export function createLastAnswers({ now, log }: Instruments, ttlMs: number, store = new Keyv()) {
  const keyOf = (id: string) => `last-answer:v${VERSION}:${id}`;

  async function attempt<T>(doing: 'get' | 'set' | 'drop', ids: readonly string[], work: () => Promise<T>) {
    try {
      const done = await within(work(), WITHIN_MS);
      if (done === undefined) throw new DOMException('the store did not answer in time', 'TimeoutError');
      return done.value;
    } catch (error) {
      // Only the name and code: messages of stores and parsers quote their input, including e-mail addresses.
      const { name, code } = error as NodeJS.ErrnoException;
      log.warn({ doing, accounts: ids.length, error: name, code }, 'the store of last answers failed');
      return undefined;
    }
  }

  /** None if it is of an older version, older than `ttlMs`, or from the future, after the clock was set back. */
  function readKept(id: string, kept: unknown): readonly Reading[] {
    const { data: reading } = READING.safeParse(kept);
    const isValid = reading?.account.id === id && Math.abs(now() - reading.readAtMs) < ttlMs;
    return isValid ? [reading] : [];
  }

  return {
    /** The readings that exist, with one request to the store. None if the store fails. */
    async get(ids: readonly string[]): Promise<readonly Reading[]> {
      if (ids.length === 0) return [];
      const kept = await attempt('get', ids, () => store.getMany<unknown>(ids.map(keyOf)));
      return ids.flatMap((id, index) => readKept(id, kept?.[index]));
    },

    async set(id: string, reading: Reading): Promise<void> {
      await attempt('set', [id], () => store.set(keyOf(id), reading, ttlMs));
    },

    /** Deletes the reading of an account that the service does not have, or does not show to us. */
    async drop(id: string): Promise<void> {
      await attempt('drop', [id], () => store.delete(keyOf(id)));
    },
  };
}

/** The id for the log. Without an answer it may be a customer's name: some services refuse all that they do not know. */
export const idInLog = (outcome: LookupOutcome): string =>
  hasAnswer(outcome) ? outcome.id : '(not a known id)';
