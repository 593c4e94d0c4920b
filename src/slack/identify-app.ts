import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { AccessRules } from '../domain/access.ts';
import type { Installation } from './access.ts';
import { toSlackFailure } from './web.ts';

/** The bot scopes without which something fails; manifest.yml asks for exactly these. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read'];

/** The same with those that the rules need besides. */
export const scopesFor = ({ userGroups }: AccessRules): readonly string[] =>
  userGroups === undefined ? BOT_SCOPES : [...BOT_SCOPES, 'usergroups:read'];

/** Whose app this is, and where it is installed. */
export interface Identity extends Installation {
  /** Absent: not known, and then not compared. */
  readonly appId?: string;
}

/**
 * Makes the app known to Slack. Scopes that the rules need and that are missing are logged. `appToken` names the app; absent
 * with signed HTTP, where the signing secret, which is one app's alone, stands for it. Rejects with an error that says
 * whether Slack refused the bot token or could not be asked about it.
 */
export async function identifyApp(
  app: App,
  { appToken, rules, log }: { readonly appToken?: string; readonly rules: AccessRules; readonly log: Logger },
): Promise<Identity> {
  const init = async () => {
    await app.init();
    return app.client.auth.test();
  };
  const answer = await init().catch((cause) => {
    const { kind, error } = toSlackFailure(cause);
    const what =
      kind === 'passing' ? 'Slack could not be asked about the bot token' : 'Slack refused the bot token';
    throw new Error(`${what}: ${error}`, { cause });
  });
  const granted = answer.response_metadata?.scopes;
  const missing = scopesFor(rules).filter((scope) => granted?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  const { app_id: appId, team_id: teamId, enterprise_id: enterpriseId } = answer;
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  const ownId = appId ?? /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken ?? '')?.[1];
  return { teamId, appId: ownId || undefined, enterpriseId: enterpriseId || undefined };
}
