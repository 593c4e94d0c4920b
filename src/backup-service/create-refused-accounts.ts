import { LRUCache } from 'lru-cache';

/** For which accounts the service refuses a token that it takes for others. */
export interface RefusedAccounts {
  /** The service has taken the token and answered about the account. */
  answered(id: string, token: string): void;
  /** It has refused each of these tokens, the newest last. True: this account alone, as far as is known. */
  refused(id: string, tokens: readonly string[]): boolean;
  /** Refused before, while the same token was taken for others: no other token will help. */
  isKnown(id: string, token: string): boolean;
}

const KNOWN_KEPT = 100;

export function createRefusedAccounts(): RefusedAccounts {
  const known = new LRUCache<string, true>({ max: KNOWN_KEPT });
  /** Since the last answer. */
  const inARow = new Set<string>();
  let takenToken: string | undefined;

  return {
    answered(id, token) {
      takenToken = token;
      known.delete(id);
      inARow.clear();
    },
    refused(id, tokens) {
      inARow.add(id);
      known.set(id, true);
      if (takenToken === undefined) return false;
      // Otherwise the newest token was taken for nobody yet: two accounts in a row, and it is the token.
      return tokens.at(-1) === takenToken || (tokens.includes(takenToken) && inARow.size === 1);
    },
    isKnown: (id, token) => known.has(id) && token === takenToken,
  };
}
