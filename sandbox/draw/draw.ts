// Owns how a message or view looks to a person, as text: for the terminal and for stored cards. Must never know where
// messages come from, nor check whether Slack would accept them.

import type {
  ActionsBlockElement,
  HomeView,
  InputBlock,
  InputBlockElement,
  KnownBlock,
  ModalView,
  SectionBlock,
  TextObject,
} from '@slack/types';
import type { Viewer } from './draw-date.ts';
import { cleanPayload, displayWidth, pad, unbroken, wrapLines } from './lines.ts';
import { type Canvas, drawMrkdwn, drawPlainText, drawRichText, drawText } from './markup.ts';

/** How to draw. */
export interface DrawOptions extends Pick<Viewer, 'timeZone' | 'locale'> {
  /** Columns; 72 when absent or 0, which a terminal of unknown size reports. */
  readonly width?: number | undefined;
  /** The reader's clock, in Unix milliseconds. */
  readonly now: () => number;
  /** The name of a person or channel by id. The id is shown when this returns undefined. */
  readonly nameOf?: (id: string) => string | undefined;
}

const DEFAULT_WIDTH = 72;
const COLUMN_GAP = 2;

/**
 * What a person sees of a message, as text without a trailing line break; its `text` only when there are no blocks. Control
 * characters are removed, so a message cannot control the terminal. Slack must accept the message: see `validateMessage`.
 */
export function drawMessage(message: { text?: unknown; blocks?: unknown }, options: DrawOptions): string {
  const canvas = toCanvas(options);
  const { text, blocks } = cleanPayload({ ...message });
  if (!Array.isArray(blocks) || blocks.length === 0) {
    return painted(wrapLines(drawMrkdwn(String(text ?? ''), canvas), canvas.width));
  }
  // Accepted by validateMessage, so they have the shapes of @slack/types.
  return painted(drawBlocks(blocks as KnownBlock[], canvas));
}

/** What a person sees of a Home tab or modal. Slack must accept the view: see `validateView`. */
export function drawView(view: unknown, options: DrawOptions): string {
  const canvas = toCanvas(options);
  // Accepted by validateView, so it has the shape of @slack/types.
  const clean = cleanPayload(view) as HomeView | ModalView;
  if (clean.type === 'modal') return painted(drawModal(clean, canvas));
  return painted(drawBlocks(clean.blocks as KnownBlock[], canvas));
}

const toCanvas = ({ width, now, nameOf, ...reader }: DrawOptions): Canvas => ({
  ...reader,
  width: width || DEFAULT_WIDTH,
  nowMs: now(),
  nameOf: (id) => nameOf?.(id) ?? id,
});

const painted = (rows: readonly string[]) =>
  rows.map((row) => row.replaceAll('\u00A0', ' ').trimEnd()).join('\n');

const rule = (width: number) => '─'.repeat(width);

/** A modal: its title above a heavy rule, its blocks, and its buttons below a light rule. */
function drawModal(view: ModalView, canvas: Canvas): string[] {
  const { width } = canvas;
  const { title, submit, close } = view;
  // Slack labels the left button Close when there is nothing to submit.
  const leave = drawButton(close ? drawPlainText(close) : submit ? 'Cancel' : 'Close');
  const buttons = submit ? `${leave} ${drawButton(drawPlainText(submit))}` : leave;
  return [
    ...wrapLines([drawPlainText(title)], width),
    '━'.repeat(width),
    ...drawBlocks(view.blocks as KnownBlock[], canvas),
    rule(width),
    `${' '.repeat(Math.max(0, width - displayWidth(buttons)))}${buttons}`,
  ];
}

/** Blocks one below the other, separated by an empty row except where a divider already separates them. */
function drawBlocks(blocks: readonly KnownBlock[], canvas: Canvas): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]?.type;
    const isParted = before === undefined || [before, block.type].includes('divider') || before === 'header';
    return [...(isParted ? [] : ['']), ...drawBlock(block, canvas)];
  });
}

function drawBlock(block: KnownBlock, canvas: Canvas): string[] {
  const { width } = canvas;
  switch (block.type) {
    case 'header': {
      const rows = wrapLines([drawPlainText(block.text)], width);
      return [...rows, '═'.repeat(Math.max(...rows.map(displayWidth)))];
    }
    case 'section':
      return drawSection(block, canvas);
    case 'context':
      // The app's have one element, which is a text.
      return wrapLines(
        (block.elements as TextObject[]).flatMap((one) => drawText(one, canvas)),
        width,
      );
    case 'divider':
      return [rule(width)];
    case 'actions':
      return wrapLines([block.elements.map((one) => drawElement(one, canvas)).join(' ')], width);
    case 'input':
      return drawInput(block, canvas);
    case 'rich_text':
      return wrapLines(drawRichText(block, canvas), width);
    default:
      return [`[${block.type} block]`];
  }
}

/** A section: its text or fields, and its accessory at the right end of the first row if it fits. */
function drawSection({ text, fields = [], accessory }: SectionBlock, canvas: Canvas): string[] {
  const { width } = canvas;
  const rows = text ? wrapLines(drawText(text, canvas), width) : drawFields(fields, canvas);
  if (!accessory) return rows;
  const drawn = drawElement(accessory as Element, canvas);
  const [first, ...others] = rows;
  const room = width - displayWidth(drawn);
  if (first === undefined || displayWidth(first) + COLUMN_GAP > room) {
    return [...rows, ...wrapLines([drawn], width)];
  }
  return [`${pad(first, room)}${drawn}`, ...others];
}

/** Fields in two columns when every line fits its column, else one below the other. */
function drawFields(fields: readonly TextObject[], canvas: Canvas): string[] {
  const column = Math.floor((canvas.width - COLUMN_GAP) / 2);
  const cells = fields.map((field) => drawText(field, canvas));
  if (!cells.flat().every((text) => displayWidth(text) <= column)) {
    const lines = cells.flatMap((cell, index) => [...(index > 0 ? [''] : []), ...cell]);
    return wrapLines(lines, canvas.width);
  }
  return cells.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = cells[index + 1] ?? [];
    const rows = Array.from(
      { length: Math.max(left.length, right.length) },
      (_, row) => `${pad(left[row] ?? '', column + COLUMN_GAP)}${right[row] ?? ''}`,
    );
    return index > 0 ? ['', ...rows] : rows;
  });
}

function drawInput({ label, hint, optional, element }: InputBlock, canvas: Canvas): string[] {
  const name = `${drawPlainText(label)}${optional ? ' (optional)' : ''}`;
  const more = hint ? [drawPlainText(hint)] : [];
  return wrapLines([name, drawElement(element, canvas), ...more], canvas.width);
}

type Element = ActionsBlockElement | InputBlockElement;

/** A button as one unbreakable word: `[ Refresh ]`. */
const drawButton = (label: string) => unbroken(`[ ${label} ]`);

/** One element as words that may be placed side by side. */
function drawElement(element: Element, { nameOf }: Canvas): string {
  const textOf = ({ text }: { readonly text: { readonly text: string } }) => drawPlainText(text);
  const placeholder =
    'placeholder' in element && element.placeholder ? drawPlainText(element.placeholder) : '';
  /** A menu or picker: `‹value ▾›`. */
  const menu = (value: string | undefined, empty = 'Choose') =>
    unbroken(`‹${value || placeholder || empty} ▾›`);
  switch (element.type) {
    case 'button':
      return drawButton(drawPlainText(element.text));
    case 'overflow':
      return drawButton(`⋮ ${element.options.map(textOf).join(' · ')}`);
    case 'radio_buttons': {
      const sign = (value = '') => (value === element.initial_option?.value ? '(•)' : '( )');
      return element.options.map((one) => unbroken(`${sign(one.value)} ${textOf(one)}`)).join(' ');
    }
    case 'static_select':
      return menu(element.initial_option && textOf(element.initial_option));
    case 'multi_static_select':
      return menu(element.initial_options?.map(textOf).join(', '));
    case 'multi_users_select':
      return menu(element.initial_users?.map(nameOf).join(', '));
    case 'users_select':
      return menu(element.initial_user && nameOf(element.initial_user));
    case 'conversations_select':
      return menu(element.initial_conversation && `#${nameOf(element.initial_conversation)}`);
    case 'timepicker':
      return menu(element.initial_time, 'Time');
    case 'datepicker':
      return menu(element.initial_date, 'Date');
    default:
      return unbroken(`‹${('initial_value' in element && element.initial_value) || placeholder}›`);
  }
}
