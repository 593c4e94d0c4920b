import { type BackupServiceError, HttpError, isBackupServiceError, isRefusedId } from '../errors.ts';
import { classifyFailure } from './classify-failure.ts';

/** How the look-ups of this process have ended. */
export interface LookupRecord {
  /** Takes note of how one look-up ends. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** When the service last gave an account or refused an id, epoch milliseconds; undefined before the first time. */
  answeredAtMs(): number | undefined;
  /** Since when every look-up has failed, and how the latest did. Undefined when the last one was answered. */
  failing(): { readonly sinceMs: number; readonly error: BackupServiceError } | undefined;
}

export function createLookupRecord(now: () => number): LookupRecord {
  let answeredAtMs: number | undefined;
  let answers = 0;
  let failing: { sinceMs: number; error: BackupServiceError } | undefined;

  function answered(): void {
    answeredAtMs = now();
    answers += 1;
    failing = undefined;
  }

  return {
    async watch(work) {
      const answersBefore = answers;
      try {
        const result = await work();
        answered();
        return result;
      } catch (error) {
        if (isAboutAccount(error)) answered();
        // While one look-up waited in vain others may have been answered.
        else if (answers === answersBefore && isBackupServiceError(error) && wasAsked(error)) {
          failing = { sinceMs: failing?.sinceMs ?? now(), error };
        }
        throw error;
      }
    },
    answeredAtMs: () => answeredAtMs,
    failing: () => failing,
  };
}

/** The service works, and has something against this account. */
const isAboutAccount = (error: unknown) =>
  isRefusedId(error) || (error instanceof HttpError && error.isThisAccountAlone);

/** Without that nothing new is known: the circuit is open, our own queue is full, or the process is stopping. */
const wasAsked = (error: BackupServiceError) => classifyFailure(error) !== 'none';
