import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { type AccountRule, createTermsOf, namesIn, type TermsOf } from '../domain/account-terms.ts';
import type { AccountName } from '../domain/names/account-names.ts';
import type { Thresholds } from '../domain/verdict.ts';
import { parseAccountRules } from './parse-account-rules.ts';

/** So long that no file keeps the YAML parser busy for as much as a second. */
const BYTES_AT_MOST = 256 * 1024;

/** The file cannot be read or understood. The message lists everything that is wrong with it. */
export class AccountRulesError extends Error {
  override readonly name = 'AccountRulesError';
  readonly code = 'account-rules';
}

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

  async function readAgain() {
    try {
      current = await read();
      log.info({ file: path }, 'the account rules are read anew');
    } catch (error) {
      const facts = error instanceof AccountRulesError ? { reason: error.message } : { err: error };
      log.error(facts, 'the account rules stay as they were: the file has a mistake');
    }
  }

  // One after the other, so that what was written last is what stays.
  let reading = Promise.resolve();
  return {
    /** By the rules as they are at this moment. */
    termsOf: ((accountId) => current.termsOf(accountId)) as TermsOf,
    /** What single accounts are called, by the same rules. */
    names: (): readonly AccountName[] => current.names,
    /** Reads the file again. A file with a mistake changes nothing, and is logged with what is wrong. Never rejects. */
    reload(): Promise<void> {
      reading = reading.then(readAgain);
      return reading;
    },
  };
}

/** What is in the file. Rejects with an AccountRulesError. */
export async function readRules(path: string): Promise<readonly AccountRule[]> {
  const refused = (problem: string) => new AccountRulesError(`ACCOUNT_RULES_FILE ${path}: ${problem}`);
  const bytes = await readBounded(path).catch((error: NodeJS.ErrnoException) => {
    throw refused(`cannot be read (${error.code})`);
  });
  if (bytes.length > BYTES_AT_MOST)
    throw refused(
      'is larger than 256 KiB. A list of accounts is put on with npm run accounts -- import FILE.csv',
    );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('is not UTF-8 text');
  }
  const parsed = parseAccountRules(text, basename(path));
  if (parsed.kind === 'invalid') throw refused(parsed.problems.join('; '));
  return parsed.rules;
}

/** The file's bytes, read to one byte past the limit: something other than a plain file may never end. */
async function readBounded(path: string): Promise<Buffer> {
  // Opening a pipe that nobody writes to must not block.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(BYTES_AT_MOST + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
}
