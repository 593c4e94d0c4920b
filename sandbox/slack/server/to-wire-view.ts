import type { StoredView } from '../state/views.ts';
import type { Workspace } from '../state/workspace.ts';
import type { JsonObject } from './json.ts';

/** A view as the Web API and payloads show it. */
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
    title: content.title ?? { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: content.clear_on_close ?? false,
    notify_on_close: content.notify_on_close ?? false,
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
