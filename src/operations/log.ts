// operations/ owns what operators see: health, readiness, metrics, the log.
// It must never know Slack, the service, SQL, or anything that a person asked for.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

export interface LogOptions {
  /** A level of pino's, or `silent`. */
  readonly level: string;
  /** Formatted for reading, and not JSON. Default: in a terminal. */
  readonly isPretty?: boolean;
  /** Default: the standard output. */
  readonly destination?: DestinationStream;
}

/**
 * The one log. Whatever a line is given, it holds the listed fields only. `inRequest` runs the work of one request under an
 * id of its own, which every line has that this work writes, or anything that it awaits or starts. What several requests
 * share has the id of the first.
 */
export function createLog({ level, isPretty = process.stdout.isTTY, destination }: LogOptions) {
  const requests = new AsyncLocalStorage<string>();
  const onLost = (lost: number) =>
    requests.exit(() => log.warn({ lost }, 'log lines were dropped: nobody read them in time'));
  const out = destination ?? toStandardOutput(onLost);
  const log: Logger = pino(
    {
      level,
      base: null,
      mixin() {
        const requestId = requests.getStore();
        return requestId === undefined ? {} : { requestId };
      },
      // Pino's own serializer would add to the picked fields.
      serializers: { err: (facts) => facts },
      formatters: { log: (fields) => pickLoggable(fields) },
      // Pino would use an error's message in place of a missing text.
      hooks: {
        logMethod([first, text = 'an error'], method) {
          if (typeof first === 'string') method.call(this, first);
          else method.call(this, (first as unknown) instanceof Error ? { err: first } : first, text);
        },
      },
    },
    isPretty ? prettily(out) : out,
  );
  return { log, inRequest: <T>(work: () => T): T => requests.run(randomUUID(), work) };
}

/** In bytes: some thousands of lines. */
const MAX_BUFFERED = 1_000_000;
/** What an exit waits for a reader. */
const LAST_LINES_WITHIN_MS = 1_000;

/** A reader that stops reading, and a full disk, block nothing: lines are buffered, then dropped and counted. */
function toStandardOutput(onLost: (count: number) => void): DestinationStream {
  const { stdout } = process;
  let lost = 0;
  // The callback of each write gets the error too.
  stdout.on('error', () => {});
  const onWritten = (error?: Error | null) => {
    if (error) lost += 1;
    if (error || lost === 0 || stdout.writableLength > 0) return;
    onLost(lost);
    lost = 0;
  };
  return {
    write(line) {
      if (stdout.writableLength < MAX_BUFFERED) stdout.write(line, onWritten);
      else lost += 1;
    },
  };
}

/** Ends the process once the log is written, or after a second. */
export function exitWhenLogged(code: number): void {
  setTimeout(() => process.exit(code), LAST_LINES_WITHIN_MS);
  process.stdout.write('', () => process.exit(code));
}

/** Not pino-pretty's own stream, which is a step behind: the last line before an exit must not be lost. */
function prettily(out: DestinationStream): DestinationStream {
  const toText = prettyFactory({
    colorize: process.stdout.hasColors?.() ?? false,
    translateTime: 'SYS:HH:MM:ss',
  });
  return { write: (line) => out.write(toText(line)) };
}

/**
 * Every field that may be logged line, at any depth. A new one is added here on purpose: it holds no token, password,
 * e-mail or free text of an account, of a service's answer or of a message.
 */
export const LOGGABLE: ReadonlySet<string> = new Set(
  [
    // The request, and who asked where for what.
    'requestId audit by reply audience userId channelId teamId type reference',
    'accounts id accountId outcome delivery change result field',
    // How a look-up and its calls went.
    'kind source verdict verdictBefore isShared durationMs lastKnownReadAtMs operation status',
    'reason retryAfterMs refusals failures expiresAt lifetimeMs',
    // Slack's side and the store's.
    'method messages doing namespace database from target',
    // The process.
    'access transport port operations signal underWay missing lost file',
    // What went wrong: a word, or an Error, which `errorFacts` picks from.
    'err error code',
  ].flatMap((names) => names.split(' ')),
);

/** Keeps of an object what may be logged. */
function pickLoggable(fields: object): Record<string, unknown> {
  const pick = (value: unknown): unknown => {
    if (value instanceof Error) return errorFacts(value);
    if (Array.isArray(value)) return value.map(pick);
    if (typeof value === 'object' && value !== null) return pickLoggable(value);
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  };
  const listed = Object.entries(fields).filter(([name, value]) => LOGGABLE.has(name) && value !== undefined);
  return Object.fromEntries(listed.map(([name, value]) => [name, pick(value)]));
}

/** The parts of an error that may be logged. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string | number;
  /** Only for errors of our own code. Messages of parsers, drivers and clients quote their input. */
  readonly message?: string;
  /** Slack's own word for a refusal, such as `invalid_auth`. */
  readonly slackError?: string;
  /** Frames only: the lines above them repeat the message. */
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** By allow-list: an error of a client carries requests, answers and tokens. */
export function errorFacts(error: Error): ErrorFacts {
  const { name, cause, stack } = error;
  const { code, data } = error as {
    readonly code?: unknown;
    readonly data?: { readonly error?: unknown } | null;
  };
  const frames = typeof stack === 'string' ? (stack.match(/^[\t ]+at .*$/gm) ?? []) : [];
  const word = data?.error;
  return {
    name: typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: isOurs(frames) ? error.message : undefined,
    slackError: typeof word === 'string' && /^[a-z_]{1,80}$/.test(word) ? word : undefined,
    stack: frames.length > 0 ? frames.join('\n') : undefined,
    cause: cause instanceof Error ? errorFacts(cause) : undefined,
  };
}

/**
 * Made where its first frame is: in a file, and not in a package's, which the build keeps in a folder of that name too.
 * Node's own modules are no files; its parsers are in the frame above ours.
 */
const isOurs = ([first]: readonly string[]) =>
  first !== undefined && /(?:file:\/\/|\(|at )\//.test(first) && !first.includes('/node_modules/');

/** One line for the operator: what the error and its causes say, as far as that may be shown. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let facts = error instanceof Error ? errorFacts(error) : undefined; facts; facts = facts.cause) {
    const word = String(facts.message ?? facts.slackError ?? facts.code ?? '');
    if (!messages.some((earlier) => earlier.includes(word))) messages.push(word);
  }
  return messages.filter(Boolean).join(': ').replaceAll('.: ', '. ') || 'an unknown error';
}
