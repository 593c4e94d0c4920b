// test/support/ owns servers and data that tests share: each started for one test, stopped by itself.
// It must never replace a module or keep anything from one test to the next.
import type { Logger } from 'pino';
import { createLog } from '../../src/operations/create-log.ts';
import { createRequestScope, type RequestScope } from '../../src/operations/request-scope.ts';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

/** The real log, at its most talkative, whose lines can be read. */
export function captureLog(): {
  readonly log: Logger;
  readonly lines: readonly LogLine[];
  readonly inRequest: RequestScope['run'];
} {
  const lines: LogLine[] = [];
  const requests = createRequestScope();
  const log = createLog({
    isPretty: false,
    level: 'trace',
    requestId: requests.id,
    destination: { write: (line: string) => lines.push(JSON.parse(line)) },
  });
  return { log, lines, inRequest: requests.run };
}
