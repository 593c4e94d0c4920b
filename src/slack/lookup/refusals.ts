import type { HomeView, ModalView, RichTextBlock, RichTextElement } from '@slack/types';
import type { Place, RefusalReason } from '../kit/access.ts';
import { type FormatContext, type Message, messageOf } from '../kit/message.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { modal } from '../kit/text-objects.ts';

/** Why somebody gets no answer. `places`: where they would, for `elsewhere`. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly places: readonly Place[];
}

/** More than these would be a wall of names on a phone. */
const PLACES_SHOWN = 20;

/** Tells somebody that they get no answer, and what they can do. Nothing of any account is in it. */
export const formatRefusal = (refusal: Refusal, context: FormatContext): Message =>
  messageOf(refusalBlocks(refusal, context));

/** The same where a modal stands, in its place. */
export function formatRefusalModal(refusal: Refusal, context: FormatContext): ModalView {
  const { access, details } = context.words;
  return modal({ title: access.title, close: details.close }, refusalBlocks(refusal, context));
}

/** The same as a Home: whatever stood there before is gone. */
export function formatRefusalHome(refusal: Refusal, context: FormatContext): HomeView {
  return { type: 'home', callback_id: 'home-refused', blocks: refusalBlocks(refusal, context) };
}

function refusalBlocks(refusal: Refusal, context: FormatContext): RichTextBlock[] {
  const { what, next } = context.words.access.refusals[saidOf(refusal)];
  const said = line(bold(what), plain(`\n${next}`));
  const places = placesOf(refusal).map((place) => line(placeElement(place, context)));
  return [places.length === 0 ? richText(said) : richText(said, bullets(...places))];
}

/** What people read of the reason; the log has it whole. */
function saidOf({ reason }: Refusal): keyof FormatContext['words']['access']['refusals'] {
  if (reason === 'elsewhere') return 'not-here';
  return reason === 'unknown' ? 'not-checked' : 'not-you';
}

const placesOf = ({ reason, places }: Refusal) =>
  reason === 'elsewhere' ? places.slice(0, PLACES_SHOWN) : [];

// Ids from the settings, checked there.
const placeElement = (place: Place, { words }: FormatContext): RichTextElement =>
  place === 'home' || place === 'direct'
    ? plain(words.access.places[place])
    : { type: 'channel', channel_id: place };
