import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createLogOutput } from './create-log-output.ts';
import { errorFacts } from './error-facts.ts';

export interface LogOptions {
  /** A level of pino's, or `silent`. */
  readonly level: string;
  /** Formatted for reading, and not JSON. Default: in a terminal. */
  readonly isPretty?: boolean;
  /** Of the request that is being worked on. */
  readonly requestId: () => string | undefined;
  /** Default: the standard output, as `createLogOutput` writes to it. */
  readonly destination?: DestinationStream;
}

/**
 * The one log. Whatever a line is given, it holds listed fields only (loggable-fields.ts); a field that is not listed is
 * dropped, and named once, at debug.
 */
export function createLog({
  level,
  isPretty = process.stdout.isTTY,
  requestId,
  destination,
}: LogOptions): Logger {
  const named = new Set<string>();
  const nameOnce = (field: string) => {
    // Names come from our code; a name from outside is neither printed nor kept.
    if (named.has(field) || named.size >= 100 || !/^\w{1,40}$/.test(field)) return;
    named.add(field);
    queueMicrotask(() => log.debug({ field }, 'a field that is not in the list was left out of the log'));
  };
  const onDropped = (lost: number) => log.warn({ lost }, 'log lines were dropped: nobody read them in time');
  const out = destination ?? createLogOutput(onDropped);
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
      formatters: { log: (fields) => pickLoggable(fields, nameOnce) },
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
  ...['method', 'messages', 'doing', 'namespace', 'rows', 'database', 'from'],
  // The process.
  ...['access', 'transport', 'port', 'operations', 'signal', 'underWay', 'missing', 'lost', 'file'],
  // What went wrong: a word, or an Error.
  ...['err', 'error', 'code'],
]);

const DEEPEST = 5;
const LONGEST_LIST = 50;

/** Keeps of an object what may be logged, and tells of every other field by its name alone. */
export function pickLoggable(
  fields: object,
  onUnknown: (name: string) => void,
  depth = 0,
): Record<string, unknown> {
  const pick = (value: unknown): unknown => {
    if (value instanceof Error) return errorFacts(value);
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(pick);
    if (typeof value === 'object' && value !== null) {
      return depth < DEEPEST ? pickLoggable(value, onUnknown, depth + 1) : undefined;
    }
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  };
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!LOGGABLE.has(name)) onUnknown(name);
    else if (value !== undefined) picked[name] = pick(value);
  }
  return picked;
}
