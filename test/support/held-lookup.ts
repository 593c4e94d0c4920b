import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../src/account/outcome.ts';

/** A look-up that stands still until the test lets it go on. */
export interface HeldLookup {
  readonly lookup: LookupBackupStatus;
  /** What was asked so far. */
  readonly asked: readonly { readonly id: string; readonly options: LookupOptions | undefined }[];
  /** Lets every look-up of this id go on, now and from now on. */
  answer(outcome: LookupOutcome): void;
  fail(id: string, error: Error): void;
}

/** Look-ups of each id wait for the answer of that id. */
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
