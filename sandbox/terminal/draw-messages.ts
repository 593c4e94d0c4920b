import type { DrawOptions } from '../draw/canvas.ts';
import { drawMessage } from '../draw/draw-message.ts';
import type { Person } from '../slack/client/person.ts';
import type { SeenMessage } from '../slack/client/seen.ts';

/** Messages as one person sees them, with who sees them too. */
export function drawMessages(messages: readonly SeenMessage[], person: Person, options: DrawOptions): string {
  const marks = options.locale?.startsWith('tr') ? MARKS.tr : MARKS.en;
  return messages
    .map((message) => {
      const isPlain = message.authorId === person.id || message.channelId.startsWith('D');
      const mark = message.isEphemeral ? marks.toPerson : isPlain ? '' : marks.toChannel;
      return `${mark}${drawMessage(message, options)}`;
    })
    .join('\n\n');
}

const MARKS = {
  en: { toPerson: 'Only visible to you\n', toChannel: 'Visible to the channel\n' },
  tr: { toPerson: 'Yalnızca siz görebilirsiniz\n', toChannel: 'Kanaldaki herkes görebilir\n' },
};
