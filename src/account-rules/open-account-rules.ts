import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { createTermsOf, type TermsOf } from '../domain/account-terms.ts';
import type { Thresholds } from '../domain/verdict.ts';
import { type ParsedAccountRules, parseAccountRules } from './parse-account-rules.ts';

/** The file cannot be read, or not be understood. The message says all that is wrong with it. */
export class AccountRulesError extends Error {
  override readonly name = 'AccountRulesError';
  readonly code = 'account-rules';
}

export interface AccountRules {
  /** By the rules as they are at this moment. */
  readonly termsOf: TermsOf;
  /** Reads the file again. A file with a mistake changes nothing, and is logged with what is wrong. Never throws. */
  reload(): void;
}

export interface AccountRulesDeps {
  /** Absent: no account has terms of its own. */
  readonly path: string | undefined;
  readonly thresholds: Thresholds;
  readonly log: Logger;
}

/** Throws AccountRulesError when the file has a mistake. */
export function openAccountRules({ path, thresholds, log }: AccountRulesDeps): AccountRules {
  const read = () => createTermsOf(path === undefined ? [] : readRules(path, thresholds), thresholds);
  let current = read();
  return {
    termsOf: (accountId) => current(accountId),
    reload() {
      try {
        current = read();
        log.info({ file: path }, 'the account rules are read anew');
      } catch (error) {
        if (!(error instanceof AccountRulesError)) throw error;
        log.error({ reason: error.message }, 'the account rules stay as they were: the file has a mistake');
      }
    },
  };
}

/** Throws AccountRulesError. */
export function readRules(path: string, thresholds: Thresholds) {
  const parsed = parseFile(path, thresholds);
  if (parsed.kind === 'valid') return parsed.rules;
  throw new AccountRulesError(`ACCOUNT_RULES_FILE ${path}: ${parsed.problems.join('; ')}`);
}

function parseFile(path: string, thresholds: Thresholds): ParsedAccountRules {
  try {
    return parseAccountRules(readFileSync(path, 'utf8'), { fileName: basename(path), thresholds });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { kind: 'invalid', problems: [`cannot be read (${code})`] };
  }
}
