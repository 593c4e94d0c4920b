import type { DrawOptions } from './draw/canvas.ts';
import { drawMessage } from './draw/draw-message.ts';
import type { Person } from './slack/person.ts';
import type { SeenMessage } from './slack/seen-message.ts';

/** Messages as one person sees them, with who sees them too. */
export function drawMessages(messages: readonly SeenMessage[], person: Person, options: DrawOptions): string {
  return messages
    .map((message) => {
      const byPerson = message.authorId === person.id;
      const mark = message.isEphemeral ? 'Only visible to you\n' : byPerson ? '' : 'Visible to the channel\n';
      return `${mark}${drawMessage(message, options)}`;
    })
    .join('\n\n');
}
