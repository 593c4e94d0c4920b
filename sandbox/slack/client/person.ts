import type { Deliver } from '../server/deliver.ts';
import type { Delivery } from '../server/delivery.ts';
import { escapeBlocks, eventPayload, interactionPayload, toWireMessage, toWireView } from '../server/wire.ts';
import { valueField, withValue } from '../state/elements.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { Channel, User } from '../state/workspace.ts';
import { fillIn, type SubmitValues, valueFor, withTyped } from './fill-in.ts';
import { createScreen, type PressTarget, type Spot } from './screen.ts';
import { type SeenMessage, toSeenMessage, toSeenView, type View } from './seen.ts';
import { answerForm, chosenConversations, send, showAnswer } from './send.ts';

/** The fields of an element that its actions repeat. */
const CARRIED = ['text', 'value', 'style', 'confirm', 'placeholder'];

interface Typing {
  readonly channel?: string;
  readonly evenIfNotShared?: boolean;
}

type Saying = Pick<Typing, 'channel'> & Partial<Pick<StoredMessage, 'threadTs' | 'attachments' | 'blocks'>>;

/** A user of Slack, who does what a client allows and sees what it shows. */
export type Person = ReturnType<typeof createPerson>;

/** One of the people of the workspace. What they do is sent to the app as Slack sends it. */
export function createPerson(state: SlackState, deliver: Deliver, user: User) {
  const { messages, views, changes, workspace, responseUrls, ids } = state;
  const screen = createScreen(state, user);
  const userNamed = (asked: string): User => {
    const found = workspace.users.find(({ id, name }) => id === asked || name === asked.toLowerCase());
    if (!found) throw new Error(`nobody here is called ${asked}`);
    return found;
  };
  const mayUseApp = (evenIfNotShared = false) => {
    if (evenIfNotShared || user.kind !== 'stranger') return;
    throw new Error(
      `${user.name} is from another organisation: Slack Connect shares no commands and no Home`,
    );
  };
  const topModal = () => {
    const view = views.stack(user.id).at(-1);
    if (!view) throw new Error(`${user.name} has no modal open`);
    return view;
  };
  const channelOf = (id: string) => ({
    id,
    name: workspace.channels.find((one) => one.id === id)?.name ?? '',
  });

  /** What an interaction with a message carries. Ephemeral messages are left out, because Slack does not store them. */
  function fromMessage(message: StoredMessage) {
    const { ts, channelId, threadTs, visibleTo } = message;
    return {
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
      state: { values: message.state },
      response_url: responseUrls.issue({ userId: user.id, channelId, originalTs: ts }),
    };
  }

  /** The same for a view, which has no response_url. Actions in it carry it with its hash. */
  function fromView(view: StoredView) {
    const wire = toWireView(view, workspace);
    return {
      ...interactionPayload(state, user, { fromViewId: view.id, channelId: view.openedFrom }),
      container: { type: 'view', view_id: view.id },
      view: { ...wire, blocks: escapeBlocks(wire.blocks) },
    };
  }

  /**
   * Sends block_actions for an element that was used, with the text or choice. `typed`: the values of the inputs around it,
   * which Slack also sends.
   */
  function act({ shown, placed }: Spot, given: string | undefined, typed: SubmitValues): Promise<Delivery> {
    const { element, actionId, blockId, type } = placed;
    const value = type === 'button' ? undefined : valueFor(placed, given);
    const values = withValue(withTyped(shown.filledBlocks, shown.state, typed), placed, value);
    const from =
      'ts' in shown ? fromMessage(messages.setState(shown, values)) : fromView(views.setState(shown, values));
    const carried = type === 'plain_text_input' ? [] : CARRIED.filter((key) => key in element);
    const action = {
      ...escapeBlocks({ action_id: actionId, block_id: blockId }),
      ...escapeBlocks(Object.fromEntries(carried.map((key) => [key, element[key]]))),
      ...(type !== 'button' && { [valueField(type) ?? 'selected_option']: escapeBlocks(value) }),
    };
    const actions = [{ ...action, type, action_ts: ids.ts() }];
    return send(deliver, { type: 'interactive', payload: { type: 'block_actions', ...from, actions } });
  }

  return {
    id: user.id,
    name: user.name,
    teamId: user.team.id,
    /** The IANA time zone in their Slack profile. */
    tz: user.tz,
    /** The current locale of their Slack, such as `tr-TR`. */
    get locale() {
      return user.locale;
    },
    /**
     * Types a slash command, in the person's first channel (`oncall`; `partners` for the outsider) unless another is named
     * (`general`, `direct`). `/invite @backup-status` and `/remove @backup-status` are Slack's own. Throws for a channel
     * that the person is not in, for a command that the app does not declare, and for the outsider, because Slack Connect
     * shares no commands. `evenIfNotShared` sends it anyway, to see the app's answer.
     */
    async command(
      line: string,
      { channel: name = screen.first, evenIfNotShared }: Typing = {},
    ): Promise<Delivery> {
      mayUseApp(evenIfNotShared);
      const [command = ''] = line.split(/\s/, 1);
      if (!/^\/\S/.test(command)) throw new Error(`"${line}" is not a slash command`);
      const channel = screen.enter(name);
      const builtIn = runBuiltIn(state, channel, line);
      if (builtIn) return builtIn;
      if (state.commands && !state.commands.includes(command)) {
        throw new Error(`${command} is not a valid command; this app has ${state.commands.join(', ')}`);
      }
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
        response_url: responseUrls.issue({ userId: user.id, channelId: channel.id }),
        trigger_id: state.triggers.issue({ userId: user.id, channelId: channel.id }),
      };
      const obey = (body: unknown) => showAnswer(state, { user, channel, line }, body);
      const failed = (code: string) => `${command} failed with the error "${code}"`;
      return send(deliver, { type: 'slash_commands', payload }, obey, failed);
    },
    /** Posts a message in the same channel unless another is named; in a thread with the `ts` of its first message. */
    say(text: string, { channel = screen.first, blocks = [], ...more }: Saying = {}) {
      const { id: channelId } = screen.enter(channel);
      return toSeenMessage(messages.post({ channelId, authorId: user.id, text, blocks, ...more }));
    },
    /**
     * Uses a message shortcut of the app. Throws for one that the manifest does not declare, for ephemeral messages, which
     * have none in Slack's client, and for the outsider: Slack Connect shares no shortcuts. `evenIfNotShared` as above.
     */
    async shortcut(callbackId: string, { messageTs, evenIfNotShared }: Typing & { messageTs: string }) {
      mayUseApp(evenIfNotShared);
      if (state.shortcuts?.every(({ callback_id }) => callback_id !== callbackId)) {
        throw new Error(`the app declares no message shortcut ${callbackId}`);
      }
      const message = screen.messages().find(({ ts }) => ts === messageTs);
      if (!message) throw new Error(`${user.name} sees no message ${messageTs}`);
      const { channelId, ts, visibleTo } = message;
      if (visibleTo !== undefined) throw new Error('an ephemeral message has no shortcuts');
      const payload = {
        ...interactionPayload(state, user, { channelId }),
        type: 'message_action',
        callback_id: callbackId,
        action_ts: ids.ts(),
        message_ts: ts,
        channel: channelOf(channelId),
        message: escapeBlocks(toWireMessage(message, state)),
        response_url: responseUrls.issue({ userId: user.id, channelId }),
      };
      return send(deliver, { type: 'interactive', payload });
    },
    /** Opens the app's Home or messages tab. Resolves once the event is acknowledged; a view may arrive later. */
    async openHome({ tab = 'home', evenIfNotShared }: Typing & { tab?: 'home' | 'messages' } = {}) {
      mayUseApp(evenIfNotShared);
      screen.lookAt(tab === 'home' ? 'home' : 'direct');
      // Only on the Home tab, and only after one was published.
      const home = tab === 'home' ? views.home(user.id) : undefined;
      const view = home && { view: toWireView(home, workspace) };
      const channel = user.id.replace(/^U/, 'D');
      const event = { type: 'app_home_opened', user: user.id, channel, tab, ...view };
      const { ack } = await send(deliver, { type: 'events_api', payload: eventPayload(state, event) });
      // Nobody sees whether an event arrived.
      return { ack };
    },
    /** Undefined until a view was published. */
    home(): View | undefined {
      const view = views.home(user.id);
      return view && toSeenView(view);
    },
    /**
     * Presses a button or chooses an option on the screen. Throws when it is not there; an open modal hides all others.
     * `typed`: the values of the inputs around it.
     */
    async press(target: PressTarget, typed: SubmitValues = {}) {
      const spot = screen.find(target);
      if (!spot.placed.isDispatching || spot.placed.type === 'plain_text_input') {
        throw new Error(`${target.actionId} is not for pressing: type into it, or submit the modal`);
      }
      return act(spot, target.value, typed);
    },
    /** Types into an input that dispatches, and presses Enter. */
    async type(target: Omit<PressTarget, 'value'>, text: string) {
      const spot = screen.find(target);
      if (!spot.placed.isDispatching || spot.placed.type !== 'plain_text_input') {
        throw new Error(`typing into ${target.actionId} sends nothing by itself`);
      }
      return act(spot, text, {});
    },
    /**
     * Fills in the top modal, conversations and people by name, and submits it. Throws where the client would not submit.
     * `evenIfNotOffered` sends a conversation that the menu does not offer, to see the app's answer.
     */
    async submit(values: SubmitValues = {}, { evenIfNotOffered = false } = {}) {
      const opened = topModal();
      if (!opened.content.submit) throw new Error('the modal has no submit button');
      const filled = fillIn(opened, values, (text, type) => {
        if (type === 'conversations_select') return screen.channelNamed(text).id;
        return type.endsWith('users_select') ? userNamed(text).id : text;
      });
      const view = views.setState(opened, filled);
      const response_urls = chosenConversations(state, user, view, evenIfNotOffered);
      const payload = { type: 'view_submission', ...fromView(view), response_urls };
      const obey = (body: unknown) => answerForm(state, view, body);
      return send(deliver, { type: 'interactive', payload }, obey);
    },
    /** Closes the top modal. */
    async closeModal() {
      topModal();
      views.close(user.id, 'top');
    },
    /** The top of the stack of modals. */
    modal(): View | undefined {
      const view = views.stack(user.id).at(-1);
      return view && toSeenView(view);
    },
    /** What the person sees now, oldest first: in one channel (`oncall`, `general`, `direct`) or in all. */
    messages: (channel?: string): readonly SeenMessage[] => screen.messages(channel).map(toSeenMessage),
    /** Reloads the client: ephemeral messages are gone. */
    reload: () => messages.forgetEphemerals(user.id),
    /** The first result of `look` that is not undefined. Rejects after `timeoutMs` (a minute) with the visible text. */
    waitFor: <T>(look: () => T | undefined, limit?: { timeoutMs?: number }): Promise<T> =>
      changes.until(look, screen.describe, limit),
  };
}

/**
 * Slack's own commands, which reach no app (slack.com/help/articles/201259356): invites the app to a channel or removes it,
 * and posts that there. Undefined for any other line. Throws for direct messages, and for names other than the app's.
 */
function runBuiltIn(
  { workspace: { botUserId, users }, messages }: SlackState,
  channel: Channel,
  line: string,
): Delivery | undefined {
  const [, command, whom = ''] = /^\/(invite|remove|kick)(?:\s+(\S.*))?$/.exec(line.trim()) ?? [];
  if (command === undefined) return undefined;
  if (channel.isDirect) throw new Error(`/${command} does not work in direct messages`);
  const name = `@${users.find(({ id }) => id === botUserId)?.name}`;
  if (whom !== name) throw new Error(`/${command} takes the name of the app, ${name}`);
  channel.isBotMember = command === 'invite';
  const text = `<@${botUserId}> has ${channel.isBotMember ? 'joined' : 'left'} the channel`;
  const message = messages.post({ channelId: channel.id, authorId: botUserId, text, blocks: [] });
  return { ack: 'ok', message: toSeenMessage(message) };
}
