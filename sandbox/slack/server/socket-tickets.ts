import type { Ids } from '../state/ids.ts';

export interface SocketTickets {
  issue(): string;
  /** True once for each ticket, within thirty seconds of `now`. */
  redeem(ticket: string): boolean;
}

const LIFETIME_MS = 30_000;
const KEPT = 100;

/** What lets one connection in. */
export function createSocketTickets({ ids, now }: { ids: Ids; now: () => number }): SocketTickets {
  const issued = new Map<string, number>();
  return {
    issue() {
      const ticket = ids.secret(32);
      issued.set(ticket, now());
      const [oldest] = issued.keys();
      if (issued.size > KEPT && oldest !== undefined) issued.delete(oldest);
      return ticket;
    },
    redeem(ticket) {
      const issuedAtMs = issued.get(ticket);
      issued.delete(ticket);
      return issuedAtMs !== undefined && now() - issuedAtMs <= LIFETIME_MS;
    },
  };
}
