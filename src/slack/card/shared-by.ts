import type { BlockAction } from '@slack/bolt';
import type { KnownBlock, RichTextBlock } from '@slack/types';
import type { FormatContext } from '../kit/message.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { isSlackId } from '../kit/slack-id.ts';

const SHARED = 'shared';

/** Who put a card or a list into a channel, and with what note; nothing on a private one. */
export function sharedBlock({ audience, sharedBy, note = '', words }: FormatContext): RichTextBlock[] {
  if (audience !== 'channel' || !isSlackId('person', sharedBy)) return [];
  // The words around the person's name, which only Slack knows.
  const [before = '', after = ''] = words.card.sharedBy(SHARED).split(SHARED);
  const by = line(plain(before), { type: 'user', user_id: sharedBy }, plain(after));
  return [{ ...richText(by, ...(note === '' ? [] : [line(plain(note))])), block_id: SHARED }];
}

/** What `sharedBlock` said on a message in which something was pressed, so that it stays when the message is drawn again. */
export function sharedIn({ message }: BlockAction): Pick<FormatContext, 'sharedBy' | 'note'> {
  const blocks: readonly unknown[] = Array.isArray(message?.blocks) ? message.blocks : [];
  const block = blocks.find((one) => (one as Partial<KnownBlock> | null)?.block_id === SHARED);
  const [by, note] = (block as RichTextBlock | undefined)?.elements ?? [];
  const person = by?.elements.find((element) => element.type === 'user');
  const [text] = note?.elements ?? [];
  return {
    sharedBy: person?.type === 'user' ? person.user_id : undefined,
    note: text?.type === 'text' ? fromEntities(text.text) : undefined,
  };
}

/** Slack hands `&`, `<` and `>` back as entities (bolt-python#513). */
const fromEntities = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
