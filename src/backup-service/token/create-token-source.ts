import { abortedWait } from '../http/abort.ts';
import type { Deadline } from '../http/create-deadlines.ts';
import { type AccessToken, type RenewalTimes, renewalTimes } from './access-token.ts';
import type { SharedToken } from './create-shared-token.ts';

/** A token and where it came from: our own login, or another replica's. */
export type HeldToken = AccessToken & RenewalTimes & { readonly source: 'login' | 'shared' };

/** Keeps replicas from fighting over a service that kills older tokens at each login. */
export function createTokenSource(deps: {
  readonly login: (deadline: Deadline) => Promise<AccessToken>;
  readonly shared: SharedToken | undefined;
  /** Whether the service is known to refuse it. */
  readonly isRefused: (token: string) => boolean;
  readonly now: () => number;
}) {
  const { login, shared, isRefused, now } = deps;

  async function readShared(held: HeldToken | undefined): Promise<HeldToken | undefined> {
    const found = await shared?.read();
    if (found === undefined || isRefused(found.token) || found.token === held?.token) return undefined;
    const other = toHeld(found, 'shared');
    // While ours is good, a token that is about to be renewed itself gains nothing.
    const isOursGood = held !== undefined && now() < held.mustRenewAtMs;
    return now() < (isOursGood ? other.renewAtMs : other.mustRenewAtMs) ? other : undefined;
  }

  async function logIn(shared: SharedToken, held: HeldToken | undefined, deadline: Deadline) {
    // Another replica may have logged in while we waited for the lock.
    const ready = await readShared(held);
    if (ready) return ready;
    const issued = toHeld(await login(deadline), 'login');
    // The lock may be lost. The later login counts: it may have killed the earlier token.
    const other = await readShared(held);
    if (isNewer(other, issued)) return other;
    await shared.write(issued);
    return issued;
  }

  return {
    /** Another replica's token, if it will serve longer than the one held. Never logs in. */
    readShared,
    /** A token to follow the one held. Rejects as the login does, or when the deadline passes. */
    async obtain(held: HeldToken | undefined, deadline: Deadline) {
      if (!shared) return toHeld(await login(deadline), 'login');
      const ready = await readShared(held);
      if (ready) return ready;
      const { signal } = deadline;
      const release = await shared.lockLogin(signal);
      try {
        if (signal.aborted) throw abortedWait(signal, { operation: 'login', waitingFor: 'token' });
        return await logIn(shared, held, deadline);
      } finally {
        release();
      }
    },
  };
}

const toHeld = (token: AccessToken, source: HeldToken['source']): HeldToken => ({
  ...token,
  ...renewalTimes(token, Math.random()),
  source,
});

const isNewer = (other: HeldToken | undefined, token: HeldToken): other is HeldToken =>
  other?.serviceExpiresAtMs !== undefined &&
  token.serviceExpiresAtMs !== undefined &&
  other.serviceExpiresAtMs > token.serviceExpiresAtMs;
