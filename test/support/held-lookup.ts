import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../src/account/outcome.ts';

/** A look-up that waits for the test. */
export interface HeldLookup {
  readonly lookup: LookupBackupStatus;
  /** What was looked up so far. */
  readonly asked: readonly { readonly id: string; readonly options: LookupOptions | undefined }[];
  /** Answers every look-up of this id, now and later. */
  answer(outcome: LookupOutcome): void;
  fail(id: string, error: Error): void;
}

/** Each look-up waits for the answer to its id. */
export function holdLookup(): HeldLookup {
  const held = new Map<string, PromiseWithResolvers<LookupOutcome>>();
  const asked: HeldLookup['asked'][number][] = [];
  const answerOf = (id: string) => {
    const waiting = held.get(id) ?? Promise.withResolvers<LookupOutcome>();
    held.set(id, waiting);
    return waiting;
  };
  return {
    asked,
    lookup(id, options) {
      asked.push({ id, options });
      return answerOf(id).promise;
    },
    answer: (outcome) => answerOf(outcome.id).resolve(outcome),
    fail: (id, error) => answerOf(id).reject(error),
  };
}
