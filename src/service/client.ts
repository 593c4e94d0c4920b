// service/ is the client of the Backup Account Service: sign-in, token, HTTP, and what an account looks like on the wire.
// It must never know Slack, verdicts, caches of answers or the words people read.
import PQueue from 'p-queue';
import { z } from 'zod';
import type { Account, GeneralInfoField, ServiceZone } from '../account/account.ts';
import { createDedupe } from '../async.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { isAnswer, ServiceError, type ServiceErrorCode } from './errors.ts';
import { createHttp, type ServiceDeps, type ServiceReply } from './http.ts';
import { parseAccount } from './parse-account.ts';
import { type AccessToken, createTokenCache } from './token-cache.ts';

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;
export type ServiceHealth = ReturnType<BackupService['health']>;

/** Eight at a time at a tenth of a second each make some 1,500 within a look-up's time: more would wait in vain. */
const MAX_WAITING = 2_000;
/** With the wait for other replicas it is less than a look-up has. Never two at a time: the later may kill the earlier's token. */
const LOGIN_WITHIN_MS = 8_000;

/** Sends nothing yet. */
export function createBackupService(deps: ServiceDeps) {
  const { settings, now, log } = deps;
  const isNewDrift = createDedupe(Number.POSITIVE_INFINITY, now);
  const { reportDrift = logDrift } = deps;
  const http = createHttp(deps);
  const breaker = createCircuitBreaker({ now, log });
  const tokens = createTokenCache(deps, logIn);
  /** The account for which a token was refused, since the service last took one. */
  let refusedId: string | undefined;
  const queue = new PQueue({ concurrency: settings.BACKUP_SERVICE_MAX_CONCURRENT });
  const operation = 'general-info';

  /** By name only: values may be personal. */
  function logDrift(field: GeneralInfoField): void {
    if (isNewDrift(field)) log.warn({ field }, 'general info departs from the interface');
  }

  async function logIn(): Promise<AccessToken> {
    const askedAtMs = now();
    const { BACKUP_SERVICE_USERNAME: username, BACKUP_SERVICE_PASSWORD: password } = settings;
    const body = JSON.stringify({ username, password });
    const headers = { 'content-type': 'application/json' };
    const login = { operation: 'login', method: 'POST', path: '/login', headers, body } as const;
    return parseLogin(await http.send(login, performance.now() + LOGIN_WITHIN_MS), askedAtMs);
  }

  /** Answers a 401 with another token, as long as there is one. */
  async function read(id: string, endsAt: number, token: AccessToken): Promise<Account> {
    const path = `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`;
    const headers = { authorization: `Bearer ${token.token}` };
    try {
      const { body } = await http.send({ operation, method: 'GET', path, headers }, endsAt);
      refusedId = undefined;
      return parseAccount(id, body, zoneOf(token), reportDrift);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isAnswer(error)) refusedId = undefined;
      if (error.code !== 'unauthorized') throw error;
      const next = await tokens.insteadOf(token);
      if (next) return read(id, endsAt, next);
      // A token that fails for one account says nothing of the others; one that fails for two, with no answer in between, does.
      const isForAll = refusedId !== undefined && refusedId !== id;
      refusedId = id;
      throw new ServiceError(isForAll ? 'login-rejected' : 'forbidden', error.facts);
    }
  }

  /** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
  function zoneOf({ utcOffset }: AccessToken): ServiceZone {
    const { BACKUP_SERVICE_TIME_ZONE: id } = settings;
    if (id !== undefined) return { id, assumedFrom: 'setting' };
    return utcOffset === undefined
      ? { id: 'UTC', assumedFrom: 'nothing' }
      : { id: utcOffset, assumedFrom: 'login' };
  }

  return {
    /**
     * Reads one account. `budgetMs` covers everything: the queue, login, attempts, back-off, replays. Fails at once
     * while the service is known to be down or has asked for a pause, and when too many look-ups wait. Throws
     * `ServiceError` for what the service or the network does. `isBackground`: nobody waits for it, everybody else goes
     * first.
     */
    async readAccount(
      id: string,
      { budgetMs, isBackground = false }: { readonly budgetMs: number; readonly isBackground?: boolean },
    ): Promise<Account> {
      breaker.throwIfRefused();
      if (queue.size >= MAX_WAITING) throw new ServiceError('busy', { operation });
      const [signal, endsAt] = [AbortSignal.timeout(budgetMs), performance.now() + budgetMs];
      let lateAs: ServiceErrorCode = 'busy';
      const lookUp = () => {
        lateAs = 'timeout';
        return breaker.judge(id, async () => read(id, endsAt, await tokens.get()));
      };
      // The queue ends it with the signal's reason, waiting or not: a login that others wait for too may take longer.
      return queue.add(lookUp, { priority: isBackground ? 0 : 1, signal }).catch((error) => {
        throw error === signal.reason ? new ServiceError(lateAs, { operation }) : error;
      });
    },
    /** Logs in unless a token is held; returns it with the zone of the service's times. Throws `ServiceError`. */
    async signIn() {
      const token = await tokens.get();
      return { token, zone: zoneOf(token) };
    },
    /** Logs in in the background, so that the first look-up finds a token. Never fails: it is logged and tried again. */
    warmUp: tokens.warmUp,
    /** What is known of the service without asking it. */
    health: () => ({ hasToken: tokens.isHeld(), ...breaker.health() }),
    /** Ends what is under way, and everything that comes later, with `closed`. */
    async close() {
      tokens.close();
      await http.close();
    },
  };
}

/** Of a token that does not say: not for long, and not a login for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
const LONGEST_LIFETIME_MS = 24 * 3_600_000;

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z
    .string()
    .transform((text) => text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    .pipe(z.iso.datetime({ offset: true }))
    .catch(''),
});

/**
 * Measures the lifetime by the service's own clock where it is known. A token said to be dead on arrival shows that a clock
 * is wrong: that, and a login that says nothing, is one cautious minute. `expiresIn` has no unit and is never read.
 * `askedAtMs`: a slow answer must not make the token live longer here than there.
 */
function parseLogin({ body, dateMs }: ServiceReply, askedAtMs: number): AccessToken {
  const { data } = LOGIN_BODY.safeParse(body);
  if (data === undefined) throw new ServiceError('bad-response', { operation: 'login', reason: 'no-token' });
  const { token, expiresAt } = data;
  const saidMs = Date.parse(expiresAt) - (dateMs ?? askedAtMs);
  const lifetimeMs = saidMs > 0 ? Math.min(saidMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS;
  return {
    token,
    expiresAtMs: askedAtMs + lifetimeMs,
    lifetimeMs,
    utcOffset: expiresAt.endsWith('Z') ? '+00:00' : expiresAt.slice(-6) || undefined,
  };
}
