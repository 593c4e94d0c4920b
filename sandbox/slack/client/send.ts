import { checkView } from '../block-kit/validate.ts';
import { Refused, unlessRefused } from '../refused.ts';
import { readAnswer } from '../server/answer-response-url.ts';
import type { Deliver } from '../server/deliver.ts';
import type { Delivery, Outgoing } from '../server/delivery.ts';
import { isJsonObject } from '../server/json.ts';
import { escapeBlocks, eventPayload, interactionPayload, toWireMessage, toWireView } from '../server/wire.ts';
import { findElements, withValue } from '../state/elements.ts';
import { isOffered } from '../state/is-offered.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { Channel, User } from '../state/workspace.ts';
import { type Choice, type SubmitValues, withTyped } from './fill-in.ts';
import type { Spot } from './screen.ts';
import { toSeenMessage } from './seen.ts';

interface Sending {
  /** Called once it is acknowledged, or is not. */
  readonly open?: () => void;
  /** Does what the body of the acknowledgement asks; undefined: it was empty. Throws `Refused`. */
  readonly obey?: (body: unknown) => Pick<Delivery, 'message' | 'errors'>;
  /** What Slack shows to the person when it failed. */
  readonly failed?: (code: string) => string;
}

/** Sends the app what a person does, as Slack sends it, and does what the acknowledgement asks. */
export function createSend(state: SlackState, deliver: Deliver, user: User) {
  const { workspace, views, messages, responseUrls, ids } = state;
  const channelOf = (id: string) => ({
    id,
    name: workspace.channels.find((one) => one.id === id)?.name ?? '',
  });
  async function send(
    outgoing: Outgoing,
    {
      open = () => {},
      obey = () => ({}),
      failed = (code) => `We had some trouble connecting. Try again? (${code})`,
    }: Sending = {},
  ): Promise<Delivery> {
    const result = await deliver.once(outgoing);
    open();
    const { ack } = result;
    if (result.ack === 'http_error') {
      const code = result.status >= 500 ? 'http_service_error' : 'http_client_error';
      return { ack, error: failed(code) };
    }
    if (result.ack !== 'ok') return { ack, error: failed(result.ack) };
    return unlessRefused(
      () => ({ ack, ...obey(result.body) }),
      ({ code, messages: why }) => ({ ack, error: [failed(code), ...why].join('\n') }),
    );
  }

  return {
    /** A slash command, the whole line. Shows the answer in its acknowledgement. */
    command(line: string, channel: Channel): Promise<Delivery> {
      const command = /^\S+/.exec(line)?.[0] ?? '';
      const { url, open } = responseUrls.issue({ userId: user.id, channelId: channel.id });
      const payload = {
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
        response_url: url,
        trigger_id: state.triggers.issue({ userId: user.id, channelId: channel.id }),
      };
      return send(
        { type: 'slash_commands', payload },
        {
          open,
          obey: (body) => showAnswer(state, { user, channel, line }, body),
          failed: (code) => `${command} failed with the error "${code}"`,
        },
      );
    },

    /** A message shortcut, with the whole message. */
    shortcut(callbackId: string, message: StoredMessage): Promise<Delivery> {
      const { channelId, ts } = message;
      const { url, open } = responseUrls.issue({ userId: user.id, channelId });
      const payload = {
        ...interactionPayload(state, user, { channelId }),
        type: 'message_action',
        callback_id: callbackId,
        action_ts: ids.ts(),
        message_ts: ts,
        channel: channelOf(channelId),
        message: escapeBlocks(toWireMessage(message, state)),
        response_url: url,
      };
      return send({ type: 'interactive', payload }, { open });
    },

    /** block_actions for an element that was used. `typed`: the values of the inputs around it, which Slack also sends. */
    action({ surface, placed }: Spot, { entry, action }: Choice, typed: SubmitValues): Promise<Delivery> {
      const { kind, shown } = surface;
      const around = withTyped(shown.filledBlocks, shown.state, typed);
      const values = entry ? withValue(around, placed, entry) : around;
      const from = kind === 'message' ? fromMessage(shown) : fromView(views.setState(shown, values));
      if (kind === 'message') messages.setState(shown, values);
      const { actionId, blockId, type } = placed;
      const named = escapeBlocks({ action_id: actionId, block_id: blockId });
      const payload = {
        type: 'block_actions',
        ...from.payload,
        ...(kind === 'message' && { state: { values } }),
        actions: [{ ...named, ...action, type, action_ts: ids.ts() }],
      };
      return send({ type: 'interactive', payload }, { open: from.open });
    },

    /** view_submission. Carries out the `response_action` of the acknowledgement; an empty one closes the view. */
    async submission(view: StoredView, evenIfNotOffered: boolean): Promise<Delivery> {
      const urls = chosenConversations(state, user, view, evenIfNotOffered);
      const payload = {
        type: 'view_submission',
        ...fromView(view).payload,
        response_urls: urls.map(({ wire }) => wire),
      };
      const open = () => {
        for (const url of urls) url.open();
      };
      return send({ type: 'interactive', payload }, { open, obey: (body) => answerForm(state, view, body) });
    },

    /** `app_home_opened`. `view` is present only on the Home tab, after one was published. */
    async homeOpened(tab: 'home' | 'messages'): Promise<Delivery> {
      const home = tab === 'home' ? views.home(user.id) : undefined;
      const view = home && { view: toWireView(home, workspace) };
      const channel = user.id.replace(/^U/, 'D');
      const event = { type: 'app_home_opened', user: user.id, channel, tab, ...view };
      // Nobody sees whether an event arrived.
      const { ack } = await send({ type: 'events_api', payload: eventPayload(state, event) });
      return { ack };
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
    return { payload, open: undefined };
  }
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
    const isThere = channel?.memberIds.includes(user.id) && isOffered(element, channel);
    if (!isThere && !evenIfNotOffered)
      throw new Error(`${actionId} does not offer ${channel?.name ?? chosen}`);
    if (element.response_url_enabled !== true || !isInput) return [];
    const { url, open } = responseUrls.issue({ userId: user.id, channelId: chosen });
    const wire = { block_id: blockId, action_id: actionId, channel_id: chosen, response_url: url };
    return [{ wire, open }];
  });
}

/** The app answers submissions only with `update` and `errors`; all other answers are refused. */
function answerForm({ views }: SlackState, view: StoredView, body: unknown): Pick<Delivery, 'errors'> {
  if (body === undefined) {
    if (views.stack(view.userId).at(-1)?.id === view.id) views.close(view.userId, 'top');
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
