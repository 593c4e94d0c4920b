// doctor/ checks an installation with its real settings, one part at a time, and tells how to fix what is wrong.
// It must never change what it checks, keep anything open, or print a secret.

/** In the order of the checks. */
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

/** One line of the result. `warned` works, but perhaps not as intended. `skipped` could not be checked, or was not asked for; `message` tells which. */
export type Finding =
  | { readonly check: CheckName; readonly kind: 'passed' | 'skipped'; readonly message: string }
  | {
      readonly check: CheckName;
      readonly kind: 'failed' | 'warned';
      readonly message: string;
      /** What to do, in a sentence. */
      readonly fix: string;
    };

export const passed = (check: CheckName, message: string): Finding => ({ check, kind: 'passed', message });
export const skipped = (check: CheckName, message: string): Finding => ({ check, kind: 'skipped', message });
export const warned = (check: CheckName, message: string, fix: string): Finding => ({
  check,
  kind: 'warned',
  message,
  fix,
});
export const failed = (check: CheckName, message: string, fix: string): Finding => ({
  check,
  kind: 'failed',
  message,
  fix,
});
