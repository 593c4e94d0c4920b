import type { Deliver } from '../server/deliver.ts';
import type { Delivery } from '../server/delivery.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel, User } from '../state/workspace.ts';
import { closeModal } from './close-modal.ts';
import { fillIn, type SubmitValues } from './fill-in.ts';
import type { PressTarget } from './find-on-screen.ts';
import { openHome } from './open-home.ts';
import { runAction } from './run-action.ts';
import { runBuiltIn } from './run-built-in.ts';
import { runCommand } from './run-command.ts';
import { runShortcut } from './run-shortcut.ts';
import { runSubmission } from './run-submission.ts';
import { createScreen, describeScreen, type Screen } from './screen.ts';
import { type SeenMessage, toSeenMessage } from './seen-message.ts';
import { toSeenView, type View } from './seen-view.ts';
import { pressOn, typeInto } from './use-element.ts';

/** Someone who uses Slack: does what a client lets them do, and sees what it shows them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  /** Of their Slack now, such as `tr-TR`. */
  readonly locale: string;
  /**
   * Types a slash command, in the person's first channel (`oncall`, for the outsider `partners`) unless another is named (`general`, `direct`). `/invite @backup-status`,
   * `/remove @backup-status` and `/archive` are Slack's own. Throws for a channel that is archived or that the person is not in, for a command that no app declares, and for the outsider: Slack Connect shares no commands.
   * `evenIfNotShared` sends it all the same, to see what the app would say.
   */
  command(line: string, options?: { channel?: string; evenIfNotShared?: boolean }): Promise<Delivery>;
  /** Says something, in the same channel unless another is named; in a thread with the `ts` of its first message. */
  say(text: string, options?: { channel?: string; threadTs?: string }): SeenMessage;
  /**
   * Uses a message shortcut of the app on a message. Throws for one that no manifest declares, for an ephemeral message, of
   * which Slack's client offers none, and for the outsider: Slack Connect shares no shortcuts. `evenIfNotShared` as above.
   */
  shortcut(
    callbackId: string,
    on: { readonly messageTs: string; readonly evenIfNotShared?: boolean },
  ): Promise<Delivery>;
  /** Opens the app's Home, or its messages tab. Resolves when the event was acknowledged, not when a view arrived. */
  openHome(options?: { tab?: 'home' | 'messages'; evenIfNotShared?: boolean }): Promise<Delivery>;
  /** Undefined until something was published. */
  home(): View | undefined;
  /**
   * Presses a button or chooses an option that is on the screen; throws when it is not. An open modal hides all else.
   * `typed` is what stands in the inputs around it by then.
   */
  press(target: PressTarget, typed?: SubmitValues): Promise<Delivery>;
  /** Types into an input that dispatches, and presses Enter. */
  type(target: Omit<PressTarget, 'value' | 'values'>, text: string): Promise<Delivery>;
  /**
   * Fills in the top modal, a conversation by its name, and submits it. Throws where the client would not send it.
   * `evenIfNotOffered` sends a conversation that the menu does not offer, to see what the app would say.
   */
  submit(values?: SubmitValues, options?: { evenIfNotOffered?: boolean }): Promise<Delivery>;
  /** Closes the top modal. */
  closeModal(): Promise<void>;
  /** The top of the stack of modals. */
  modal(): View | undefined;
  /** What the person sees now, oldest first: one channel (`oncall`, `general`, `direct`), or all. */
  messages(channel?: string): readonly SeenMessage[];
  /** Reloads the client: ephemeral messages are gone. */
  reload(): void;
  /** The first answer of `look` that is not undefined. Rejects after `timeoutMs` (a minute), saying what is visible. */
  waitFor<T>(look: () => T | undefined, options?: { timeoutMs?: number }): Promise<T>;
}

const WAIT_MS = 60_000;

/** One of the people of the workspace. */
export function createPerson(state: SlackState, deliver: Deliver, user: User): Person {
  const screen = createScreen(state, user);
  return {
    id: user.id,
    name: user.name,
    teamId: user.team.id,
    get locale() {
      return user.locale;
    },
    ...createEyes(state, screen, user),
    async command(line, { channel: name = screen.first, evenIfNotShared } = {}) {
      if (!evenIfNotShared) refuseStranger(user);
      if (!/^\/\S/.test(line)) throw new Error(`"${line}" is not a slash command`);
      const channel = screen.channelNamed(name);
      refuseArchived(channel);
      screen.lookAt(name);
      const builtIn = runBuiltIn(state, { user, channel, line });
      if (builtIn) return builtIn;
      refuseUnknown(state.commands, line);
      return runCommand(state, deliver, { user, channel, line });
    },
    say(text, { channel: name = screen.first, threadTs } = {}) {
      const channel = screen.channelNamed(name);
      refuseArchived(channel);
      const { id: channelId } = channel;
      screen.lookAt(name);
      return toSeenMessage(state.messages.post({ channelId, threadTs, authorId: user.id, text, blocks: [] }));
    },
    async shortcut(callbackId, { messageTs, evenIfNotShared }) {
      if (!evenIfNotShared) refuseStranger(user);
      if (state.shortcuts && !state.shortcuts.includes(callbackId)) {
        throw new Error(`the app declares no message shortcut ${callbackId}`);
      }
      const message = screen.messages().find(({ ts }) => ts === messageTs);
      if (!message) throw new Error(`${user.name} sees no message ${messageTs}`);
      if (message.visibleTo !== undefined) throw new Error('an ephemeral message has no shortcuts');
      return runShortcut(state, deliver, { user, callbackId, message });
    },
    async openHome({ tab = 'home', evenIfNotShared } = {}) {
      if (!evenIfNotShared) refuseStranger(user);
      screen.lookAt(tab === 'home' ? 'home' : 'direct');
      return openHome(state, deliver, { user, tab });
    },
    press: async (target, typed = {}) =>
      runAction(state, deliver, { user, ...pressOn(screen.surfaces(), target), typed }),
    type: async (target, text) =>
      runAction(state, deliver, { user, ...typeInto(screen.surfaces(), target, text) }),
    async submit(values = {}, { evenIfNotOffered = false } = {}) {
      const view = state.views.stack(user.id).at(-1);
      if (!view) throw new Error(`${user.name} has no modal open`);
      if (!view.content.submit) throw new Error('the modal has no submit button');
      const filled = state.views.setState(
        view,
        fillIn(view, values, (name) => screen.channelNamed(name).id),
      );
      return runSubmission(state, deliver, { user, view: filled, evenIfNotOffered });
    },
    closeModal: () => closeModal(state, deliver, user),
    reload: () => state.messages.forgetEphemerals(user.id),
  };
}

function createEyes(
  { views, changes }: SlackState,
  screen: Screen,
  user: User,
): Pick<Person, 'home' | 'modal' | 'messages' | 'waitFor'> {
  return {
    home() {
      const view = views.home(user.id);
      return view && toSeenView(view);
    },
    modal() {
      const view = views.stack(user.id).at(-1);
      return view && toSeenView(view);
    },
    messages: (channel) => screen.messages(channel).map(toSeenMessage),
    waitFor: (look, { timeoutMs = WAIT_MS } = {}) =>
      changes.until(look, { timeoutMs, describe: () => describeScreen(user.name, screen.surfaces()) }),
  };
}

function refuseUnknown(commands: readonly string[] | undefined, line: string): void {
  const command = line.split(/\s/, 1)[0] ?? '';
  if (commands && !commands.includes(command)) {
    throw new Error(`${command} is not a valid command; this app has ${commands.join(', ')}`);
  }
}

function refuseArchived({ isArchived, name }: Channel): void {
  if (isArchived) throw new Error(`#${name} is archived: nobody can write there`);
}

function refuseStranger({ kind, name }: User): void {
  if (kind !== 'stranger') return;
  throw new Error(`${name} is from another organisation: Slack Connect shares no commands and no Home`);
}
