import type { Deliver } from '../server/deliver.ts';
import type { Delivery } from '../server/delivery.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel, User } from '../state/workspace.ts';
import { choose, entryFor, fillIn, type SubmitValues } from './fill-in.ts';
import { createScreen, type PressTarget } from './screen.ts';
import { type SeenMessage, toSeenMessage, toSeenView, type View } from './seen.ts';
import { createSend } from './send.ts';

const WAIT_MS = 60_000;

interface Typing {
  readonly channel?: string;
  readonly evenIfNotShared?: boolean;
}

/** Someone who uses Slack: does what a client lets them do, and sees what it shows them. */
export type Person = ReturnType<typeof createPerson>;

/** One of the people of the workspace. */
export function createPerson(state: SlackState, deliver: Deliver, user: User) {
  const { messages, views, changes } = state;
  const screen = createScreen(state, user);
  const send = createSend(state, deliver, user);
  /** The conversation, if one can write there; it is what the person looks at from then on. */
  const writableChannel = (name: string): Channel => {
    screen.lookAt(name);
    return screen.channelNamed(name);
  };
  const userNamed = (asked: string): User => {
    const found = state.workspace.users.find(({ id, name }) => id === asked || name === asked.toLowerCase());
    if (!found) throw new Error(`nobody here is called ${asked}`);
    return found;
  };
  const mayUseApp = (evenIfNotShared = false) => {
    if (evenIfNotShared || user.kind !== 'stranger') return;
    throw new Error(
      `${user.name} is from another organisation: Slack Connect shares no commands and no Home`,
    );
  };
  return {
    id: user.id,
    name: user.name,
    teamId: user.team.id,
    /** Of their Slack profile, an IANA name. */
    tz: user.tz,
    /** Of their Slack now, such as `tr-TR`. */
    get locale() {
      return user.locale;
    },
    /**
     * Types a slash command, in the person's first channel (`oncall`, for the outsider `partners`) unless another is named
     * (`general`, `direct`). `/invite @backup-status` and `/remove @backup-status` are Slack's own. Throws for a channel that
     * the person is not in, for a command that no app declares, and for the outsider: Slack Connect shares no commands.
     * `evenIfNotShared` sends it all the same, to see what the app would say.
     */
    async command(line: string, { channel: name = screen.first, evenIfNotShared }: Typing = {}) {
      mayUseApp(evenIfNotShared);
      const [command = ''] = line.split(/\s/, 1);
      if (!/^\/\S/.test(command)) throw new Error(`"${line}" is not a slash command`);
      const channel = writableChannel(name);
      const builtIn = runBuiltIn(state, channel, line);
      if (builtIn) return builtIn;
      if (state.commands && !state.commands.includes(command)) {
        throw new Error(`${command} is not a valid command; this app has ${state.commands.join(', ')}`);
      }
      return send.command(line, channel);
    },
    /** Says something, in the same channel unless another is named; in a thread with the `ts` of its first message. */
    say(text: string, { channel = screen.first, threadTs }: { channel?: string; threadTs?: string } = {}) {
      const { id: channelId } = writableChannel(channel);
      return toSeenMessage(messages.post({ channelId, threadTs, authorId: user.id, text, blocks: [] }));
    },
    /**
     * Uses a message shortcut of the app on a message. Throws for one that no manifest declares, for an ephemeral message, of
     * which Slack's client offers none, and for the outsider: Slack Connect shares no shortcuts. `evenIfNotShared` as above.
     */
    async shortcut(callbackId: string, { messageTs, evenIfNotShared }: Typing & { messageTs: string }) {
      mayUseApp(evenIfNotShared);
      if (state.shortcuts && !state.shortcuts.includes(callbackId)) {
        throw new Error(`the app declares no message shortcut ${callbackId}`);
      }
      const message = screen.messages().find(({ ts }) => ts === messageTs);
      if (!message) throw new Error(`${user.name} sees no message ${messageTs}`);
      if (message.visibleTo !== undefined) throw new Error('an ephemeral message has no shortcuts');
      return send.shortcut(callbackId, message);
    },
    /** Opens the app's Home, or its messages tab. Resolves when the event was acknowledged, not when a view arrived. */
    async openHome({ tab = 'home', evenIfNotShared }: Typing & { tab?: 'home' | 'messages' } = {}) {
      mayUseApp(evenIfNotShared);
      screen.lookAt(tab === 'home' ? 'home' : 'direct');
      return send.homeOpened(tab);
    },
    /** Undefined until something was published. */
    home(): View | undefined {
      const view = views.home(user.id);
      return view && toSeenView(view);
    },
    /**
     * Presses a button or chooses an option that is on the screen; throws when it is not. An open modal hides all else.
     * `typed` is what stands in the inputs around it by then.
     */
    async press(target: PressTarget, typed: SubmitValues = {}) {
      const spot = screen.find(target);
      if (!spot.placed.isDispatching || spot.placed.type === 'plain_text_input') {
        throw new Error(`${target.actionId} is not for pressing: type into it, or submit the modal`);
      }
      return send.action(spot, choose(spot.placed, target), typed);
    },
    /** Types into an input that dispatches, and presses Enter. */
    async type(target: Omit<PressTarget, 'value' | 'values'>, text: string) {
      const spot = screen.find(target);
      if (!spot.placed.isDispatching || spot.placed.type !== 'plain_text_input') {
        throw new Error(`typing into ${target.actionId} sends nothing by itself`);
      }
      const entry = entryFor(spot.placed, text);
      return send.action(spot, { entry, action: { value: entry.value } }, {});
    },
    /**
     * Fills in the top modal, a conversation or a person by its name, and submits it. Throws where the client would not send it.
     * `evenIfNotOffered` sends a conversation that the menu does not offer, to see what the app would say.
     */
    async submit(values: SubmitValues = {}, { evenIfNotOffered = false } = {}) {
      const view = views.stack(user.id).at(-1);
      if (!view) throw new Error(`${user.name} has no modal open`);
      if (!view.content.submit) throw new Error('the modal has no submit button');
      const filled = fillIn(view, values, (text, type) => {
        if (type === 'conversations_select') return screen.channelNamed(text).id;
        return type.endsWith('users_select') ? userNamed(text).id : text;
      });
      return send.submission(views.setState(view, filled), evenIfNotOffered);
    },
    /** Closes the top modal. */
    async closeModal() {
      if (views.stack(user.id).length === 0) throw new Error(`${user.name} has no modal open`);
      views.close(user.id, 'top');
    },
    /** The top of the stack of modals. */
    modal(): View | undefined {
      const view = views.stack(user.id).at(-1);
      return view && toSeenView(view);
    },
    /** What the person sees now, oldest first: one channel (`oncall`, `general`, `direct`), or all. */
    messages: (channel?: string): readonly SeenMessage[] => screen.messages(channel).map(toSeenMessage),
    /** Reloads the client: ephemeral messages are gone. */
    reload: () => messages.forgetEphemerals(user.id),
    /** The first answer of `look` that is not undefined. Rejects after `timeoutMs` (a minute), saying what is visible. */
    waitFor: <T>(look: () => T | undefined, { timeoutMs = WAIT_MS } = {}): Promise<T> =>
      changes.until(look, { timeoutMs, describe: screen.describe }),
  };
}

/** Slack's own commands, which reach no app: slack.com/help/articles/201259356. */
const BUILT_IN = /^\/(invite|remove|kick)(?:\s+(\S.*))?$/;

/**
 * Invites the app to a channel or removes it, and says so there, as Slack's client does. Undefined for a line that is none
 * of these commands. Throws for anybody but the app and for direct messages.
 */
function runBuiltIn(
  { workspace: { botUserId }, messages }: SlackState,
  channel: Channel,
  line: string,
): Delivery | undefined {
  const [, command, whom = ''] = BUILT_IN.exec(line.trim()) ?? [];
  if (command === undefined) return undefined;
  if (channel.isDirect) throw new Error(`/${command} does not work in direct messages`);
  // Slack's client completes names while one types; here any spelling of the name will do.
  const named = whom.toLowerCase().replace(/[\s_@-]/g, '');
  if (named !== 'backupstatus' && whom !== `<@${botUserId}>`) {
    throw new Error(`/${command} takes the name of the app, such as @backup-status`);
  }
  channel.isBotMember = command === 'invite';
  const text = `<@${botUserId}> has ${channel.isBotMember ? 'joined' : 'left'} the channel`;
  const message = messages.post({ channelId: channel.id, authorId: botUserId, text, blocks: [] });
  return { ack: 'ok', message: toSeenMessage(message) };
}
