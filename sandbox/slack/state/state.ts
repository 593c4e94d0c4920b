import { createFaults, type Faults } from '../server/faults.ts';
import { createTraffic, type Traffic } from '../server/traffic.ts';
import { type Changes, createChanges } from './changes.ts';
import { createIds, type Ids } from './ids.ts';
import { createMessages, type Messages } from './messages.ts';
import { createResponseUrls, type ResponseUrls } from './response-urls.ts';
import { createTriggers, type Triggers } from './triggers.ts';
import { createViews, type Views } from './views.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** Tokens and secrets of the one app that is installed. */
interface Credentials {
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  /** The deprecated `token` in every payload. */
  readonly verificationToken: string;
}

/** All that the local Slack remembers. */
export interface SlackState {
  readonly now: () => number;
  readonly ids: Ids;
  readonly workspace: Workspace;
  readonly credentials: Credentials;
  /** Bot scopes granted. */
  readonly scopes: readonly string[];
  /** The slash commands that the app declares; absent: any. */
  readonly commands: readonly string[] | undefined;
  /** The same for message shortcuts, by `callback_id`. */
  readonly shortcuts: readonly string[] | undefined;
  readonly changes: Changes;
  readonly messages: Messages;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  /** Slack's word for the bot token from now on; absent: it is good. */
  tokenRefusal?: 'token_revoked' | 'account_inactive';
  /** Whether people can get direct messages of the app. */
  readonly hasMessagesTab: boolean;
  /** When chat.postMessage last posted, by channel. */
  readonly postedAtMs: Map<string, number>;
  readonly faults: Faults;
  readonly traffic: Traffic;
}

/** `origin`: where the local Slack listens, such as `http://127.0.0.1:4000`. */
export function createState(setup: {
  now: () => number;
  origin: string;
  scopes: readonly string[];
  commands: readonly string[] | undefined;
  shortcuts: readonly string[] | undefined;
  extraMembers: number;
  locale: string | undefined;
  hasMessagesTab?: boolean | undefined;
  triggersLastMs?: number | undefined;
}): SlackState {
  const { now, origin, scopes, commands, shortcuts, extraMembers, locale, hasMessagesTab = true } = setup;
  const { triggersLastMs = 3_000 } = setup;
  const ids = createIds(now);
  const changes = createChanges();
  const workspace = createWorkspace(extraMembers, locale);
  const credentials: Credentials = {
    botToken: `xoxb-${ids.number()}-${ids.secret(24)}`,
    appToken: `xapp-1-${workspace.appId}-${ids.number()}-${ids.secret(64)}`,
    signingSecret: ids.secret(32),
    verificationToken: ids.secret(24),
  };
  return {
    now,
    ids,
    workspace,
    credentials,
    scopes,
    commands,
    shortcuts,
    changes,
    messages: createMessages({ ids, changes, now }),
    views: createViews({ ids, changes, now, workspace }),
    triggers: createTriggers({ ids, now, lifetimeMs: triggersLastMs }),
    responseUrls: createResponseUrls({ ids, now, origin, teamId: workspace.team.id }),
    hasMessagesTab,
    postedAtMs: new Map(),
    faults: createFaults(),
    traffic: createTraffic(Object.values(credentials)),
  };
}
