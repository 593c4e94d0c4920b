import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { User, Workspace } from '../state/workspace.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** A view in the Web API and in payloads. */
export function toWireView(view: StoredView, workspace: Workspace): JsonObject {
  const { content } = view;
  return {
    id: view.id,
    team_id: workspace.team.id,
    type: view.type,
    blocks: view.filledBlocks,
    private_metadata: content.private_metadata ?? '',
    callback_id: content.callback_id ?? '',
    state: { values: view.state },
    hash: view.hash,
    title: content.title ?? null,
    clear_on_close: false,
    notify_on_close: false,
    close: content.close ?? null,
    submit: content.submit ?? null,
    previous_view_id: view.previousViewId ?? null,
    root_view_id: view.rootViewId,
    app_id: workspace.appId,
    external_id: content.external_id ?? '',
    app_installed_team_id: workspace.team.id,
    bot_id: workspace.botId,
  };
}

/** A message in the Web API and in interaction payloads. */
export function toWireMessage(message: StoredMessage, { workspace, messages }: SlackState): JsonObject {
  const replyCount = messages.replyCount(message);
  // The first message of a thread has its own ts as thread_ts.
  const threadTs = replyCount > 0 ? message.ts : message.threadTs;
  return {
    user: message.authorId,
    type: 'message',
    ts: message.ts,
    ...(message.authorId === workspace.botUserId && { bot_id: workspace.botId, app_id: workspace.appId }),
    text: message.text,
    team: workspace.team.id,
    ...(threadTs !== undefined && { thread_ts: threadTs }),
    ...(replyCount > 0 && { reply_count: replyCount }),
    ...(message.isEdited && { edited: { user: workspace.botUserId, ts: message.ts } }),
    ...(message.filledBlocks.length > 0 && { blocks: message.filledBlocks }),
    ...(message.attachments && { attachments: message.attachments }),
  };
}

/**
 * The fields of every interaction. `team` is where the app is installed, even for a person from another organisation: only
 * `user.team_id` differs.
 */
export function interactionPayload(
  state: SlackState,
  user: User,
  from: { readonly fromViewId?: string; readonly channelId?: string | undefined } = {},
): JsonObject {
  const { team, appId } = state.workspace;
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: user.team.id },
    api_app_id: appId,
    token: state.credentials.verificationToken,
    trigger_id: state.triggers.issue({ userId: user.id, ...from }),
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** An event of the Events API for the one installation. */
export function eventPayload(
  { workspace, ids, credentials, now }: SlackState,
  event: JsonObject & { readonly type: string },
): JsonObject {
  return {
    token: credentials.verificationToken,
    team_id: workspace.team.id,
    api_app_id: workspace.appId,
    event: { ...event, event_ts: ids.ts() },
    type: 'event_callback',
    event_id: ids.next('Ev'),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: workspace.team.id,
        user_id: workspace.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
}

const ESCAPED_KEYS: readonly string[] = ['block_id', 'action_id', 'value'];
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeText = (text: string) =>
  text.replace(/&(?!(?:amp|lt|gt);)|[<>]/g, (character) => ENTITIES[character] ?? character);

/** In ids, values and plain text of blocks, Slack returns `&`, `<` and `>` as entities (bolt-python#513). */
export function escapeBlocks<T>(value: T): T;
export function escapeBlocks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => escapeBlocks<unknown>(inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isEscaped = ESCAPED_KEYS.includes(key) || (key === 'text' && value.type === 'plain_text');
      return [key, isEscaped && typeof inner === 'string' ? escapeText(inner) : escapeBlocks<unknown>(inner)];
    }),
  );
}
