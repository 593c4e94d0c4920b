import type { ConfirmationDialog } from '@slack/types';
import type { DrawOptions } from '../draw/canvas.ts';
import { drawView } from '../draw/draw-view.ts';
import { type MovableClock, readAdvance } from '../movable-clock.ts';
import type { SeenMessage, View } from '../slack/client/seen.ts';
import type { LocalSlack } from '../slack/start-local-slack.ts';
import { drawMessages } from './draw-messages.ts';
import { drawModal } from './draw-modal.ts';
import { inputsIn, type Pressable, pressablesIn } from './pressables.ts';
import { settledHome, settledMessages, stampOf } from './settled.ts';

/** One person at the prompt, in one place of the local Slack, doing one thing at a time. */
export interface TerminalSession {
  /** The person and the place, such as `ada in oncall`. */
  where(): string;
  /** Runs one line. Resolves with what the person sees because of it; empty when nothing. Throws what Slack refuses. */
  run(line: string): Promise<string>;
  /**
   * What the app posted or changed by itself, in any place of the person, or opened, and was not yet told; empty when
   * nothing.
   */
  news(): string;
}

export interface TerminalSessionOptions {
  readonly slack: LocalSlack;
  readonly person: string;
  readonly channel: string;
  readonly draw: Omit<DrawOptions, 'locale'>;
  /** Of the sandbox. */
  readonly clock: Pick<MovableClock, 'advance'>;
}

/** Case does not count, nor which apostrophe it is: a keyboard has only one. */
const asTyped = (label: string) => label.toLowerCase().replaceAll('’', "'");

/** A confirmation dialog as the window it looks like, with Slack's own words where the app gives none. */
function dialogOf({ title, text, confirm, deny }: Partial<ConfirmationDialog> = {}) {
  const own = (words: string) => ({ type: 'plain_text', text: words }) as const;
  return {
    type: 'modal',
    title: title ?? own('Are you sure?'),
    blocks: [{ type: 'section', text }],
    submit: confirm ?? own('Yes'),
    close: deny ?? own('Cancel'),
  };
}

type PersonName = Parameters<LocalSlack['person']>[0];

/** The verbs of the sandbox's prompt; anything else is the name of something to press. */
export function createTerminalSession({
  slack,
  draw: drawAs,
  person: name,
  channel: first,
  clock,
}: TerminalSessionOptions): TerminalSession {
  let person = slack.person(name as PersonName);
  let channel = first;
  let isAtHome = false;
  /** What was pressed and asked first: the next line answers. */
  let asked: Pressable | undefined;
  const told = new Map<string, string>();
  let toldModal: string | undefined;
  const draw = () => ({ ...drawAs, locale: person.locale });
  const show = (messages: readonly SeenMessage[]) => {
    for (const message of messages) told.set(message.ts, stampOf(message));
    return drawMessages(messages, person, draw());
  };

  async function command(line: string): Promise<string> {
    isAtHome = false;
    let error: string | undefined;
    const messages = await settledMessages(person, channel, async () => {
      ({ error } = await person.command(line, { channel }));
      return error === undefined;
    });
    if (error !== undefined) return error;
    const modal = person.modal();
    return [show(messages), modal ? showModal(modal) : ''].filter(Boolean).join('\n\n');
  }

  async function atHome(act: () => Promise<unknown>): Promise<string> {
    isAtHome = true;
    return drawView(await settledHome(person, act), draw());
  }

  /** What lies open before the person: a modal hides all else. */
  function blocksInReach(): readonly object[] {
    const modal = person.modal();
    if (modal) return modal.blocks;
    if (isAtHome) return person.home()?.blocks ?? [];
    return [...person.messages(channel)].reverse().flatMap(({ blocks }) => blocks);
  }

  async function press(line: string): Promise<string> {
    const [, label = line, place = '1'] = /^(.*\S)\s+(\d+)$/.exec(line) ?? [];
    const fitting = pressablesIn(blocksInReach()).filter((one) => asTyped(one.label) === asTyped(label));
    const wanted = fitting[Number(place) - 1];
    if (!wanted) return `There is nothing called "${line}" to press. Type help.`;
    if (wanted.confirm === undefined) return pressed(wanted);
    asked = wanted;
    return drawView(dialogOf(wanted.confirm), draw());
  }

  const pressed = ({ target }: Pressable) => seenAfter(async () => (await person.press(target)).error);

  /** Anything but one of its two buttons closes the dialog, and is run. */
  async function answer(before: Pressable, line: string): Promise<string | undefined> {
    const { submit, close } = dialogOf(before.confirm);
    if (asTyped(line) === asTyped(submit.text)) return pressed(before);
    return asTyped(line) === asTyped(close.text) ? '' : undefined;
  }

  /** The first change: a modal, Home, or messages. */
  async function seenAfter(act: () => Promise<string | undefined>): Promise<string> {
    const modalBefore = person.modal()?.hash;
    const homeBefore = person.home()?.hash;
    const messagesBefore = new Set(person.messages(channel).map((message) => JSON.stringify(message)));
    const error = await act();
    if (error !== undefined) return error;
    return person.waitFor(() => {
      const modal = person.modal();
      if (modal && modal.hash !== modalBefore) return showModal(modal);
      const home = person.home();
      if (isAtHome && home && home.hash !== homeBefore) return drawView(home, draw());
      const changed = person
        .messages(channel)
        .filter((message) => !messagesBefore.has(JSON.stringify(message)));
      return changed.length > 0 ? show(changed) : undefined;
    });
  }

  function find(text: string): Promise<string> {
    const [field] = inputsIn(person.home()?.blocks ?? []);
    if (!field) throw new Error('Home has no look-up field; type home first');
    return atHome(() => person.type({ ...field, in: 'home' }, text));
  }

  async function submit(text: string): Promise<string> {
    const [field] = inputsIn(person.modal()?.blocks ?? []);
    if (text !== '' && !field) throw new Error('there is no modal to fill in');
    const { error, errors } = await person.submit(field && text !== '' ? { [field.actionId]: text } : {});
    return error ?? Object.values(errors ?? {}).join('\n');
  }

  function showModal(modal: View): string {
    toldModal = modal.hash;
    return drawModal(modal, draw());
  }

  /** Messages that nobody else but the person sees answer what they did: those are shown then. A modal may open after them. */
  function news(): string {
    const modal = person.modal();
    return [...newsOfApp(), ...(modal && modal.hash !== toldModal ? [showModal(modal)] : [])].join('\n\n');
  }

  function newsOfApp(): string[] {
    const isNews = (message: SeenMessage) =>
      message.authorId === slack.botUserId &&
      !message.isEphemeral &&
      told.get(message.ts) !== stampOf(message);
    return person
      .messages()
      .filter(isNews)
      .map((message) => {
        const what = told.has(message.ts) ? 'Changed' : message.threadTs === undefined ? 'New' : 'New reply';
        const place = slack.workspace.channels.find(({ id }) => id === message.channelId);
        return `${what} in ${place?.isDirect ? 'direct' : `#${place?.name}`}\n${show([message])}`;
      });
  }

  return {
    news,
    where: () => `${person.name} in ${isAtHome ? 'Home' : channel}`,
    async run(line) {
      const before = asked;
      asked = undefined;
      const answered = before && (await answer(before, line));
      if (answered !== undefined) return answered;
      const [verb = '', argument = ''] = line.split(/\s+(.*)/s);
      const advanceMs = readAdvance(line);
      if (advanceMs !== undefined) {
        clock.advance(advanceMs);
        return '';
      }
      if (line.startsWith('/')) return command(line);
      switch (verb) {
        case 'home':
          return atHome(() => person.openHome());
        case 'find':
          return find(argument);
        case 'submit':
          return submit(argument);
        case 'close':
          await person.closeModal();
          return '';
        case 'as':
          person = slack.person(argument as PersonName);
          return '';
        case 'in':
          person.messages(argument); // Throws where the person is not.
          channel = argument;
          isAtHome = false;
          return '';
        default:
          return press(line);
      }
    },
  };
}
