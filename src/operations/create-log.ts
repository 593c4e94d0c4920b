import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createLogOutput } from './create-log-output.ts';
import { pickLoggable } from './loggable-fields.ts';

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
  const out = destination ?? createLogOutput({ onDropped });
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
