import type { DrawOptions } from '../draw/canvas.ts';
import { drawView } from '../draw/draw-view.ts';
import type { LocalSlack } from '../slack/start-local-slack.ts';
import { drawMessages } from './draw-messages.ts';
import { inputsIn, pressablesIn } from './pressables.ts';
import { settledHome, settledMessages } from './settled.ts';

/** One person at the prompt, in one place of the local Slack, doing one thing at a time. */
export interface TerminalSession {
  /** The person and the place, such as `ada in oncall`. */
  where(): string;
  /** Runs one line. Resolves with what the person sees because of it; empty when nothing. Throws what Slack refuses. */
  run(line: string): Promise<string>;
}

export interface TerminalSessionOptions {
  readonly slack: LocalSlack;
  readonly person: string;
  readonly channel: string;
  readonly draw: Omit<DrawOptions, 'locale'>;
}

type PersonName = Parameters<LocalSlack['person']>[0];

/** The verbs of the sandbox's prompt; anything else is the name of something to press. */
export function createTerminalSession({
  slack,
  draw: drawAs,
  person: name,
  channel: first,
}: TerminalSessionOptions): TerminalSession {
  let person = slack.person(name as PersonName);
  let channel = first;
  let isAtHome = false;
  const draw = () => ({ ...drawAs, locale: person.locale });

  async function command(line: string): Promise<string> {
    isAtHome = false;
    let error: string | undefined;
    const messages = await settledMessages(person, channel, async () => {
      ({ error } = await person.command(line, { channel }));
      return error === undefined;
    });
    return error ?? drawMessages(messages, person, draw());
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
    const fitting = pressablesIn(blocksInReach()).filter(
      (one) => one.label.toLowerCase() === label.toLowerCase(),
    );
    const wanted = fitting[Number(place) - 1];
    if (!wanted) return `There is nothing called "${line}" to press. Type help.`;
    return seenAfter(async () => (await person.press(wanted.target)).error);
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
      if (modal && modal.hash !== modalBefore) return drawView(modal, draw());
      const home = person.home();
      if (isAtHome && home && home.hash !== homeBefore) return drawView(home, draw());
      const changed = person
        .messages(channel)
        .filter((message) => !messagesBefore.has(JSON.stringify(message)));
      return changed.length > 0 ? drawMessages(changed, person, draw()) : undefined;
    });
  }

  function find(text: string): Promise<string> {
    const [field] = inputsIn(person.home()?.blocks ?? []);
    if (!field) throw new Error('Home has no look-up field; type home first');
    return atHome(() => person.type({ ...field, in: 'home' }, text));
  }

  async function submit(text: string): Promise<string> {
    const [field] = inputsIn(person.modal()?.blocks ?? []);
    if (!field) throw new Error('there is no modal to fill in');
    const { error, errors } = await person.submit({ [field.actionId]: text });
    return error ?? Object.values(errors ?? {}).join('\n');
  }

  return {
    where: () => `${person.name} in ${isAtHome ? 'Home' : channel}`,
    async run(line) {
      const [verb = '', argument = ''] = line.split(/\s+(.*)/s);
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
