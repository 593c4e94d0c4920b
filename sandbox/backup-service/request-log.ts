/** Requests counted since the start or the last reset. */
export interface RequestCounts {
  /** Logins answered with 200. */
  readonly logins: number;
  /** Logins answered with an error status, by a fault too. */
  readonly rejectedLogins: number;
  /** General-info requests received, whatever became of them. */
  readonly generalInfos: number;
  /** Requests of any kind received and not yet answered in full. */
  readonly inFlight: number;
  readonly maxInFlight: number;
}

/** One request. `path` has no query; `accountId` is the `id` asked for; no `status` while there is no answer. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly accountId?: string;
  readonly status?: number;
}

/** A request that is being served; each of its functions is called at most once to effect. */
interface RequestInFlight {
  answered(status: number): void;
  ended(): void;
}

export interface RequestLog {
  readonly counts: RequestCounts;
  /** The newest 10,000, oldest first. */
  readonly requests: readonly LoggedRequest[];
  begin(request: LoggedRequest): RequestInFlight;
  countLogin(isAccepted: boolean): void;
  countGeneralInfo(): void;
  /** Forgets all but what is in flight. */
  reset(): void;
}

const KEPT = 10_000;

/** Counts and a bounded log, both live. Neither ever holds a header or a body, so no credentials. */
export function createRequestLog(): RequestLog {
  const counts = { logins: 0, rejectedLogins: 0, generalInfos: 0, inFlight: 0, maxInFlight: 0 };
  const requests: LoggedRequest[] = [];
  return {
    counts,
    requests,
    begin(request) {
      const entry: { -readonly [Key in keyof LoggedRequest]: LoggedRequest[Key] } = { ...request };
      if (requests.push(entry) > KEPT) requests.shift();
      counts.inFlight += 1;
      counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
      let isInFlight = true;
      return {
        answered(status) {
          entry.status = status;
        },
        ended() {
          if (isInFlight) counts.inFlight -= 1;
          isInFlight = false;
        },
      };
    },
    countLogin(isAccepted) {
      counts[isAccepted ? 'logins' : 'rejectedLogins'] += 1;
    },
    countGeneralInfo() {
      counts.generalInfos += 1;
    },
    reset() {
      requests.splice(0);
      Object.assign(counts, { logins: 0, rejectedLogins: 0, generalInfos: 0, maxInFlight: counts.inFlight });
    },
  };
}
