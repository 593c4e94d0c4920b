// doctor/ owns the examination of an installation: one part at a time, with the real settings, and how to mend what is wrong.
// It must never change anything it looks at, keep what it opens, or print a secret.

/** What is looked at, in the order in which it is. */
export type CheckName =
  | 'settings'
  | 'who may ask'
  | 'settings files'
  | 'account rules'
  | 'slack token'
  | 'slack scopes'
  | 'slack connection'
  | 'signing secret'
  | 'listen address'
  | 'service address'
  | 'sign-in'
  | 'token'
  | 'clock'
  | 'time zone'
  | 'account'
  | 'database'
  | 'database file'
  | 'operations address';

/** One line of the result. `warned` works, but perhaps not as it was meant. `skipped` could not be looked at, or was not asked for: `says` tells which. */
export type Finding =
  | { readonly check: CheckName; readonly kind: 'passed' | 'skipped'; readonly says: string }
  | {
      readonly check: CheckName;
      readonly kind: 'failed' | 'warned';
      readonly says: string;
      /** What to do, as a sentence. */
      readonly mend: string;
    };

export const passed = (check: CheckName, says: string): Finding => ({ check, kind: 'passed', says });
export const skipped = (check: CheckName, says: string): Finding => ({ check, kind: 'skipped', says });
export const warned = (check: CheckName, says: string, mend: string): Finding => ({
  check,
  kind: 'warned',
  says,
  mend,
});
export const failed = (check: CheckName, says: string, mend: string): Finding => ({
  check,
  kind: 'failed',
  says,
  mend,
});
