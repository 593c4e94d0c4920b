/** Which of the service's two operations an error or a log line is about. */
export type Operation = 'login' | 'general-info';

/** Everything that asking the service can fail with. */
export type ServiceErrorCode =
  /** The service will not show this account: the id is malformed, the account is not ours, or there is none. */
  | 'invalid-id'
  | 'forbidden'
  | 'not-found'
  /** The service refuses the token. Callers of the client never see it: the client renews the token. */
  | 'unauthorized'
  /** It refuses the user name or password, now or at a login seconds ago, or every token that it issues. */
  | 'login-rejected'
  /** It asks for a pause (429). */
  | 'rate-limited'
  /** It answers 5xx. */
  | 'server-error'
  | 'timeout'
  /** No connection, or a broken one. `reason` has the system's word, such as `ECONNREFUSED`. */
  | 'network'
  /** An answer that is of no use. `reason` says why. Never for single fields, which degrade to "not reported". */
  | 'bad-response'
  /** Nothing was sent: too many look-ups wait, or this one waited in the queue until its time was up. */
  | 'busy'
  /** Nothing more is sent: the app is stopping. */
  | 'closed';

interface Facts {
  readonly operation: Operation;
  /** Of the HTTP answer; absent when none came, or none was asked for. */
  readonly status?: number;
  readonly reason?: string;
  /** When it makes sense to try again, in milliseconds from now. Absent: not known. */
  readonly retryAfterMs?: number;
}

/**
 * What the service or the network did. Distinguished by `code`, never by its message. Has no `cause` on purpose: parsers
 * quote what they read, and the answer to a login holds the token.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly facts: Facts;
  readonly retryAfterMs: number | undefined;

  constructor(code: ServiceErrorCode, facts: Facts) {
    super(`${facts.operation}: ${code}${facts.reason === undefined ? '' : ` (${facts.reason})`}`);
    this.code = code;
    this.facts = facts;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service's own words about an account. */
export const isAnswer = ({ code }: ServiceError): boolean =>
  code === 'invalid-id' || code === 'forbidden' || code === 'not-found';

/** An error as flat facts for a log line. None of them is personal or secret. */
export const factsOf = ({ code, facts }: ServiceError) => ({ code, ...facts });
