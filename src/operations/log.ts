// operations/ owns what operators see: health, readiness, metrics, the log.
// It must never know Slack, the service, SQL, or what people look up.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

/**
 * Creates the log. Its lines have only the fields in `LOGGABLE`, whatever the code passes. `inRequest` runs the work of one
 * request under a new id, which is in every line that this work, or anything that it awaits or starts, writes. Work that
 * several requests share has the id of the first one. Writes JSON to `out`, which is standard output unless given; in a
 * terminal it is formatted for people.
 */
export function createLog(level: string, out?: DestinationStream) {
  const requests = new AsyncLocalStorage<string>();
  const onLost = (lost: number) =>
    requests.exit(() => log.warn({ lost }, 'log lines were dropped: nobody read them in time'));
  const log: Logger = pino(
    {
      level,
      base: null,
      mixin: () => ({ requestId: requests.getStore() }),
      // Pino's own serializer would add fields.
      serializers: { err: (facts) => facts },
      formatters: { log: (fields) => pickLoggable(fields) as Record<string, unknown> },
      // Without a text, pino would log the message of the error.
      hooks: {
        logMethod([first, text = 'an error'], method) {
          if (typeof first === 'string') method.call(this, first);
          else method.call(this, (first as unknown) instanceof Error ? { err: first } : first, text);
        },
      },
    },
    out ?? toStandardOutput(onLost),
  );
  return { log, inRequest: <T>(work: () => T): T => requests.run(randomUUID(), work) };
}

/** In bytes, some thousands of lines. */
const MAX_BUFFERED = 1_000_000;
/** How long an exit waits until the log is read. */
const LAST_LINES_WITHIN_MS = 1_000;

/** Never blocks when nobody reads the output or the disk is full: lines are buffered, then dropped and counted. */
function toStandardOutput(onLost: (count: number) => void): DestinationStream {
  const { stdout } = process;
  let lost = 0;
  // The callback of each write gets the error, too.
  stdout.on('error', () => {});
  const onWritten = (error?: Error | null) => {
    if (error) lost += 1;
    if (error || lost === 0 || stdout.writableLength > 0) return;
    onLost(lost);
    lost = 0;
  };
  const out: DestinationStream = {
    write(line) {
      if (stdout.writableLength < MAX_BUFFERED) stdout.write(line, onWritten);
      else lost += 1;
    },
  };
  return stdout.isTTY ? prettily(out) : out;
}

/** Ends the process once the log is written, or after a second. */
export function exitWhenLogged(code: number): void {
  setTimeout(() => process.exit(code), LAST_LINES_WITHIN_MS);
  process.stdout.write('', () => process.exit(code));
}

/** Formats lines for people. With pino-pretty's own stream, which is asynchronous, the last line would be lost at an exit. */
export function prettily(out: DestinationStream): DestinationStream {
  const colorize = process.stdout.hasColors?.() ?? false;
  const toText = prettyFactory({ colorize, translateTime: 'SYS:HH:MM:ss' });
  return { write: (line) => out.write(toText(line)) };
}

/**
 * All fields that may be logged, at any depth. Add a new one only if it can never contain a token, a password, an e-mail
 * address, or free text of an account, of an answer of the service or of a message.
 */
export const LOGGABLE: ReadonlySet<string> = new Set(
  [
    'requestId audit by reply audience userId channelId teamId type reference',
    'accounts id accountId outcome delivery result field',
    'kind source verdict verdictBefore isShared durationMs lastKnownReadAtMs operation status',
    'reason retryAfterMs refusals failures expiresAt lifetimeMs',
    'method messages doing database from target',
    'access transport port operations signal underWay missing lost file',
    // Errors: a code, or an Error, which `errorFacts` reduces.
    'err error code',
  ].flatMap((names) => names.split(' ')),
);

/** What of a value may be logged: of an object its listed fields. An id of an account may be a person's e-mail address. */
function pickLoggable(value: unknown, field = ''): unknown {
  if (value instanceof Error) return errorFacts(value);
  if (Array.isArray(value)) return value.map((inner) => pickLoggable(inner, field));
  if (['id', 'accountId'].includes(field) && /@|\[at\]/i.test(String(value))) return '(an e-mail address)';
  if (typeof value !== 'object' || value === null) return value;
  const listed = Object.entries(value).filter(([name]) => LOGGABLE.has(name));
  return Object.fromEntries(listed.map(([name, inner]) => [name, pickLoggable(inner, name)]));
}

/** The parts of an error that may be logged. An allow-list, because errors of clients contain requests, answers and tokens. */
export function errorFacts(error: Error) {
  const { name, stack, cause, code, data } = error as Error & {
    code?: unknown;
    data?: { error?: unknown } | null;
  };
  // Only the frames: the lines above them repeat the message.
  const frames = typeof stack === 'string' ? (stack.match(/^[\t ]+at .*$/gm) ?? []) : [];
  // Slack's error code, such as `invalid_auth`.
  const word = data?.error;
  return {
    name: typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    // Messages of parsers, drivers and clients quote their input.
    message: isOurs(frames) ? error.message : undefined,
    slackError: typeof word === 'string' && /^[a-z_]{1,80}$/.test(word) ? word : undefined,
    stack: frames.length > 0 ? frames.join('\n') : undefined,
    cause: cause instanceof Error ? pickLoggable(cause) : undefined,
  };
}

/**
 * Whether our code made the error: its first frame is in a file outside of `node_modules`, which exists in the build, too.
 * Frames of Node's own modules, such as parsers, are not files.
 */
const isOurs = ([first]: readonly string[]) =>
  first !== undefined && /(?:file:\/\/|\(|at )\//.test(first) && !first.includes('/node_modules/');

/** One line for operators: the messages or codes of an error and its causes, as far as they may be shown. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    const { message, slackError, code } = errorFacts(one);
    const word = String(message ?? slackError ?? code ?? '');
    if (!messages.some((earlier) => earlier.includes(word))) messages.push(word);
  }
  return messages.filter(Boolean).join(': ').replaceAll('.: ', '. ') || 'an unknown error';
}
