// test/support/ owns servers and data that tests share: each started for one test, stopped by itself.
// It must never replace a module or keep anything from one test to the next.
import { createLog } from '../../src/operations/log.ts';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

/** The real log at its lowest level, with readable lines. */
export function captureLog() {
  const lines: LogLine[] = [];
  const { log, inRequest } = createLog('trace', { write: (line) => lines.push(JSON.parse(line)) });
  return { log, lines, inRequest };
}
