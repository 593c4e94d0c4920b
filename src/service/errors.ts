/** The service's two operations. */
export type Operation = 'login' | 'general-info';

/** Why a request to the service failed. */
export type ServiceErrorCode =
  /** The service does not show this account: the id is malformed, the account is not ours, or there is none. */
  | 'invalid-id'
  | 'forbidden'
  | 'not-found'
  /** The service refuses the token. Callers of the client never see it: the client renews the token. */
  | 'unauthorized'
  /** The service refuses the user name or password, now or at a recent login, or every token that it issues. */
  | 'login-rejected'
  /** The service asks for a pause (429). */
  | 'rate-limited'
  /** The service answers 5xx. */
  | 'server-error'
  | 'timeout'
  /** No connection, or a broken one. `reason` is the system's error code, such as `ECONNREFUSED`. */
  | 'network'
  /** An unusable answer; `reason` says why. Never for single fields, which degrade to "not reported". */
  | 'bad-response'
  /** Nothing was sent: too many look-ups are queued, or this one was queued until its time was up. */
  | 'busy'
  /** Nothing is sent any more, because the app is stopping. */
  | 'closed';

interface Facts {
  readonly operation: Operation;
  /** The HTTP status. Absent: there was no answer, or no request. */
  readonly status?: number;
  readonly reason?: string;
  /** When it makes sense to try again, in milliseconds from now. Absent: not known. */
  readonly retryAfterMs?: number;
}

/**
 * A failure of the service or the network. Tell them apart by `code`, never by the message. It has no `cause` on purpose:
 * errors of parsers quote their input, and the answer to a login contains the token.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly facts: Facts;

  constructor(code: ServiceErrorCode, facts: Facts) {
    super(`${facts.operation}: ${code}${facts.reason === undefined ? '' : ` (${facts.reason})`}`);
    this.code = code;
    this.facts = facts;
  }
}

/** Whether the error is an answer of the service about an account. */
export const isAnswer = ({ code }: ServiceError): boolean =>
  code === 'invalid-id' || code === 'forbidden' || code === 'not-found';

/** An error as flat facts for a log line. None of them is personal or secret. */
export const factsOf = ({ code, facts }: ServiceError) => ({ code, ...facts });
