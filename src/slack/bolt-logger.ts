import { format } from 'node:util';
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from 'pino';

/**
 * Our log as Bolt and its clients want it. Their debug lines are dropped whatever the level: they print whole messages,
 * e-mails in them, and headers.
 */
export function toBoltLogger(log: Logger): BoltLogger {
  const bolt = log.child({ from: 'bolt' });
  return {
    debug: () => {},
    info: (...message) => bolt.info(format(...message)),
    warn: (...message) => bolt.warn(format(...message)),
    error: (...message) => bolt.error(format(...message)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
