import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { within } from '../async.ts';
import { type Account, GENERAL_INFO_FIELDS } from '../domain/account.ts';
import { loggableId } from './log-outcome.ts';
import type { Reading } from './reading.ts';

/** The last good reading of each account, to fall back to while the service fails. Never rejects and never hangs. */
export type LastAnswers = ReturnType<typeof createLastAnswers>;

/** For a command line: nothing is kept from one run to the next. */
export const NO_LAST_ANSWERS: LastAnswers = {
  get: async () => undefined,
  getMany: async () => [],
  set: async () => {},
  drop: async () => {},
};

interface LastAnswersDeps {
  /** Made with `throwOnErrors`: otherwise keyv 5.6 makes a failing store look like an empty one. */
  readonly store: Keyv;
  readonly ttlMs: number;
  /** A store slower than this counts as failed. Default 1,000. */
  readonly storeTimeoutMs?: number;
  readonly now: () => number;
  readonly log: Logger;
}

/** Goes up when the meaning of what is kept changes, so that replicas of two versions miss instead of misread. */
const VERSION = 2;

/** A failing store is a logged miss: a cache must not fail a look-up. */
export function createLastAnswers({ store, ttlMs, storeTimeoutMs = 1_000, now, log }: LastAnswersDeps) {
  const keyOf = (id: string) => `last-answer:v${VERSION}:${id}`;

  async function attempt<T>(doing: 'get' | 'getMany' | 'set' | 'drop', id: string, work: () => Promise<T>) {
    try {
      const done = await within(work(), storeTimeoutMs);
      if (done === undefined) throw new DOMException('the store did not answer in time', 'TimeoutError');
      return done.value;
    } catch (error) {
      // Name and code only: messages of stores and parsers quote what they were given, e-mail included.
      const { name, code } = error as NodeJS.ErrnoException;
      log.warn({ doing, accountId: loggableId(id), error: name, code }, 'the store of last answers failed');
      return undefined;
    }
  }

  function readKept(id: string, kept: unknown): Reading | undefined {
    if (kept === undefined) return undefined;
    const { data: reading } = READING_SCHEMA.safeParse(kept);
    if (reading?.account.id !== id) {
      log.warn({ accountId: loggableId(id) }, 'a last answer has an unknown shape and is not used');
      return undefined;
    }
    // The same for a time in the future: the clock was set back.
    return Math.abs(now() - reading.readAtMs) < ttlMs ? reading : undefined;
  }

  return {
    /** `undefined` when there is none, when it is `ttlMs` old, and when the store cannot tell. */
    async get(id: string): Promise<Reading | undefined> {
      return readKept(id, await attempt('get', id, () => store.get<unknown>(keyOf(id))));
    },

    /** The same for many accounts by one question to the store; those without one are left out. */
    async getMany(ids: readonly string[]): Promise<readonly Reading[]> {
      if (ids.length === 0) return [];
      const keys = ids.map(keyOf);
      const kept = await attempt('getMany', `${ids.length} accounts`, () => store.getMany<unknown>(keys));
      return ids.flatMap((id, index) => readKept(id, kept?.[index]) ?? []);
    },

    async set(id: string, reading: Reading): Promise<void> {
      await attempt('set', id, () => store.set(keyOf(id), reading, ttlMs));
    },

    /** Forgets an account of which the service says that there is none, or none for us. */
    async drop(id: string): Promise<void> {
      await attempt('drop', id, () => store.delete(keyOf(id)));
    },
  };
}

const text = z.string().optional();
const count = z.number().optional();

const lastBackup = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), atMs: z.number(), precision: z.enum(['second', 'day']) }),
  z.object({ kind: z.enum(['never', 'unreadable', 'not-reported']) }),
]);

const status = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['online', 'offline', 'backing-up', 'unknown']), sent: z.string() }),
  z.object({ kind: z.literal('not-reported') }),
]);

const quota = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('size'),
    amount: z.number(),
    unit: z.enum(['B', 'KB', 'MB', 'GB', 'TB', 'PB']),
  }),
  z.object({ kind: z.literal('as-sent'), text: z.string() }),
]);

const shape = {
  id: z.string(),
  zone: z.object({ id: z.string(), assumedFrom: z.enum(['setting', 'login', 'nothing']) }),
  status,
  database: lastBackup,
  folders: lastBackup,
  packageName: text,
  packageEndsOn: text,
  email: text,
  quota: quota.optional(),
  backupCount: count,
  maxFolderCount: count,
  foldersFilesCount: count,
  dailyBackupCount: count,
  todayBackupCount: count,
  clientVersion: text,
  darkMode: z.boolean().optional(),
  sent: z.partialRecord(z.enum(GENERAL_INFO_FIELDS), z.string()),
} satisfies Record<keyof Account, z.ZodType>;

/**
 * An account that was kept as JSON, perhaps by another version of this program. A changed `Account` does not
 * compile here; a changed *meaning* needs a new `VERSION`.
 */
const ACCOUNT_SCHEMA: z.ZodType<Account> = z.object(shape);

const READING_SCHEMA: z.ZodType<Reading> = z.object({ account: ACCOUNT_SCHEMA, readAtMs: z.number() });
