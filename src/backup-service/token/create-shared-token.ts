import { createHash } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AccessToken } from './access-token.ts';
import { createGuardedStore } from './create-guarded-store.ts';
import { createLoginTurn, type LoginTurn } from './create-login-turn.ts';
import { createSeal } from './seal.ts';

const STORED = z.object({
  token: z.string(),
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  serviceExpiresAtMs: z.number().exactOptional(),
  utcOffset: z.string().exactOptional(),
});

const REFUSED = z.object({ count: z.number(), untilMs: z.number() });

/** That the service refused the credentials: so many times in a row, and when a login may be sent again. */
export type Refusals = z.infer<typeof REFUSED>;

/** What replicas tell one another of refused logins. Never rejects. */
export interface SharedRefusals {
  /** Undefined when there are none, or none of these credentials. */
  read(): Promise<Refusals | undefined>;
  write(refusals: Refusals): Promise<void>;
  clear(): Promise<void>;
}

/** The token that all replicas of one service account share. A store that fails or is slow is a logged miss. */
export interface SharedToken {
  /** Undefined when there is none, or none that this password opens. Never rejects. */
  read(): Promise<AccessToken | undefined>;
  /** Kept until the token expires. Never rejects. */
  write(token: AccessToken): Promise<void>;
  /** To be taken before a login whose token will be written. */
  readonly turn: LoginTurn;
  /** Those of this password: somebody who has mended it need not wait. */
  readonly refusals: SharedRefusals;
}

/** How long refusals count after their pause, so that the next one doubles it. */
const REFUSALS_KEPT_MS = 30 * 60_000;

/** Replicas that share it must agree on the time: the expiry is kept by their own clocks. */
export function createSharedToken(deps: {
  readonly store: Keyv;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly now: () => number;
  readonly log: Logger;
}): SharedToken {
  const { url, username, password, now, log } = deps;
  const store = createGuardedStore(deps);
  const context = `${url.replace(/(?<!\/)\/+$/, '')}\n${username}`;
  const key = `access-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const seal = createSeal(password, context);

  const refusalsKey = `${key}:refused`;

  return {
    refusals: {
      async read() {
        const sealed = await store.get(refusalsKey);
        return parseStored(REFUSED, typeof sealed === 'string' ? seal.open(sealed) : undefined);
      },
      async write(refusals) {
        const ttlMs = Math.max(0, refusals.untilMs - now()) + REFUSALS_KEPT_MS;
        await store.set(refusalsKey, seal.close(JSON.stringify(refusals)), ttlMs);
      },
      clear: () => store.delete(refusalsKey),
    },
    turn: createLoginTurn(store, `${key}:login`),
    async read() {
      const sealed = await store.get(key);
      if (sealed === undefined) return undefined;
      const token = parseStored(STORED, typeof sealed === 'string' ? seal.open(sealed) : undefined);
      if (token === undefined) log.warn({ operation: 'get' }, 'the shared token cannot be opened');
      return token;
    },
    async write(token) {
      const ttlMs = Math.max(1, Math.ceil(token.expiresAtMs - now()));
      await store.set(key, seal.close(JSON.stringify(STORED.parse(token))), ttlMs);
    },
  };
}

const parseStored = <T>(schema: z.ZodType<T>, text: string | undefined): T | undefined =>
  // Only an equal seal, so only our own JSON, gets as far as here.
  text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
