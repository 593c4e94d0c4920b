import { LRUCache } from 'lru-cache';
import { startCountdown } from '../async.ts';
import type { Pause } from './create-pause.ts';
import { HttpError, isRefusedId } from './errors.ts';
import type { Deadline } from './http/create-deadlines.ts';
import type { HttpClient, HttpRequest } from './http/create-http-client.ts';
import type { HttpReply } from './http/read-reply.ts';
import { withRetries } from './http/with-retries.ts';
import type { AccessToken } from './token/access-token.ts';
import type { TokenCache } from './token/create-token-cache.ts';
import type { HeldToken } from './token/create-token-source.ts';

/** The token at hand, its replacement, and one more if another replica was faster than that. */
const MAX_TOKENS = 3;
const USELESS_RENEWAL_PAUSE_MS = 5_000;
const REFUSED_ACCOUNTS_KEPT = 100;

interface GeneralInfo {
  readonly body: HttpReply['body'];
  /** The one with which it was read, which knows the service's UTC offset. */
  readonly token: AccessToken;
}

/** Reads general info of one id. Throws what logging in and HTTP throw. */
export type ReadGeneralInfo = (
  id: string,
  deadline: Deadline,
  /** Nobody waits for it: it goes after all others. */
  isBackground?: boolean,
) => Promise<GeneralInfo>;

/** The request for one account, without its signal. */
export const generalInfoRequest = (id: string, token: string): Omit<HttpRequest, 'signal'> => ({
  operation: 'general-info',
  method: 'GET',
  path: `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`,
  headers: { authorization: `Bearer ${token}` },
});

/**
 * Answers a 401 by renewing once and replaying: that exact token is dead. Tokens that another replica has put in the
 * shared store cost no login and may be tried besides. A 401 that outlives a renewal is the answer, and for the next
 * 5 s 401s cause no login: a service that refuses every token must not be stormed with logins. Nor does an account that
 * the service refuses while it takes the same token for others.
 */
export function createGeneralInfoReader(deps: {
  readonly http: HttpClient;
  readonly tokens: TokenCache;
  readonly pause: Pause;
  readonly now: () => number;
}): ReadGeneralInfo {
  const { http, tokens, pause, now } = deps;
  const refusedAccounts = createRefusedAccounts();
  let noRenewalForMs = () => 0;

  const ask = (id: string, { token }: AccessToken, deadline: Deadline, isBackground: boolean) =>
    withRetries(deadline, () =>
      http.send({ ...generalInfoRequest(id, token), pause, isBackground, signal: deadline.signal }),
    );

  /** Undefined: no other token is available, and the 401 stands. */
  async function otherThan(
    token: HeldToken,
    mayRenew: boolean,
    { signal }: Deadline,
  ): Promise<HeldToken | undefined> {
    if (mayRenew && noRenewalForMs() === 0) {
      tokens.invalidate(token.token);
      return tokens.get(signal);
    }
    const other = await tokens.adoptInsteadOf(token.token);
    if (other === undefined && !mayRenew) noRenewalForMs = startCountdown(now, USELESS_RENEWAL_PAUSE_MS);
    return other;
  }

  return async (id, deadline, isBackground = false) => {
    let token = await tokens.get(deadline.signal);
    let mayRenew = true;
    const tried: string[] = [];
    for (;;) {
      tried.push(token.token);
      try {
        const { body } = await ask(id, token, deadline, isBackground);
        refusedAccounts.answered(id, token.token);
        return { body, token };
      } catch (error) {
        if (isRefusedId(error)) refusedAccounts.answered(id, token.token);
        if (!(error instanceof HttpError && error.status === 401)) throw error;
        const isFutile = tried.length === MAX_TOKENS || refusedAccounts.isKnown(id, token.token);
        const next: HeldToken | undefined = isFutile ? undefined : await otherThan(token, mayRenew, deadline);
        if (next === undefined) {
          const isThisAccountAlone = error.hasErrorObject && refusedAccounts.refused(id, tried);
          throw new HttpError({ ...error, isThisAccountAlone });
        }
        mayRenew &&= next.source === 'shared';
        token = next;
      }
    }
  };
}

/** For which accounts the service refuses a token that it takes for others. */
function createRefusedAccounts() {
  const known = new LRUCache<string, true>({ max: REFUSED_ACCOUNTS_KEPT });
  /** Since the last answer. */
  const inARow = new Set<string>();
  let takenToken: string | undefined;

  return {
    /** The service accepted the token and answered about the account. */
    answered(id: string, token: string): void {
      takenToken = token;
      known.delete(id);
      inARow.clear();
    },
    /** It has refused each of these tokens, the newest last. True: this account alone, as far as is known. */
    refused(id: string, tokens: readonly string[]): boolean {
      inARow.add(id);
      known.set(id, true);
      if (takenToken === undefined) return false;
      // Otherwise the newest token has not been accepted for anybody yet: when it fails for two accounts in a row, the
      // token is at fault.
      return tokens.at(-1) === takenToken || (tokens.includes(takenToken) && inARow.size === 1);
    },
    /** Refused before, while the same token was taken for others: no other token will help. */
    isKnown: (id: string, token: string) => known.has(id) && token === takenToken,
  };
}
