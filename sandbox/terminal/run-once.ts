import type { DrawOptions } from '../draw/canvas.ts';
import { drawView } from '../draw/draw-view.ts';
import type { Person } from '../slack/client/person.ts';
import type { SeenMessage } from '../slack/client/seen.ts';
import { drawMessages } from './draw-messages.ts';
import { drawModal } from './draw-modal.ts';
import { settledHome, settledMessages } from './settled.ts';

export interface OneRun {
  readonly person: Person;
  readonly channel: string;
  /** The whole line, such as `/backup-status 1001`; what stands after the command; or `home`, which opens the app's Home. */
  readonly line: string;
  /** Raw messages instead of drawn ones. */
  readonly isJson: boolean;
  readonly draw: Omit<DrawOptions, 'locale'>;
}

/** The command of the app. */
const COMMAND = '/backup-status';

/** Runs one line as that person; what they see then, and whether Slack got an answer. */
export async function runOnce({ person, channel, line, isJson, draw: drawAs }: OneRun) {
  const draw = { ...drawAs, locale: person.locale };
  if (line === 'home') {
    const home = await settledHome(person, () => person.openHome());
    return { isAnswered: true, output: isJson ? JSON.stringify(home, null, 2) : drawView(home, draw) };
  }
  let error: string | undefined;
  const messages = await settledMessages(person, channel, async () => {
    ({ error } = await person.command(line.startsWith('/') ? line : `${COMMAND} ${line}`, { channel }));
    return error === undefined;
  });
  if (error !== undefined) return { isAnswered: false, output: error };
  const modal = person.modal();
  if (modal)
    return { isAnswered: true, output: isJson ? JSON.stringify(modal, null, 2) : drawModal(modal, draw) };
  return {
    isAnswered: true,
    output: isJson ? JSON.stringify(messages.map(toRaw), null, 2) : drawMessages(messages, person, draw),
  };
}

const toRaw = ({ isEphemeral, text, blocks }: SeenMessage) => ({
  response_type: isEphemeral ? 'ephemeral' : 'in_channel',
  text,
  blocks,
});
