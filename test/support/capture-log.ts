// test/support/ owns servers and data that tests share: each started for one test, stopped by itself.
// It must never replace a module or keep anything from one test to the next.
import { type Logger, pino } from 'pino';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

/** A real log, at its most talkative, whose lines can be read. */
export function captureLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
