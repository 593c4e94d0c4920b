// Owns how a message or view looks to a person, as text: for the terminal, and as stored cards.
// Must never know where messages come from, nor check whether Slack would take them.

import type {
  ActionsBlockElement,
  ContextBlock,
  HomeView,
  InputBlock,
  InputBlockElement,
  KnownBlock,
  ModalView,
  PlainTextOption,
  SectionBlock,
  TextObject,
} from '@slack/types';
import { cleanPayload, displayWidth, type Line, pad, unbroken, wrapLines } from './lines.ts';
import { type Canvas, drawMrkdwn, drawPlainText, drawRichText, drawText } from './markup.ts';

/** How to draw. */
export interface DrawOptions {
  /** Columns; 72 when absent, or 0 from a terminal that does not know its size. */
  readonly width?: number;
  /** The reader's clock, in Unix milliseconds. */
  readonly now: () => number;
  /** The reader's IANA time zone; this machine's when absent, as Slack uses the device's. */
  readonly timeZone?: string;
  /** Of the reader's Slack, for dates; English when absent. */
  readonly locale?: string;
  /**
   * Also what a person does not see and can be wrong: the text of the notification, marks of emphasis, what replaces
   * a date, ids, values, styles and the question before a press. Off when absent. The key of a block is left out.
   */
  readonly exact?: boolean;
  /** The name of a person or channel by its id; the id itself where there is none. */
  readonly nameOf?: (id: string) => string | undefined;
}

const DEFAULT_WIDTH = 72;
const COLUMN_GAP = 2;

/** The part of a message that is seen. Must be one that Slack accepts: see `validateMessage`. */
interface DrawableMessage {
  /** Shown only when there are no blocks, as in Slack; above them in an exact drawing that has one. */
  readonly text?: unknown;
  readonly blocks?: unknown;
}

/**
 * What a person sees of a message, as text without a line break at its end. Nothing in the message can steer the terminal:
 * control characters are removed. Who may see it is the caller's to say.
 */
export function drawMessage(message: DrawableMessage, options: DrawOptions): string {
  const canvas = toCanvas(options);
  const { text, blocks } = cleanPayload({ ...message });
  const top = typeof text === 'string' ? wrapLines(drawMrkdwn(text, canvas), canvas.width) : [];
  if (!Array.isArray(blocks) || blocks.length === 0) return painted(top);
  // Accepted by validateMessage, so they have the shapes of @slack/types.
  const below = drawBlocks(blocks as KnownBlock[], canvas);
  return painted(canvas.exact && text !== undefined ? [...top, rule(canvas.width), ...below] : below);
}

/** The same of a Home tab or a modal. The view must be one that Slack accepts: see `validateView`. */
export function drawView(view: unknown, options: DrawOptions): string {
  const canvas = toCanvas(options);
  // Accepted by validateView, so it has the shape of @slack/types.
  const clean = cleanPayload(view) as HomeView | ModalView;
  if (clean.type === 'modal') return painted(drawModal(clean, canvas));
  const blocks = drawBlocks(clean.blocks as KnownBlock[], canvas);
  return painted([...drawRest(clean, SEEN_OF_VIEW, canvas), ...blocks]);
}

function toCanvas({ width, now, timeZone, locale = 'en-US', exact = false, nameOf }: DrawOptions): Canvas {
  return {
    width: width || DEFAULT_WIDTH,
    nowMs: now(),
    timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale,
    exact,
    nameOf: (id) => nameOf?.(id) ?? id,
  };
}

const painted = (rows: readonly string[]) =>
  rows.map((row) => row.replaceAll('\u00A0', ' ').trimEnd()).join('\n');

const rule = (width: number) => '─'.repeat(width);

/** What a view says of itself besides what is drawn, and besides what is new with each window or only Slack's. */
const SEEN_OF_VIEW = 'type title submit close blocks id external_id hash state errors'.split(' ');

/** A window: its title over a heavy rule, its blocks, and its buttons below a light one. */
function drawModal(view: ModalView, canvas: Canvas): string[] {
  const { width } = canvas;
  const { title, submit, close } = view;
  // Slack calls the left button Close when there is nothing to submit.
  const leave = drawButton(close ? drawPlainText(close) : submit ? 'Cancel' : 'Close');
  const buttons = submit ? `${leave} ${drawButton(drawPlainText(submit))}` : leave;
  return [
    ...wrapLines([{ text: drawPlainText(title) }], width),
    ...drawRest(view, SEEN_OF_VIEW, canvas),
    '━'.repeat(width),
    ...drawBlocks(view.blocks as KnownBlock[], canvas),
    rule(width),
    `${' '.repeat(Math.max(0, width - displayWidth(buttons)))}${buttons}`,
  ];
}

/** What the drawing of a block tells already; where it stands is all that its key is for. */
const SEEN_OF_BLOCK = 'type block_id text fields accessory elements element label hint optional'.split(' ');

/** Blocks one under the other, separated by an empty row except where a rule already parts them. */
function drawBlocks(blocks: readonly KnownBlock[], canvas: Canvas): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]?.type;
    const isParted = before === undefined || [before, block.type].includes('divider') || before === 'header';
    return [
      ...(isParted ? [] : ['']),
      ...drawBlock(block, canvas),
      ...drawRest(block, SEEN_OF_BLOCK, canvas),
    ];
  });
}

function drawBlock(block: KnownBlock, canvas: Canvas): string[] {
  const { width, exact } = canvas;
  switch (block.type) {
    case 'header': {
      const rows = wrapLines([{ text: drawPlainText(block.text) }], width);
      return [...rows, '═'.repeat(Math.max(...rows.map(displayWidth)))];
    }
    case 'section':
      return drawSection(block, canvas);
    case 'context':
      return drawContext(block, canvas);
    case 'divider':
      return [rule(width)];
    case 'actions': {
      // Side by side; each in a row of its own where all is told of it.
      const drawn = block.elements.map((element) => drawElement(element, canvas));
      return wrapLines(exact ? drawn.map((text) => ({ text })) : [{ text: drawn.join(' ') }], width);
    }
    case 'input':
      return drawInput(block, canvas);
    case 'rich_text':
      return wrapLines(drawRichText(block, canvas), width);
    default:
      return [`[${block.type} block]`];
  }
}

/** A section: its text, its accessory at the right end of the first row where there is room, its fields. */
function drawSection({ text, fields, accessory }: SectionBlock, canvas: Canvas): string[] {
  const { width, exact } = canvas;
  const textRows = text ? wrapLines(drawText(text, canvas), width) : [];
  const fieldRows = fields ? drawFields(fields, canvas) : [];
  const rows = text && fields ? [...textRows, '', ...fieldRows] : [...textRows, ...fieldRows];
  if (!accessory) return rows;
  const drawn = drawElement(accessory as Element, canvas);
  const [first, ...others] = rows;
  const room = width - displayWidth(drawn);
  if (exact || first === undefined || displayWidth(first) + COLUMN_GAP > room) {
    return [...rows, ...wrapLines([{ text: drawn }], width)];
  }
  return [`${pad(first, room)}${drawn}`, ...others];
}

/** Pairs of fields side by side when every line of every field fits its column, else one under the other. */
function drawFields(fields: readonly TextObject[], canvas: Canvas): string[] {
  const column = Math.floor((canvas.width - COLUMN_GAP) / 2);
  const drawn = fields.map((field) => drawText(field, canvas));
  if (!drawn.flat().every(({ first = '', text }) => displayWidth(first + text) <= column)) {
    return drawn.flatMap((lines, index) => [...(index > 0 ? [''] : []), ...wrapLines(lines, canvas.width)]);
  }
  const cells = drawn.map((lines) => wrapLines(lines, column));
  return cells.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = cells[index + 1] ?? [];
    const height = Math.max(left.length, right.length);
    const rows = Array.from(
      { length: height },
      (_, row) => `${pad(left[row] ?? '', column + COLUMN_GAP)}${right[row] ?? ''}`,
    );
    return index > 0 ? ['', ...rows] : rows;
  });
}

/** The elements of a context run on in one paragraph, with a sign before it in an exact drawing; line breaks stay. */
function drawContext({ elements }: ContextBlock, canvas: Canvas): string[] {
  const sign = canvas.exact ? '┊ ' : '';
  const run: Line[] = [];
  for (const element of elements) {
    const [head, ...others] = element.type === 'image' ? [] : drawText(element, canvas);
    const last = head && run.pop();
    if (last && head) run.push({ ...last, text: `${last.text}  ${head.text}` });
    else if (head) run.push(head);
    run.push(...others);
  }
  return wrapLines(
    run.map(({ text, first = '', rest = first }) => ({
      text,
      first: `${sign}${first}`,
      rest: `${sign}${rest}`,
    })),
    canvas.width,
  );
}

function drawInput({ label, hint, optional, element }: InputBlock, canvas: Canvas): string[] {
  const rows = [
    `${drawPlainText(label)}${optional ? ' (optional)' : ''}`,
    drawElement(element, canvas),
    ...(hint ? [drawPlainText(hint)] : []),
  ];
  return wrapLines(
    rows.map((text) => ({ text })),
    canvas.width,
  );
}

type Element = ActionsBlockElement | InputBlockElement;

/** A button, as one word so that it is never torn apart: `[ Refresh ]`. */
const drawButton = (label: string) => unbroken(`[ ${label} ]`);

/** What the drawing of each kind of element tells already; of all others it may have shown a value or a placeholder. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  button: ['type', 'text'],
  overflow: ['type', 'options'],
  radio_buttons: ['options', 'initial_option'],
};

/** One element as words that may be set side by side. */
const drawElement = (element: Element, canvas: Canvas): string =>
  [...drawSeen(element, canvas), drawNote(element, SEEN[element.type] ?? [], canvas)]
    .filter(Boolean)
    .join(' ');

function drawSeen(element: Element, canvas: Canvas): string[] {
  const textOf = (option: unknown) =>
    canvas.exact ? describe(option) : drawPlainText((option as PlainTextOption).text);
  const placeholder = 'placeholder' in element && element.placeholder ? element.placeholder : { text: '' };
  /** A field to fill in or choose from: `‹placeholder›`. */
  const field = (value: string | undefined, empty = '', sign = '') =>
    unbroken(`‹${value || drawPlainText(placeholder) || empty}${sign}›`);
  const menu = (value: string | undefined, empty = 'Choose') => field(value, empty, ' ▾');
  switch (element.type) {
    case 'button':
      return [drawButton(`${drawPlainText(element.text)}${element.url ? ' ↗' : ''}`)];
    case 'overflow':
      return [drawButton(`⋮ ${element.options.map(textOf).join(' · ')}`)];
    case 'radio_buttons':
      return element.options.map((option) =>
        unbroken(`${option.value === element.initial_option?.value ? '(•)' : '( )'} ${textOf(option)}`),
      );
    case 'static_select':
      return [menu(element.initial_option && textOf(element.initial_option))];
    case 'multi_static_select':
      return [menu(element.initial_options?.map(textOf).join(', '))];
    case 'users_select':
      return [menu(element.initial_user && canvas.nameOf(element.initial_user))];
    case 'conversations_select':
      return [menu(element.initial_conversation && `#${canvas.nameOf(element.initial_conversation)}`)];
    case 'timepicker':
      return [menu(element.initial_time, 'Time')];
    default:
      return [field('initial_value' in element ? String(element.initial_value ?? '') : '')];
  }
}

/** A value of Block Kit in short: texts and options as they read, `Pin=pin`; anything else like JSON without its quotes. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describe).join(' · ');
  if (typeof value !== 'object' || value === null) return String(value).replaceAll('\n', '\\n');
  if ('text' in value && typeof value.text === 'string') return drawPlainText({ text: value.text });
  if ('text' in value && 'value' in value) {
    const { text, value: key, ...more } = value;
    const rest = Object.keys(more).length > 0 ? ` {${listed(more)}}` : '';
    return `${describe(text)}=${describe(key)}${rest}`;
  }
  return `{${listed(value)}}`;
}

/** Whatever it is called says more than a name before it. */
const UNNAMED = ['type', 'action_id'];

const listed = (parts: object) =>
  Object.entries(parts)
    .map(([key, value]) => `${UNNAMED.includes(key) ? '' : `${key}: `}${describe(value)}`)
    .join(', ');

/**
 * What an exact drawing tells in brackets beyond what is `seen`, by its keys: `(account_refresh, style: danger)`. Nothing
 * in any other drawing.
 */
function drawNote(whole: object, seen: readonly string[], { exact }: Canvas): string {
  const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => !seen.includes(key)));
  return exact && Object.keys(rest).length > 0 ? `(${listed(rest)})` : '';
}

/** The rest of a block or a view, in rows of its own; none unless the drawing is exact. */
function drawRest(whole: object, seen: readonly string[], canvas: Canvas): string[] {
  const text = drawNote(whole, seen, canvas);
  return text === '' ? [] : wrapLines([{ text }], canvas.width);
}
