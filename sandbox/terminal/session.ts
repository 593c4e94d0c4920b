import type { Button, ConfirmationDialog } from '@slack/types';
import { type DrawOptions, drawMessage, drawView } from '../draw/draw.ts';
import { readAdvance } from '../movable-clock.ts';
import type { Person } from '../slack/client/person.ts';
import type { PressTarget } from '../slack/client/screen.ts';
import type { SeenMessage, View } from '../slack/client/seen.ts';
import type { Delivery } from '../slack/server/delivery.ts';
import type { LocalSlack } from '../slack/start-local-slack.ts';
import { findElements, type PlacedElement, withStanding } from '../slack/state/elements.ts';
import type { PersonName } from '../slack/state/workspace.ts';

export interface SessionOptions {
  readonly slack: LocalSlack;
  /** The person and the channel at the start: Ada in #oncall unless said. */
  readonly person?: string;
  readonly channel?: string;
  /** Columns; 72 when absent. */
  readonly width?: number | undefined;
  /** Moves the clock. Resolves once it is moved. */
  readonly passTime: (ms: number) => Promise<void>;
}

/** The command of the app. */
const COMMAND = '/backup-status';

const MARKS = {
  en: { toPerson: 'Only visible to you\n', toChannel: 'Visible to the channel\n' },
  tr: { toPerson: 'Yalnızca siz görebilirsiniz\n', toChannel: 'Kanaldaki herkes görebilir\n' },
};

/** One person at the prompt, in one place of the local Slack, doing one thing at a time. */
export function createSession({ slack, width, passTime, ...start }: SessionOptions) {
  let person = slack.person((start.person ?? 'ada') as PersonName);
  let channel = start.channel ?? 'oncall';
  let isAtHome = false;
  /** The element whose confirmation dialog is open: the next line answers it. */
  let asked: Pressable | undefined;
  const told = new Map<string, string>();
  let toldModal: string | undefined;
  const draw = () => ({ ...readBy(slack, person), width });

  /** Messages as the person sees them, marked as visible to the channel or only to the person. */
  const show = (messages: readonly SeenMessage[]) => {
    const marks = person.locale.startsWith('tr') ? MARKS.tr : MARKS.en;
    const drawn = messages.map((message) => {
      told.set(message.ts, stampOf(message));
      const isPlain = message.authorId === person.id || message.channelId.startsWith('D');
      const mark = message.isEphemeral ? marks.toPerson : isPlain ? '' : marks.toChannel;
      return `${mark}${drawMessage(message, draw())}`;
    });
    return drawn.join('\n\n');
  };
  /** A view with the current values of its inputs, which may differ from the app's. */
  const showView = (view: View) => {
    if (view.type === 'modal') toldModal = view.hash;
    return drawView({ ...view, blocks: withStanding(view.blocks, view.state.values) }, draw());
  };
  /** The view in front of the person, if any: an open modal hides all others. */
  const viewInFront = () => person.modal() ?? (isAtHome ? person.home() : undefined);

  /** Acts, and resolves with the answer: messages, or the view in front. */
  async function answer(act: () => Promise<Delivery>): Promise<string> {
    const messages = await settledMessages(person, channel, act, viewInFront);
    const view = viewInFront();
    return [show(messages), view ? showView(view) : ''].filter(Boolean).join('\n\n');
  }

  function command(line: string): Promise<string> {
    isAtHome = false;
    return answer(() => person.command(line, { channel }));
  }

  async function atHome(act: () => Promise<unknown>): Promise<string> {
    isAtHome = true;
    return drawView(await settledHome(person, act), draw());
  }

  /** The element that the line names by its label; undefined when there is none. */
  function named(line: string): Pressable | undefined {
    const [, label = line, place = '1'] = /^(.*\S)\s+(\d+)$/.exec(line) ?? [];
    const newestFirst = () => [...person.messages(channel)].reverse().flatMap(({ blocks }) => blocks);
    const blocks = viewInFront()?.blocks ?? newestFirst();
    const fitting = pressablesIn(blocks).filter((one) => asTyped(one.label) === asTyped(label));
    return fitting[Number(place) - 1];
  }

  function press(wanted: Pressable): Promise<string> | string {
    if (wanted.confirm === undefined) return pressed(wanted);
    asked = wanted;
    const { title, text, confirm: submit, deny: close } = wanted.confirm;
    // A confirmation dialog looks like a modal.
    return drawView({ type: 'modal', title, blocks: [{ type: 'section', text }], submit, close }, draw());
  }

  const pressed = ({ target }: Pressable) => answer(() => person.press(target));

  /** Types into the first field of the open modal and submits it, or into the field of Home, which opens a modal. */
  async function submit(text: string): Promise<string> {
    const view = viewInFront();
    const [field] = inputsIn(view?.blocks ?? []);
    if (text !== '' && !field) throw new Error('there is nothing to fill in');
    if (view?.type === 'home' && field) return answer(() => person.type({ ...field, in: 'home' }, text));
    const { error, errors } = await person.submit(field && text !== '' ? { [field.actionId]: text } : {});
    return error ?? Object.values(errors ?? {}).join('\n');
  }

  async function run(line: string): Promise<string> {
    const before = asked;
    asked = undefined;
    // Any line other than its two buttons closes a dialog and is run.
    if (before?.confirm?.confirm && asTyped(line) === asTyped(before.confirm.confirm.text)) {
      return pressed(before);
    }
    if (before?.confirm?.deny && asTyped(line) === asTyped(before.confirm.deny.text)) return '';
    const [verb = '', ...words] = line.split(' ');
    const rest = words.join(' ').trim();
    const advance = readAdvance(line);
    if (advance !== undefined) {
      await passTime(advance);
      return '';
    }
    if (verb.startsWith('/')) return command(line);
    switch (verb) {
      case 'home':
        return atHome(() => person.openHome());
      case 'submit':
        return submit(rest);
      case 'close':
        await person.closeModal();
        return '';
      case 'as':
        person = slack.person(rest as PersonName);
        [isAtHome, channel] = [false, rest === 'outsider' ? 'partners' : channel];
        return '';
      case 'in':
        // Throws where the person is not.
        person.messages(rest);
        [isAtHome, channel] = [false, rest];
        return '';
      default: {
        const wanted = named(line);
        return wanted ? press(wanted) : command(`${COMMAND} ${line}`);
      }
    }
  }

  return {
    /** The person and the place, such as `ada in oncall`. */
    where: () => `${person.name} in ${isAtHome ? 'Home' : channel}`,
    /** Runs one line. Resolves with what the person sees because of it; empty when nothing. Throws what Slack refuses. */
    run,
    /**
     * What the app posted, changed or opened by itself since the last call, in all places of the person; empty when
     * nothing. Without ephemeral messages, which are shown as answers to what the person did.
     */
    news(): string {
      const modal = person.modal();
      const isNews = ({ authorId, isEphemeral, ...message }: SeenMessage) =>
        authorId === slack.botUserId && !isEphemeral && told.get(message.ts) !== stampOf(message);
      const messages = person
        .messages()
        .filter(isNews)
        .map((message) => {
          const isNew = message.threadTs === undefined ? 'New' : 'New reply';
          const what = told.has(message.ts) ? 'Changed' : isNew;
          return `${what} in ${placeOf(slack, message)}\n${show([message])}`;
        });
      return [...messages, ...(modal && modal.hash !== toldModal ? [showView(modal)] : [])].join('\n\n');
    },
  };
}

/** How this person's client draws dates and names. */
export const readBy = ({ workspace, now }: LocalSlack, { locale, tz }: Person): DrawOptions => ({
  now,
  locale,
  timeZone: tz,
  nameOf: (id) =>
    workspace.users.find((user) => user.id === id)?.realName ??
    workspace.channels.find((one) => one.id === id)?.name,
});

function placeOf({ workspace }: LocalSlack, { channelId }: SeenMessage): string {
  const place = workspace.channels.find(({ id }) => id === channelId);
  return place?.isDirect ? 'direct' : `#${place?.name}`;
}

/** Ignores case, and the kind of apostrophe: a keyboard has only one. */
const asTyped = (label: string) => label.toLowerCase().replaceAll('’', "'");

/** An element or option to press, by its label. `confirm`: the dialog to show first. */
interface Pressable {
  readonly label: string;
  readonly target: PressTarget;
  readonly confirm?: ConfirmationDialog | undefined;
}

const targetOf = ({ actionId, blockId }: PlacedElement) => ({ actionId, blockId: blockId || undefined });

/** The buttons and menu options in blocks, in reading order. */
const pressablesIn = (blocks: readonly object[]): readonly Pressable[] =>
  findElements(blocks).flatMap((placed) => {
    if (placed.isInput) return [];
    // Accepted elements have the shapes of @slack/types.
    const { confirm, ...button } = placed.element as unknown as Button;
    const parts = placed.type === 'button' ? [button] : (placed.options ?? []);
    return parts.map(({ text, value }) => ({
      label: text.text,
      target: { ...targetOf(placed), value },
      confirm,
    }));
  });

/** Inputs that take a line: of text, or with the name of a channel or a person. */
const LINES = ['plain_text_input', 'conversations_select', 'users_select'];

const inputsIn = (blocks: readonly object[]): readonly PressTarget[] =>
  findElements(blocks)
    .filter(({ isInput, type }) => isInput && LINES.includes(type))
    .map(targetOf);

/** Longer than the app's own time limit of 20 seconds. */
const TIMEOUT_MS = 25_000;

/** Whether the app says in it that it is still asking. */
const isPending = ({ blocks }: SeenMessage) => blocks.some(({ block_id }) => block_id === 'pending');

/** A string that changes whenever the visible message changes. */
export const stampOf = ({
  ts,
  isEdited,
  text,
  blocks,
}: Pick<SeenMessage, 'ts' | 'isEdited' | 'text' | 'blocks'>) => JSON.stringify([ts, isEdited, text, blocks]);

/**
 * Runs `act` and resolves with the messages that it made or changed for this person, once one of them is an answer and not
 * just a pending note, or once the view that `inFront` returns has changed. Throws what Slack says when `act` failed.
 */
export async function settledMessages(
  person: Person,
  channel: string,
  act: () => Promise<Delivery>,
  inFront: () => View | undefined = person.modal,
): Promise<readonly SeenMessage[]> {
  const before = new Set(person.messages(channel).map(stampOf));
  const viewBefore = inFront()?.hash;
  const { error } = await act();
  if (error !== undefined) throw new Error(error);
  const look = () => {
    const changed = person.messages(channel).filter((message) => !before.has(stampOf(message)));
    const hasView = ![undefined, viewBefore].includes(inFront()?.hash);
    return hasView || changed.some((message) => !isPending(message)) ? changed : undefined;
  };
  return person.waitFor(look, { timeoutMs: TIMEOUT_MS });
}

/**
 * Runs `act` and resolves with this person's Home once it has changed and is not one that still waits for answers. A Home that is
 * published for the first time counts as changed.
 */
export async function settledHome(person: Person, act: () => Promise<unknown>): Promise<View> {
  const before = person.home()?.hash;
  await act();
  const look = () => {
    const home = person.home();
    return home && home.hash !== before && home.callback_id !== 'home-asking' ? home : undefined;
  };
  return person.waitFor(look, { timeoutMs: TIMEOUT_MS });
}
