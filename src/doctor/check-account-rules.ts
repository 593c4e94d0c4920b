import { AccountRulesError, readRules } from '../account-rules/open-account-rules.ts';
import type { Config } from '../config.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Whether the file of account rules would be taken at start. Nothing without one. */
export async function checkAccountRules(config: Config): Promise<readonly Finding[]> {
  const { accountRulesFile: path, thresholds } = config;
  if (path === undefined) return [];
  try {
    const { length } = await readRules({ path, thresholds });
    return [passed('account rules', `${path}: ${length} rules`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed('account rules', error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
