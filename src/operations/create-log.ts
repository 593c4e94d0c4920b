import { AsyncResource } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { errorFacts } from './error-facts.ts';

export interface LogOptions {
  /** A level of pino's, or `silent`. */
  readonly level: string;
  /** Formatted for reading, and not JSON. Default: in a terminal. */
  readonly isPretty?: boolean;
  /** Of the request that is being worked on. */
  readonly requestId: () => string | undefined;
  /** Default: the standard output, as `openOutput` writes to it. */
  readonly destination?: DestinationStream;
}

/** The one log. Whatever a line is given, it holds the listed fields only. */
export function createLog({
  level,
  isPretty = process.stdout.isTTY,
  requestId,
  destination,
}: LogOptions): Logger {
  const onDropped = (lost: number) => log.warn({ lost }, 'log lines were dropped: nobody read them in time');
  const out = destination ?? openOutput(onDropped);
  const log: Logger = pino(
    {
      level,
      base: null,
      mixin() {
        const id = requestId();
        return id === undefined ? {} : { requestId: id };
      },
      // Pino's own serializer would add to the picked fields.
      serializers: { err: (facts) => facts },
      formatters: { log: (fields) => pickLoggable(fields) },
      // Pino would use an error's message in place of a missing text.
      hooks: {
        logMethod(args, method) {
          const [first, text = 'an error', ...values] = args as unknown[];
          if (first instanceof Error) method.call(this, { err: first }, String(text), ...(values as never[]));
          else method.apply(this, args);
        },
      },
    },
    isPretty ? prettily(out) : out,
  );
  return log;
}

/** In bytes: some thousands of lines. */
const HELD_AT_MOST = 1_000_000;
const TRY_AGAIN_MS = 10;
/** What an exit waits for a reader. */
const LAST_LINES_WITHIN_MS = 1_000;

/**
 * The standard output as pino writes to it. A reader that stops reading blocks nothing, nor does a full disk: lines are held,
 * then dropped and counted until they can be written again. An exit writes what is held, within a second.
 */
function openOutput(onDropped: (count: number) => void): DestinationStream {
  // Belongs to no request, whichever request's line was the first that was held.
  const tell = AsyncResource.bind(onDropped);
  // Reading `process.stdout` makes Node open pipes so that a write fails with EAGAIN instead of waiting.
  const { fd } = process.stdout;
  const out = pino.destination({ dest: fd, sync: true, maxLength: HELD_AT_MOST, retryEAGAIN: () => false });
  let isHeld = false;
  let dropped = 0;
  let isScheduled = false;

  /** Whether nothing is held any more. */
  function writeHeld(): boolean {
    isHeld = false;
    // Writes what is held first.
    out.write('');
    if (isHeld) return false;
    const lost = dropped;
    dropped = 0;
    if (lost > 0) tell(lost);
    return !isHeld;
  }
  out.on('error', () => {
    isHeld = true;
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      writeHeld();
    }, TRY_AGAIN_MS).unref();
  });
  out.on('drop', () => {
    dropped += 1;
  });
  process.once('exit', () => {
    const untilMs = performance.now() + LAST_LINES_WITHIN_MS;
    while (!writeHeld() && performance.now() < untilMs) pause(TRY_AGAIN_MS);
  });
  return out;
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Not pino-pretty's own stream, which is a step behind: the last line before an exit must not be lost. */
function prettily(out: DestinationStream): DestinationStream {
  const toText = prettyFactory({
    colorize: process.stdout.hasColors?.() ?? false,
    translateTime: 'SYS:HH:MM:ss',
  });
  return { write: (line) => out.write(toText(line)) };
}

/**
 * Every field that may stand in a log line, at any depth. A new one is added here on purpose: it holds no token, password,
 * e-mail or free text of an account, of a service's answer or of a message. Errors have rules of their own: `errorFacts`.
 */
const LOGGABLE = new Set<string>([
  // The request, and who asked where for what.
  ...['requestId', 'audit', 'by', 'said', 'audience', 'userId', 'channelId', 'teamId', 'type', 'reference'],
  ...['accounts', 'id', 'accountId', 'outcome', 'delivery', 'change', 'result', 'field'],
  // How a look-up and its calls went.
  ...[
    'kind',
    'source',
    'verdict',
    'verdictBefore',
    'isShared',
    'durationMs',
    'lastKnownReadAtMs',
    'operation',
    'status',
  ],
  ...['reason', 'retryAfterMs', 'retryInMs', 'refusals', 'failures'],
  ...['expiresAt', 'lifetimeMs'],
  // Slack's side and the store's.
  ...['method', 'messages', 'doing', 'namespace', 'database', 'from'],
  // The process.
  ...['access', 'transport', 'port', 'operations', 'signal', 'underWay', 'missing', 'lost', 'file'],
  // What went wrong: a word, or an Error.
  ...['err', 'error', 'code'],
]);

const DEEPEST = 5;
const LONGEST_LIST = 50;

/** Keeps of an object what may be logged. */
export function pickLoggable(fields: object, depth = 0): Record<string, unknown> {
  const pick = (value: unknown): unknown => {
    if (value instanceof Error) return errorFacts(value);
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(pick);
    if (typeof value === 'object' && value !== null) {
      return depth < DEEPEST ? pickLoggable(value, depth + 1) : undefined;
    }
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  };
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (LOGGABLE.has(name) && value !== undefined) picked[name] = pick(value);
  }
  return picked;
}
