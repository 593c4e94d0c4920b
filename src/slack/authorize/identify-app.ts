import type { App } from '@slack/bolt';
import type { AuthTestResponse } from '@slack/web-api';
import type { Logger } from 'pino';
import type { AccessRules } from '../../domain/access.ts';
import { toSlackFailure } from '../web-api/slack-failure.ts';
import type { Installation } from './user-directory.ts';

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

export interface IdentifyAppDeps {
  readonly app: App;
  /** Names the app. Absent with signed HTTP, where the signing secret, which is one app's alone, stands for it. */
  readonly appToken: string | undefined;
  /** What needs scopes; one that is missing is logged. */
  readonly rules: AccessRules;
  readonly log: Logger;
}

/** Makes the app known to Slack. Throws an error that says whether Slack refused the bot token or could not be asked about it. */
export async function identifyApp({ app, appToken, rules, log }: IdentifyAppDeps): Promise<Identity> {
  const answer = await askWhoWeAre(app);
  const granted = answer.response_metadata?.scopes;
  const missing = scopesFor(rules).filter((scope) => granted?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  const { app_id: told, team_id: teamId, enterprise_id: enterpriseId } = answer;
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  const appId = told ?? /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken ?? '')?.[1];
  return { teamId, appId: appId || undefined, enterpriseId: enterpriseId || undefined };
}

async function askWhoWeAre(app: App): Promise<AuthTestResponse> {
  try {
    await app.init();
    return await app.client.auth.test();
  } catch (cause) {
    const { kind, error } = toSlackFailure(cause);
    const what =
      kind === 'refused' || kind === 'signed-out'
        ? 'Slack refused the bot token'
        : 'Slack could not be asked about the bot token';
    throw new Error(`${what}: ${error}`, { cause });
  }
}
