import type { Logger } from 'pino';
import { createBackupService } from '../backup-service/create-backup-service.ts';
import type { LookupConfig } from '../config.ts';
import type { TermsOf } from '../domain/account-terms.ts';
import { compareOutcomes } from '../domain/compare-outcomes.ts';
import type { KnownAccounts } from '../domain/names/account-list.ts';
import type { LookupBackupStatus, LookupOutcome } from '../domain/outcome.ts';
import type { NameChoice } from '../formatters/notices/name-messages.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import type { TypedAccount } from '../slack/input/read-typed.ts';
import { createNames } from '../slack/shared/names.ts';

export interface Asking {
  readonly config: LookupConfig;
  readonly termsOf: TermsOf;
  readonly known: KnownAccounts;
  readonly now: () => number;
  readonly log: Logger;
}

/** How each account is doing, worst first. */
export interface Answered {
  readonly kind: 'answered';
  readonly outcomes: readonly [LookupOutcome, ...LookupOutcome[]];
}

export type Asked =
  | Answered
  /** A name of several accounts, and nobody can tell which one is meant. */
  | { readonly kind: 'ambiguous'; readonly choices: readonly NameChoice[] };

/** One sign-in, and one question for each account, of which there has to be one. Never rejects for anything the service does. */
export async function askService(accounts: readonly TypedAccount[], deps: Asking): Promise<Asked> {
  const { config, termsOf, known, now, log } = deps;
  const service = createBackupService({ ...config.backupService, now, log });
  const lookup = createLookupBackupStatus({
    readAccount: service.readAccount,
    termsOf,
    lastAnswers: NO_LAST_ANSWERS,
    // Look-ups that told an id from a name are not repeated.
    freshForMs: config.lookup.budgetMs,
    budgetMs: config.lookup.budgetMs,
    now,
    log,
  });
  try {
    return await askAll(accounts, lookup, known);
  } finally {
    await service.close();
  }
}

async function askAll(
  accounts: readonly TypedAccount[],
  lookup: LookupBackupStatus,
  known: KnownAccounts,
): Promise<Asked> {
  const { settle } = createNames({ store: NOBODYS, lookup, accounts: known });
  const { ids, choices } = await settle(accounts, {});
  if (choices.length > 0) return { kind: 'ambiguous', choices };
  const outcomes = await Promise.all(ids.map((id) => lookup(id)));
  const [worst, ...others] = outcomes.toSorted(compareOutcomes);
  if (worst === undefined) throw new RangeError('there is no account to ask about');
  return { kind: 'answered', outcomes: [worst, ...others] };
}

/** A command line has no pins. */
const NOBODYS = { pins: async () => [], recents: async () => [] };
