import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../src/account/outcome.ts';

/** Each look-up waits until the test answers its id. */
export function holdLookup() {
  const held = new Map<string, PromiseWithResolvers<LookupOutcome>>();
  const asked: { readonly id: string; readonly options: LookupOptions | undefined }[] = [];
  const answerOf = (id: string) => {
    const waiting = held.get(id) ?? Promise.withResolvers<LookupOutcome>();
    held.set(id, waiting);
    return waiting;
  };
  const lookup: LookupBackupStatus = (id, options) => {
    asked.push({ id, options });
    return answerOf(id).promise;
  };
  return {
    lookup,
    /** What was looked up so far. */
    asked,
    /** Answers every look-up of this id, now and later. */
    answer: (outcome: LookupOutcome) => answerOf(outcome.id).resolve(outcome),
    fail: (id: string, error: Error) => answerOf(id).reject(error),
  };
}
