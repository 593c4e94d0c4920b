import type { AccountStatus } from '../account/account.ts';
import type { Reason, ReasonOf, RuleName } from '../account/verdict.ts';

/** What a language says to do about the reasons of each rule; undefined where there is nothing to do. */
export type NextSteps = {
  readonly [Rule in RuleName]:
    | string
    | undefined
    | ((reason: ReasonOf<Rule>, status: AccountStatus['kind']) => string);
};

/** What a tired person can do about a reason, as a sentence; undefined where there is nothing to do. */
export const nextStepIn =
  (steps: NextSteps) =>
  (reason: Reason, status: AccountStatus['kind']): string | undefined => {
    const step = steps[reason.rule];
    // The entry under a rule's name takes the reasons of that rule: the table's type says so, an index cannot.
    return typeof step === 'function' ? (step as (...facts: unknown[]) => string)(reason, status) : step;
  };
