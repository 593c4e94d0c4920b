import { AccountRulesError, readRules } from '../account-rules/open-account-rules.ts';
import type { Config } from '../config.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Whether the file of account rules would be taken at start. Nothing without one. */
export function checkAccountRules({ accountRulesFile: path, thresholds }: Config): readonly Finding[] {
  if (path === undefined) return [];
  try {
    const { length } = readRules(path, thresholds);
    return [passed('account rules', `${path}: ${length} rules`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed('account rules', error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
