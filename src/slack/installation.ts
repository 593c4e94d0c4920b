import type { Logger } from 'pino';
import type { AccessRules } from './kit/access.ts';
import type { Web } from './web.ts';

/** The bot scopes without which something fails; manifest.yml asks for exactly these. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read'];

/** The same with those that the rules need besides. */
export const scopesFor = ({ userGroups }: AccessRules): readonly string[] =>
  userGroups === undefined ? BOT_SCOPES : [...BOT_SCOPES, 'usergroups:read'];

/** Where the app is installed, as `auth.test` has it. */
export interface Installation {
  readonly teamId: string;
  /** Of the Enterprise organisation that the workspace belongs to. */
  readonly enterpriseId?: string;
  /** Of the workspace, ends with a slash. Absent: Slack does not say. */
  readonly url?: string;
}

/**
 * Asks Slack where the app is installed, and logs scopes that are missing. Rejects with an error that says whether Slack
 * refused the bot token or could not be asked about it.
 */
export async function readInstallation(
  checkToken: Web['checkToken'],
  { rules, log }: { readonly rules: AccessRules; readonly log: Logger },
): Promise<Installation> {
  const called = await checkToken();
  if (called.kind !== 'done') {
    const what = called.kind === 'passing' ? 'Slack could not be asked about' : 'Slack refused';
    throw new Error(`${what} the bot token: ${called.error}`);
  }
  const { team_id: teamId, enterprise_id: enterpriseId, url, response_metadata: more } = called.value;
  const missing = scopesFor(rules).filter((scope) => more?.scopes?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  return { teamId, enterpriseId: enterpriseId || undefined, url: url || undefined };
}
