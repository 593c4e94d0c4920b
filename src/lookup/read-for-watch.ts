import type { BreakerState, Observe } from '../domain/events.ts';
import type { LookupBackupStatus } from '../domain/outcome.ts';
import type { FailedRead, WatchReading } from '../domain/watch/observe-reading.ts';

export interface ReadForWatchDeps {
  readonly lookup: LookupBackupStatus;
  readonly breaker: () => BreakerState;
  readonly observe?: Observe;
}

/**
 * Reads one account for those who watch it, after everybody who waits for an answer. What it reads is the last known answer
 * from then on. Never rejects for anything the service does.
 */
export function createReadForWatch({ lookup, breaker, observe = () => {} }: ReadForWatchDeps) {
  return async (accountId: string): Promise<WatchReading | FailedRead> => {
    const outcome = await lookup(accountId, { fresh: true, isBackground: true });
    const reading = readingOf(outcome);
    observe({ kind: 'watch-read', result: reading.kind });
    return reading;
  };

  function readingOf(outcome: Awaited<ReturnType<LookupBackupStatus>>): WatchReading | FailedRead {
    switch (outcome.kind) {
      case 'found':
        return { kind: 'found', account: outcome.answer.account };
      case 'not-found':
      case 'forbidden':
      case 'invalid-id':
        return { kind: outcome.kind };
      case 'unavailable':
        return { kind: 'failed', isSure: outcome.reason === 'login-rejected' || breaker() !== 'closed' };
      default:
        return outcome satisfies never;
    }
  }
}
