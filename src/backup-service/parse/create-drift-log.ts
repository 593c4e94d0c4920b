import type { Logger } from 'pino';
import type { ReportDrift } from './general-info-fields.ts';

/** Logs each departure from the interface once per field and kind, by name only: values may be personal. */
export function createDriftLog(log: Logger): ReportDrift {
  const reported = new Set<string>();
  return (field, kind) => {
    const drift = `${field} ${kind}`;
    if (reported.has(drift)) return;
    reported.add(drift);
    log.warn({ field, kind }, 'general info departs from the interface');
  };
}
