import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Installation } from './access.ts';
import type { AccessRules } from './kit/access.ts';
import type { CallSlack } from './web.ts';

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

interface IdentifyAppDeps {
  readonly app: App;
  readonly client: Pick<WebClient, 'auth'>;
  readonly callSlack: CallSlack;
  /** Names the app. Absent with signed HTTP, where the signing secret, which is one app's alone, stands for it. */
  readonly appToken?: string;
  /** What needs scopes; one that is missing is logged. */
  readonly rules: AccessRules;
  readonly log: Logger;
}

/** Makes the app known to Slack. Rejects with an error that says whether Slack refused the bot token or could not be asked about it. */
export async function identifyApp(deps: IdentifyAppDeps): Promise<Identity> {
  const { app, client, callSlack, appToken, rules, log } = deps;
  const called = await callSlack('auth.test', () => client.auth.test());
  if (called.kind !== 'done') {
    const what = called.kind === 'passing' ? 'Slack could not be asked about' : 'Slack refused';
    throw new Error(`${what} the bot token: ${called.error}`);
  }
  await app.init();
  const { app_id: appId, team_id: teamId, enterprise_id: enterpriseId, response_metadata } = called.value;
  const missing = scopesFor(rules).filter((scope) => response_metadata?.scopes?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  const ownId = appId ?? /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken ?? '')?.[1];
  return { teamId, appId: ownId || undefined, enterpriseId: enterpriseId || undefined };
}
