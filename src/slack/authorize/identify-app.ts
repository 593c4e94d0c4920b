import type { App } from '@slack/bolt';
import type { AuthTestResponse } from '@slack/web-api';
import type { Logger } from 'pino';
import type { SlackSettings } from '../slack-settings.ts';
import { toSlackFailure } from '../web-api/slack-failure.ts';
import type { Installation } from './membership.ts';

/** Whose app this is, and where it is installed. */
export interface Identity extends Installation {
  /** Absent: not known, and then not compared. */
  readonly appId?: string;
}

export interface IdentifyAppDeps {
  readonly app: App;
  readonly transport: SlackSettings['transport'];
  /** Scopes that will be needed; one that is missing is logged. */
  readonly scopes: readonly string[];
  readonly log: Logger;
}

/** Makes the app known to Slack. Throws an error that says whether Slack refused the bot token or could not be asked about it. */
export async function identifyApp({ app, transport, scopes, log }: IdentifyAppDeps): Promise<Identity> {
  const answer = await askWhoWeAre(app);
  const granted = answer.response_metadata?.scopes;
  const missing = scopes.filter((scope) => granted?.includes(scope) === false);
  if (missing.length > 0) {
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  }
  return toIdentity(answer, transport);
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

/** With signed HTTP Slack may not tell the app's id; there the signing secret, which is one app's alone, stands for it. */
function toIdentity(
  { app_id: told, team_id: teamId, enterprise_id: enterpriseId }: AuthTestResponse,
  transport: SlackSettings['transport'],
): Identity {
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  const inToken =
    transport.kind === 'socket' ? /^xapp-\d+-(A[A-Z0-9]+)-/.exec(transport.appToken)?.[1] : undefined;
  const appId = told ?? inToken;
  return { teamId, ...(appId && { appId }), ...(enterpriseId && { enterpriseId }) };
}
