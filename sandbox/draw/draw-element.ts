import type { ActionsBlockElement, ImageElement, InputBlockElement, Option } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawDate } from './draw-date.ts';
import { describe, drawNote } from './draw-note.ts';
import { drawPlainText } from './draw-text.ts';
import { type Look, type Span, span, unbroken } from './styled-text.ts';

/** Everything that can be pressed, chosen, filled in or looked at. */
export type DrawableElement = ActionsBlockElement | InputBlockElement | ImageElement;

const COLORS: Readonly<Record<string, Look>> = { primary: 'green', danger: 'red' };

/** A button, as one word so that it is never torn apart: `[ Refresh ]`. */
export function drawButton(label: string, style?: string): Span {
  const color = style === undefined ? undefined : COLORS[style];
  return span(unbroken(`[ ${label} ]`), 'bold', ...(color ? [color] : []));
}

/** A field to fill in or choose from: `‹placeholder›`; what is already in it is not dimmed. */
const drawField = (value: string | undefined, placeholder: string, sign = ''): Span =>
  value ? span(unbroken(`‹${value}${sign}›`)) : span(unbroken(`‹${placeholder}${sign}›`), 'dim');

const placeholderOf = (element: object, canvas: Canvas, otherwise = ''): string =>
  'placeholder' in element && element.placeholder
    ? drawPlainText(element.placeholder as { text: string }, canvas)
    : otherwise;

const textOf = (option: Option, canvas: Canvas) =>
  canvas.exact ? describe(option, canvas) : drawPlainText(option.text, canvas);

/** Choices drawn open: every one with a mark that says whether it is chosen. */
const drawChoices = (
  options: readonly Option[],
  chosen: readonly Option[],
  marks: readonly [string, string],
  canvas: Canvas,
) =>
  options.map((option) => {
    const isChosen = chosen.some(({ value }) => value === option.value);
    return span(unbroken(`${isChosen ? marks[0] : marks[1]} ${textOf(option, canvas)}`));
  });

function drawSelect(element: DrawableElement, canvas: Canvas): Span[] {
  const drawMenu = (chosen: readonly (string | undefined)[], empty = 'Choose'): Span =>
    drawField(chosen.filter(Boolean).join(', '), placeholderOf(element, canvas, empty), ' ▾');
  const people = (ids: readonly (string | undefined)[] = []) => ids.map((id) => id && canvas.nameOf(id));
  const channels = (ids: readonly (string | undefined)[] = []) =>
    ids.map((id) => id && `#${canvas.nameOf(id)}`);
  switch (element.type) {
    case 'static_select':
    case 'external_select':
      return [drawMenu([element.initial_option && textOf(element.initial_option, canvas)])];
    case 'multi_static_select':
    case 'multi_external_select':
      return [drawMenu((element.initial_options ?? []).map((one) => textOf(one, canvas)))];
    case 'users_select':
      return [drawMenu(people([element.initial_user]))];
    case 'multi_users_select':
      return [drawMenu(people(element.initial_users))];
    case 'conversations_select':
      return [drawMenu(channels([element.initial_conversation]))];
    case 'multi_conversations_select':
      return [drawMenu(channels(element.initial_conversations))];
    case 'channels_select':
      return [drawMenu(channels([element.initial_channel]))];
    case 'multi_channels_select':
      return [drawMenu(channels(element.initial_channels))];
    case 'datepicker':
      return [drawMenu([element.initial_date], 'Date')];
    case 'timepicker':
      return [drawMenu([element.initial_time], 'Time')];
    case 'datetimepicker': {
      const { initial_date_time: seconds } = element;
      const format = '{date_num} {time}';
      const chosen = seconds === undefined ? undefined : drawDate({ seconds, format, fallback: '' }, canvas);
      return [drawMenu([chosen], 'Date and time')];
    }
    case 'file_input':
      return [drawButton('Choose files')];
    case 'rich_text_input':
      return [drawField(undefined, placeholderOf(element, canvas))];
    default:
      return [
        drawField(
          'initial_value' in element ? String(element.initial_value) : '',
          placeholderOf(element, canvas),
        ),
      ];
  }
}

function drawSeen(element: DrawableElement, canvas: Canvas): Span[] {
  switch (element.type) {
    case 'button':
      return [drawButton(`${drawPlainText(element.text, canvas)}${element.url ? ' ↗' : ''}`, element.style)];
    case 'workflow_button':
      return [drawButton(drawPlainText(element.text, canvas), element.style)];
    case 'overflow':
      return [drawButton(`⋮ ${element.options.map((option) => textOf(option, canvas)).join(' · ')}`)];
    case 'checkboxes':
      return drawChoices(element.options, element.initial_options ?? [], ['[x]', '[ ]'], canvas);
    case 'radio_buttons':
      return drawChoices(
        element.options,
        element.initial_option ? [element.initial_option] : [],
        ['(•)', '( )'],
        canvas,
      );
    case 'image':
      return [span(`[image: ${element.alt_text}]`)];
    default:
      return drawSelect(element, canvas);
  }
}

/** What the drawing of each kind of element tells already; of all others it may have shown a value or a placeholder. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  button: ['type', 'text'],
  workflow_button: ['text'],
  overflow: ['type', 'options'],
  checkboxes: ['options', 'initial_options'],
  radio_buttons: ['options', 'initial_option'],
  image: ['type', 'alt_text'],
};

/** One element as words that may be set side by side. */
export const drawElement = (element: DrawableElement, canvas: Canvas): Span[] => [
  ...drawSeen(element, canvas),
  ...drawNote(element, SEEN[element.type] ?? [], canvas),
];
