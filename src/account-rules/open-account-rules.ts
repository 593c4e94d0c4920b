import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type AccountRule, createTermsOf, namesIn, type TermsOf } from '../domain/account-terms.ts';
import type { ListedAccount } from '../domain/names/account-list.ts';
import type { AccountName } from '../domain/names/account-names.ts';
import type { Thresholds } from '../domain/verdict.ts';
import type { RulesMessage } from './account-rules-worker.ts';
import { unpackList } from './pack-list.ts';

/** The largest file takes three seconds on a busy machine. */
const TIME_LIMIT_MS = 30_000;
const MEMORY_LIMIT_MB = 512;
const PROBLEMS_AT_MOST = 20;

/** The file cannot be read or understood. The message lists everything that is wrong with it. */
export class AccountRulesError extends Error {
  override readonly name = 'AccountRulesError';
  readonly code = 'account-rules';
}

export interface AccountRules {
  /** By the rules as they are at this moment. */
  readonly termsOf: TermsOf;
  /** What single accounts are called, by the same rules. */
  names(): readonly AccountName[];
  /** The list of accounts, another array after each reading. Undefined: the file says nothing about it. */
  fleet(): readonly ListedAccount[] | undefined;
  /** Reads the file again. A file with a mistake changes nothing, and is logged with what is wrong. Never rejects. */
  reload(): Promise<void>;
}

export interface AccountRulesDeps {
  /** Absent: no account has terms of its own. */
  readonly path: string | undefined;
  readonly thresholds: Thresholds;
  /** What reading the file may take. */
  readonly timeLimitMs?: number;
  readonly log: Logger;
}

/** Rejects with an AccountRulesError when the file has a mistake. */
export async function openAccountRules(deps: AccountRulesDeps): Promise<AccountRules> {
  const { path, thresholds, timeLimitMs, log } = deps;
  const read = async () => {
    const { rules, fleet } =
      path === undefined ? { rules: [], fleet: undefined } : await readRules(path, timeLimitMs);
    return { termsOf: createTermsOf(rules, thresholds), names: namesIn(rules), fleet };
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
    termsOf: (accountId) => current.termsOf(accountId),
    names: () => current.names,
    fleet: () => current.fleet,
    reload() {
      reading = reading.then(readAgain);
      return reading;
    },
  };
}

/** What is in the file. Rejects with an AccountRulesError. */
export async function readRules(
  path: string,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<{ readonly rules: readonly AccountRule[]; readonly fleet: readonly ListedAccount[] | undefined }> {
  const parsed = await parseApart(path, timeLimitMs);
  if (parsed.kind === 'valid')
    return { rules: parsed.rules, fleet: parsed.fleet === undefined ? undefined : unpackList(parsed.fleet) };
  const { length } = parsed.problems;
  const problems = parsed.problems.slice(0, PROBLEMS_AT_MOST);
  const more = length > PROBLEMS_AT_MOST ? [`and ${length - PROBLEMS_AT_MOST} more`] : [];
  throw new AccountRulesError(`ACCOUNT_RULES_FILE ${path}: ${[...problems, ...more].join('; ')}`);
}

/** On its own thread: crafted text can keep the YAML parser busy for days. */
function parseApart(workerData: string, timeLimitMs: number): Promise<RulesMessage> {
  // Built, it stands beside this file as JavaScript.
  const file = `./account-rules-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  return new Promise<RulesMessage>((resolve) => {
    const fail = (problem: string) => resolve({ kind: 'invalid', problems: [problem] });
    const timer = setTimeout(() => fail(`cannot be read within ${timeLimitMs / 1000} s`), timeLimitMs);
    worker.on('message', resolve);
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(`cannot be read (${error.code ?? error.name})`),
    );
    worker.on('exit', () => fail('cannot be read (no answer)'));
    worker.on('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
