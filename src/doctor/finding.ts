// doctor/ checks an installation with its real settings, one part at a time, and tells how to fix what is wrong.
// It must never change what it checks, keep anything open, or print a secret.

/** In the order of the checks. */
export type CheckName =
  | 'settings'
  | 'who may ask'
  | 'account rules'
  | 'slack token'
  | 'slack scopes'
  | 'slack connection'
  | 'signing secret'
  | 'service address'
  | 'sign-in'
  | 'token'
  | 'clock'
  | 'time zone'
  | 'account'
  | 'database';

/** What a check tells. `warned` works, but perhaps not as intended. `skipped` could not be checked, or was not asked for; `message` tells which. */
export type Result =
  | { readonly kind: 'passed' | 'skipped'; readonly message: string }
  | {
      readonly kind: 'failed' | 'warned';
      readonly message: string;
      /** What to do, in a sentence. */
      readonly fix: string;
    };

/** One line of the output. */
export type Finding = Result & { readonly check: CheckName };

export const passed = (message: string): Result => ({ kind: 'passed', message });
export const skipped = (message: string): Result => ({ kind: 'skipped', message });
export const warned = (message: string, fix: string): Result => ({ kind: 'warned', message, fix });
export const failed = (message: string, fix: string): Result => ({ kind: 'failed', message, fix });
