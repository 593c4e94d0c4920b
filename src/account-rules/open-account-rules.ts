import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { namesIn } from '../account/names.ts';
import { type AccountRule, createTermsOf, type TermsOf } from '../account/terms.ts';
import type { Thresholds } from '../account/verdict.ts';
import { AccountRulesError, parseAccountRules } from './parse-account-rules.ts';

/** So long that no file keeps the YAML parser busy for as much as a second. */
const BYTES_AT_MOST = 256 * 1024;

export interface AccountRulesDeps {
  /** Absent: no account has terms of its own. */
  readonly path: string | undefined;
  readonly thresholds: Thresholds;
  readonly log: Logger;
}

/** Rejects with an AccountRulesError when the file has a mistake. */
export async function openAccountRules({ path, thresholds, log }: AccountRulesDeps) {
  const read = async () => {
    const rules = path === undefined ? [] : await readRules(path);
    return { termsOf: createTermsOf(rules, thresholds), names: namesIn(rules) };
  };
  let current = await read();
  // One after the other, so that what was written last is what stays.
  let reading = Promise.resolve();
  return {
    /** By the rules as they are at this moment. */
    termsOf: ((accountId) => current.termsOf(accountId)) as TermsOf,
    /** What single accounts are called, by the same rules. */
    names: () => current.names,
    /** Reads the file again. A file with a mistake changes nothing, and is logged with what is wrong. Never rejects. */
    reload(): Promise<void> {
      reading = reading.then(read).then(
        (rules) => {
          current = rules;
          log.info({ file: path }, 'the account rules are read anew');
        },
        (error: unknown) => {
          const facts = error instanceof AccountRulesError ? { reason: error.message } : { err: error };
          log.error(facts, 'the account rules stay as they were: the file has a mistake');
        },
      );
      return reading;
    },
  };
}

/** What is in the file. Rejects with an AccountRulesError. */
export async function readRules(path: string): Promise<readonly AccountRule[]> {
  try {
    // One byte more than may be there: something other than a plain file may never end.
    const bytes = await buffer(createReadStream(path, { end: BYTES_AT_MOST }));
    if (bytes.length > BYTES_AT_MOST)
      throw new AccountRulesError(
        'is larger than 256 KiB. A list of accounts is put on with npm run accounts -- import FILE.csv',
      );
    return parseAccountRules(new TextDecoder('utf-8', { fatal: true }).decode(bytes), basename(path));
  } catch (error) {
    throw new AccountRulesError(`ACCOUNT_RULES_FILE ${path}: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AccountRulesError) return error.message;
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 text';
  if (error.syscall !== undefined) return `cannot be read (${error.code})`;
  throw error;
}
