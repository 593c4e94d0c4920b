/** Which of the service's two operations an error or a log line is about. */
export type Operation = 'login' | 'general-info';

/** A mistake of the service must not lock out everybody for a day. */
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * The service, or something in front of it, answered with a status outside 2xx; redirects are among them, as none is
 * followed. Never a refused login (`LoginRejectedError`), and never an unusable 200 (`BadResponseError`).
 * A 401 means that the service refused a token it had only just issued.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code = 'http';
  readonly operation: Operation;
  readonly status: number;
  /** From Retry-After, counted from the moment of the answer; at most five minutes, whatever the service says. */
  readonly retryAfterMs?: number;
  /** Whether the interface's error object came with it: without it something in front of the service may have answered. */
  readonly hasErrorObject: boolean;
  /** `error.code` of that object, where it looks like a code. For the log, not for people. */
  readonly serviceCode?: string;
  /** A 401 although the service takes the same token for other accounts. */
  readonly isThisAccountAlone: boolean;

  constructor(
    facts: Pick<HttpError, 'operation' | 'status' | 'retryAfterMs' | 'serviceCode'> &
      Partial<Pick<HttpError, 'hasErrorObject' | 'isThisAccountAlone'>>,
  ) {
    super(`${facts.operation} was answered with HTTP ${facts.status}`);
    this.operation = facts.operation;
    this.status = facts.status;
    this.hasErrorObject = facts.hasErrorObject ?? false;
    this.isThisAccountAlone = facts.isThisAccountAlone ?? false;
    this.retryAfterMs = facts.retryAfterMs && Math.min(facts.retryAfterMs, LONGEST_WAIT_MS);
    this.serviceCode = facts.serviceCode;
  }
}

/** The service says that it will not show this account: it is malformed (400), not ours (403) or unknown (404). */
export const isRefusedId = (error: unknown): error is HttpError =>
  error instanceof HttpError &&
  error.operation === 'general-info' &&
  error.hasErrorObject &&
  [400, 403, 404].includes(error.status);

/** No answer: refused, reset, no such host, TLS, or the adapter was closed. Never mere slowness (`TimeoutError`). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code = 'network';
  readonly operation: Operation;
  /** The system's or undici's word for it, such as `ECONNREFUSED`. */
  readonly reason: string;

  constructor(facts: Pick<NetworkError, 'operation' | 'reason' | 'cause'>) {
    super(
      `${facts.operation} failed: ${facts.reason}`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.operation = facts.operation;
    this.reason = facts.reason;
  }
}

/** Time ran out. `waitingFor` tells a slow service (`response`) from our own queue (`slot`) or a slow login (`token`). */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
  readonly operation: Operation;
  readonly waitingFor: 'slot' | 'token' | 'response';

  constructor(facts: Pick<TimeoutError, 'operation' | 'waitingFor'>) {
    super(`${facts.operation} ran out of time while waiting for a ${facts.waitingFor}`);
    this.operation = facts.operation;
    this.waitingFor = facts.waitingFor;
  }
}

/** Why an answer is of no use. */
export type BadResponseReason =
  | 'not-json'
  | 'not-an-object'
  | 'no-token'
  | 'too-large'
  | 'undecodable'
  | 'malformed-http'
  /** The login was refused for a reason that has nothing to do with the credentials: its 400s are ours to explain. */
  | 'login-refused';

/**
 * An answer came and is of no use as a whole. Never for single fields, which degrade to "not reported".
 * Holds no `cause` on purpose: parsers quote what they read, and a login's answer holds the token.
 */
export class BadResponseError extends Error {
  override readonly name = 'BadResponseError';
  readonly code = 'bad-response';
  readonly operation: Operation;
  readonly reason: BadResponseReason;
  /** Absent when not even the status could be read. */
  readonly status?: number;

  constructor(facts: Pick<BadResponseError, 'operation' | 'reason' | 'status'>) {
    super(`${facts.operation} got an unusable answer: ${facts.reason}`);
    this.operation = facts.operation;
    this.reason = facts.reason;
    this.status = facts.status;
  }
}

/** The service refuses the service account's user name or password, now or at a login moments ago. */
export class LoginRejectedError extends Error {
  override readonly name = 'LoginRejectedError';
  readonly code = 'login-rejected';
  readonly operation = 'login';
  /** When a login is tried again at the earliest. */
  readonly retryAfterMs?: number;

  constructor(facts: Pick<LoginRejectedError, 'retryAfterMs'> = {}) {
    super('the service refuses the user name or password of the service account');
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service has not answered for a while and was not asked this time. `failure` is how it failed last. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError';
  readonly code = 'circuit-open';
  readonly operation: Operation;
  readonly failure: BackupServiceError;
  /** When it is asked again at the earliest. */
  readonly retryAfterMs: number;

  constructor(facts: Pick<CircuitOpenError, 'failure' | 'retryAfterMs'>) {
    super(`not asked, for the service does not answer: ${facts.failure.message}`);
    this.operation = facts.failure.operation;
    this.failure = facts.failure;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** More requests are under way already than can be answered in time. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'busy';
  readonly operation = 'general-info';
  /** When one of them will have ended at the latest. */
  readonly retryAfterMs: number;

  constructor({ retryAfterMs }: Pick<BusyError, 'retryAfterMs'>) {
    super('too many look-ups are under way');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Everything that one request can fail with. */
export type AttemptError = HttpError | NetworkError | TimeoutError | BadResponseError;

/** Everything that reading an account can fail with. Told apart by `code`, never by message. */
export type BackupServiceError = AttemptError | LoginRejectedError | CircuitOpenError | BusyError;

const ATTEMPT_ERRORS = [HttpError, NetworkError, TimeoutError, BadResponseError];
const CLASSES = [...ATTEMPT_ERRORS, LoginRejectedError, CircuitOpenError, BusyError];

export const isAttemptError = (error: unknown): error is AttemptError =>
  ATTEMPT_ERRORS.some((type) => error instanceof type);

/** False for anything that is a defect of ours. */
export const isBackupServiceError = (error: unknown): error is BackupServiceError =>
  CLASSES.some((type) => error instanceof type);

const LOGGED: readonly string[] = [
  'code',
  'operation',
  'status',
  'serviceCode',
  'reason',
  'waitingFor',
  'retryAfterMs',
];

/** An error as flat facts for a log line. All of them primitive; none of them personal or secret. */
export function factsOf(error: BackupServiceError): Readonly<Record<string, string | number>> {
  const facts = Object.fromEntries(Object.entries(error).filter(([name]) => LOGGED.includes(name)));
  return error.code === 'circuit-open' ? { ...factsOf(error.failure), ...facts } : facts;
}

/** The code of an error of Node, undici or a database driver; undefined when it has none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
