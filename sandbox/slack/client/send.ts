import { checkView } from '../block-kit/validate.ts';
import { Refused, unlessRefused } from '../refused.ts';
import { readAnswer } from '../server/answer-response-url.ts';
import type { Deliver } from '../server/deliver.ts';
import { type Delivery, type TransportResult, toDelivery } from '../server/delivery.ts';
import { isJsonObject, type JsonObject } from '../server/json.ts';
import { escapeBlocks, eventPayload, interactionPayload, toWireMessage, toWireView } from '../server/wire.ts';
import { findElements, withValue } from '../state/elements.ts';
import { isOffered } from '../state/is-offered.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import { type Channel, isShared, type User } from '../state/workspace.ts';
import { type Choice, type SubmitValues, withTyped } from './fill-in.ts';
import type { Spot } from './screen.ts';
import { toSeenMessage } from './seen.ts';

/** Sends the app what a person does, as Slack sends it, and does what the acknowledgement asks. */
export function createSend(state: SlackState, deliver: Deliver, user: User) {
  const { workspace, views, messages, responseUrls, ids } = state;
  const channelOf = (id: string) => ({
    id,
    name: workspace.channels.find((one) => one.id === id)?.name ?? '',
  });
  const interact = async (payload: JsonObject, open: () => void = () => {}): Promise<Delivery> => {
    const result = await deliver.once({ type: 'interactive', payload });
    open();
    const error = troubleOf(result);
    return { ...toDelivery(result), ...(error !== undefined && { error }) };
  };

  return {
    /** A slash command, the whole line. Shows the answer in its acknowledgement. */
    async command(line: string, channel: Channel): Promise<Delivery> {
      const command = /^\S+/.exec(line)?.[0] ?? '';
      const responseUrl = responseUrls.issue({ userId: user.id, channelId: channel.id });
      const result = await deliver.once({
        type: 'slash_commands',
        payload: {
          token: state.credentials.verificationToken,
          team_id: user.team.id,
          team_domain: user.team.domain,
          channel_id: channel.id,
          channel_name: channel.name,
          user_id: user.id,
          user_name: user.name,
          command,
          text: line.slice(command.length + 1),
          api_app_id: workspace.appId,
          is_enterprise_install: 'false',
          response_url: responseUrl.url,
          trigger_id: state.triggers.issue({ userId: user.id, channelId: channel.id }),
        },
      });
      responseUrl.open();
      const delivery = toDelivery(result);
      const failed = (code: string) => `${command} failed with the error "${code}"`;
      if (result.kind !== 'acked') return { ...delivery, error: failed(wordFor(result)) };
      return unlessRefused(
        () => ({ ...delivery, ...showAnswer(state, { user, channel, line }, result.body) }),
        ({ code, messages }) => ({ ...delivery, error: [failed(code), ...messages].join('\n') }),
      );
    },

    /** A message shortcut, with the whole message. */
    shortcut(callbackId: string, message: StoredMessage): Promise<Delivery> {
      const { channelId, ts } = message;
      const responseUrl = responseUrls.issue({ userId: user.id, channelId });
      const payload = {
        ...interactionPayload(state, user, { channelId }),
        type: 'message_action',
        callback_id: callbackId,
        action_ts: ids.ts(),
        message_ts: ts,
        channel: channelOf(channelId),
        message: escapeBlocks(toWireMessage(message, state)),
        response_url: responseUrl.url,
      };
      return interact(payload, responseUrl.open);
    },

    /** block_actions for an element that was used. `typed`: the values of the inputs around it, which Slack also sends. */
    action({ surface, placed }: Spot, { entry, action }: Choice, typed: SubmitValues): Promise<Delivery> {
      const { kind, shown } = surface;
      const around = withTyped(shown.filledBlocks, shown.state, typed);
      const values = entry ? withValue(around, placed, entry) : around;
      const from = kind === 'message' ? fromMessage(shown) : fromView(views.setState(shown, values));
      if (kind === 'message') messages.setState(shown, values);
      const { actionId, blockId, type } = placed;
      const payload = {
        type: 'block_actions',
        ...from.payload,
        ...(kind === 'message' && { state: { values } }),
        actions: [
          {
            ...escapeBlocks({ action_id: actionId, block_id: blockId }),
            ...action,
            type,
            action_ts: ids.ts(),
          },
        ],
      };
      return interact(payload, from.open);
    },

    /** view_submission. Carries out the `response_action` of the acknowledgement; an empty one closes the view. */
    async submission(view: StoredView, evenIfNotOffered: boolean): Promise<Delivery> {
      const urls = chosenConversations(state, user, view, evenIfNotOffered);
      const from = fromView(view);
      const result = await deliver.once({
        type: 'interactive',
        payload: { type: 'view_submission', ...from.payload, response_urls: urls.map(({ wire }) => wire) },
      });
      for (const { open } of urls) open();
      const delivery = toDelivery(result);
      if (result.kind !== 'acked') return { ...delivery, error: `${TROUBLE} (${troubleOf(result)})` };
      return unlessRefused(
        () => ({ ...delivery, ...obey(state, user, view, result.body) }),
        ({ code, messages }) => ({ ...delivery, error: [`${TROUBLE} (${code})`, ...messages].join('\n') }),
      );
    },

    /** `app_home_opened`. `view` is present only on the Home tab, after one was published. */
    async homeOpened(tab: 'home' | 'messages'): Promise<Delivery> {
      const home = tab === 'home' ? views.home(user.id) : undefined;
      const view = home && { view: toWireView(home, workspace) };
      const channel = user.id.replace(/^U/, 'D');
      const event = { type: 'app_home_opened', user: user.id, channel, tab, ...view };
      return toDelivery(await deliver.once({ type: 'events_api', payload: eventPayload(state, event) }));
    },
  };

  /** Ephemeral messages are left out of the payload, because Slack does not store them. */
  function fromMessage(message: StoredMessage) {
    const { ts, channelId, threadTs, visibleTo } = message;
    const { url, open } = responseUrls.issue({ userId: user.id, channelId, originalTs: ts });
    const payload = {
      ...interactionPayload(state, user, { channelId }),
      container: {
        type: 'message',
        message_ts: ts,
        channel_id: channelId,
        is_ephemeral: visibleTo !== undefined,
        ...(threadTs !== undefined && { thread_ts: threadTs }),
      },
      channel: channelOf(channelId),
      ...(visibleTo === undefined && { message: escapeBlocks(toWireMessage(message, state)) }),
      response_url: url,
    };
    return { payload, open };
  }

  /** Views have no response_url. Actions in them carry the view with its hash. */
  function fromView(view: StoredView) {
    const wire = toWireView(view, workspace);
    const payload = {
      ...interactionPayload(state, user, { fromViewId: view.id, channelId: view.openedFrom }),
      container: { type: 'view', view_id: view.id },
      view: { ...wire, blocks: escapeBlocks(wire.blocks) },
    };
    return { payload, open: () => {} };
  }
}

const TROUBLE = 'We had some trouble connecting. Try again?';

/** What Slack shows to a person whose press or form failed; undefined on success. */
function troubleOf(result: TransportResult): string | undefined {
  switch (result.kind) {
    case 'acked':
      return undefined;
    case 'timeout':
      return 'This app is not responding. Operation timed out. Apps need to respond within 3 seconds.';
    case 'unreachable':
      return 'This app is not responding.';
    default:
      return `This app responded with Status Code ${result.status}.`;
  }
}

/** Slack's error code for a command that failed. */
function wordFor(result: Exclude<TransportResult, { kind: 'acked' }>): string {
  if (result.kind !== 'http-error') return toDelivery(result).ack;
  return result.status >= 500 ? 'http_service_error' : 'http_client_error';
}

function showAnswer(
  state: SlackState,
  { user, channel, line }: { readonly user: User; readonly channel: Channel; readonly line: string },
  body: unknown,
): Pick<Delivery, 'message'> {
  if (body === undefined) return {};
  const { isPublic, content } = readAnswer(typeof body === 'string' ? { text: body } : body);
  const place = { channelId: channel.id, visibleTo: isPublic ? undefined : user.id };
  if (isPublic) state.messages.post({ ...place, authorId: user.id, text: line, blocks: [] });
  const authorId = state.workspace.botUserId;
  return { message: toSeenMessage(state.messages.post({ ...place, ...content, authorId })) };
}

/**
 * A `response_url` for each conversation chosen in an input that asks for one. Throws for a conversation that the person's
 * client does not offer.
 */
function chosenConversations(
  { workspace, responseUrls }: SlackState,
  user: User,
  view: StoredView,
  evenIfNotOffered: boolean,
) {
  return findElements(view.filledBlocks).flatMap(({ element, actionId, blockId, isInput }) => {
    const chosen = view.state[blockId]?.[actionId]?.selected_conversation;
    if (typeof chosen !== 'string') return [];
    const channel = workspace.channels.find(({ id }) => id === chosen);
    const isThere =
      channel?.memberIds.includes(user.id) &&
      isOffered(element, { ...channel, isShared: isShared(workspace, channel) });
    if (!isThere && !evenIfNotOffered)
      throw new Error(`${actionId} does not offer ${channel?.name ?? chosen}`);
    if (element.response_url_enabled !== true || !isInput) return [];
    const { url, open } = responseUrls.issue({ userId: user.id, channelId: chosen });
    const wire = { block_id: blockId, action_id: actionId, channel_id: chosen, response_url: url };
    return [{ wire, open }];
  });
}

/** The app answers submissions only with `update` and `errors`; all other answers are refused. */
function obey({ views }: SlackState, user: User, view: StoredView, body: unknown): Pick<Delivery, 'errors'> {
  if (body === undefined) {
    if (views.stack(user.id).at(-1)?.id === view.id) views.close(user.id, 'top');
    return {};
  }
  const { response_action: action, ...answer } = isJsonObject(body) ? body : {};
  const present = views.find(view.id) ?? view;
  if (action === 'errors') {
    // Errors are allowed only for input blocks of this view.
    const inputs = findElements(view.filledBlocks).filter(({ isInput }) => isInput);
    const errors = isJsonObject(answer.errors) ? Object.entries(answer.errors) : [];
    const isSound = errors.every(
      ([id, text]) => inputs.some(({ blockId }) => blockId === id) && typeof text === 'string',
    );
    if (errors.length === 0 || !isSound) throw new Refused('errors must name input blocks');
    const shown = Object.fromEntries(errors) as Record<string, string>;
    views.setErrors(present, shown);
    return { errors: shown };
  }
  if (action !== 'update') throw new Refused('invalid response_action');
  const content = checkView(answer.view);
  if (content.type !== 'modal') throw new Refused('not a modal');
  views.claimExternal(content, view);
  views.change(present, content);
  return {};
}
