import type { Logger } from 'pino';
import type { AccessRules } from './kit/access.ts';
import type { Web } from './web.ts';

/** The bot scopes without which something fails; manifest.yml asks for exactly these. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read'];

/** The same with those that the rules need besides. */
export const scopesFor = ({ userGroups }: AccessRules): readonly string[] =>
  userGroups === undefined ? BOT_SCOPES : [...BOT_SCOPES, 'usergroups:read'];

/** Whose app this is, and where it is installed, as `auth.test` has it. */
export interface Identity {
  readonly teamId: string;
  /** Of the Enterprise organisation that the workspace belongs to. */
  readonly enterpriseId?: string;
  /** Absent: not known, and then not compared. */
  readonly appId?: string;
}

/**
 * Asks Slack whose app this is, and logs scopes that are missing. `appToken` names the app; with signed HTTP there is none,
 * and the signing secret, which is one app's alone, stands for it. Rejects with an error that says whether Slack refused
 * the bot token or could not be asked about it.
 */
export async function identifyApp(
  checkToken: Web['checkToken'],
  {
    appToken = '',
    rules,
    log,
  }: { readonly appToken?: string; readonly rules: AccessRules; readonly log: Logger },
): Promise<Identity> {
  const called = await checkToken();
  if (called.kind !== 'done') {
    const what = called.kind === 'passing' ? 'Slack could not be asked about' : 'Slack refused';
    throw new Error(`${what} the bot token: ${called.error}`);
  }
  const { app_id: appId, team_id: teamId, enterprise_id: enterpriseId, response_metadata } = called.value;
  const missing = scopesFor(rules).filter((scope) => response_metadata?.scopes?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  const ownId = appId ?? /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken)?.[1];
  return { teamId, appId: ownId || undefined, enterpriseId: enterpriseId || undefined };
}
