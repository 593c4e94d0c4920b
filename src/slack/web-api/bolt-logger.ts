import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from 'pino';

/**
 * Our log as Bolt and its clients want it. Their debug lines are dropped whatever the level: they print whole messages,
 * e-mails in them, and headers. Of other lines only texts and errors are kept, no objects.
 */
export function toBoltLogger(log: Logger): BoltLogger {
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (...message: unknown[]) => {
      const err = message.find((part) => part instanceof Error);
      const text = message.filter((part) => typeof part === 'string').join(' ');
      log[level]({ from: 'bolt', err }, text || 'Bolt reports an error');
    };
  return {
    debug: () => {},
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
