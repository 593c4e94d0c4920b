import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { Refused } from '../refused.ts';
import { isJsonObject } from '../server/json.ts';
import type { MessageContent } from '../state/messages.ts';
import type { ViewContent } from '../state/views.ts';
import { type BlockProblem, checkMarkup, checkMarkupIn, pointerTo, walk } from './check-markup.ts';
import { MESSAGE, VIEW } from './schemas.ts';

/** Slack truncates longer text (changelog 2018-04-truncating-really-long-messages); here it is refused. */
const MAX_TEXT = 40_000;
/**
 * Undocumented; slackapi/bolt-js#2509 measured 13,172 to 13,297 characters. Counted as the UTF-8 bytes of
 * `JSON.stringify(blocks)`, the strictest interpretation.
 */
const MAX_BLOCKS_BYTES = 13_200;
/** docs.slack.dev/reference/methods/views.publish, "250 kB"; counted in UTF-8 bytes, 1 kB as 1000. */
const MAX_VIEW_BYTES = 250_000;

/**
 * All reasons for which Slack, or a stricter rule of ours, would refuse this message; empty when it is valid. Ours:
 * `no_fallback_text` (blocks without top-level text), `invalid_date_token`, `would_ping`. Other fields of a message
 * (`response_type`, `thread_ts` …) are not checked.
 */
export function validateMessage(message: { text?: unknown; blocks?: unknown }): BlockProblem[] {
  const blocks = asSent(message.blocks);
  const hasBlocks = blocks !== undefined && !(Array.isArray(blocks) && blocks.length === 0);
  return [...checkText(message.text, hasBlocks), ...(blocks === undefined ? [] : checkMessageBlocks(blocks))];
}

/** The same for a Home tab or modal, as the `view` argument of a views.* method. Pointers start with `/view`. */
export function validateView(view: unknown): BlockProblem[] {
  const sent = asSent(view);
  const code = 'invalid_arguments';
  const bytes = Buffer.byteLength(JSON.stringify(sent) ?? '');
  return [
    ...checkSchema(VIEW, { view: sent }, code),
    ...(isJsonObject(sent) && Array.isArray(sent.blocks)
      ? checkBlocks(sent.blocks, '/view/blocks', { code, isModal: sent.type === 'modal' })
      : []),
    ...(bytes > MAX_VIEW_BYTES
      ? [problem('view_too_large', `${bytes} bytes, at most ${MAX_VIEW_BYTES}`, '/view')]
      : []),
  ];
}

/** The content of a message. Throws `Refused` when Slack would not post it. */
export function checkMessage({ text, blocks }: { text?: unknown; blocks?: unknown }): MessageContent {
  refuseFor(validateMessage({ text, blocks }));
  return { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [] };
}

/** The content of a view. Throws `Refused` when Slack would not show it. */
export function checkView(view: unknown): ViewContent {
  refuseFor(validateView(view));
  // The validation requires blocks.
  return view as ViewContent;
}

function refuseFor(problems: readonly BlockProblem[]): void {
  const [first] = problems;
  const messages = problems.map(({ message, pointer }) => `[ERROR] ${message} [json-pointer:${pointer}]`);
  if (first) throw new Refused(first.code, messages);
}

/** The value as Slack receives it: JSON drops keys whose value is undefined. */
const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const problem = (code: string, message: string, pointer: string): BlockProblem => ({
  code,
  message,
  pointer,
});

const includes = (options: unknown, chosen: unknown) =>
  Array.isArray(options) && options.some((offered) => isDeepStrictEqual(offered, chosen));

function checkText(text: unknown, hasBlocks: boolean): BlockProblem[] {
  const pointer = '/text';
  if (text === undefined || text === '') {
    const why = 'blocks need a text for notifications and screen readers';
    return [
      hasBlocks ? problem('no_fallback_text', why, pointer) : problem('no_text', 'no text or blocks', ''),
    ];
  }
  if (typeof text !== 'string') return [problem('invalid_arguments', 'text must be a string', pointer)];
  const tooLong = problem('msg_too_long', `text is over ${MAX_TEXT} characters`, pointer);
  return [...(text.length > MAX_TEXT ? [tooLong] : []), ...checkMarkup(text, true, pointer)];
}

function checkMessageBlocks(blocks: unknown): BlockProblem[] {
  const [code, pointer] = ['invalid_blocks', '/blocks'];
  if (!Array.isArray(blocks)) return [problem('invalid_blocks_format', 'blocks must be a list', pointer)];
  const bytes = Buffer.byteLength(JSON.stringify(blocks));
  const tooLong = problem('msg_blocks_too_long', `${bytes} bytes, at most ${MAX_BLOCKS_BYTES}`, pointer);
  return [
    ...checkSchema(MESSAGE, { blocks }, code),
    ...checkBlocks(blocks, pointer, { code, isModal: false }),
    ...(bytes > MAX_BLOCKS_BYTES ? [tooLong] : []),
  ];
}

function checkSchema(schema: z.ZodType, payload: unknown, code: string): BlockProblem[] {
  return (schema.safeParse(payload).error?.issues ?? []).map((issue) => {
    const pointer = issue.path.reduce<string>(pointerTo, '');
    const isType = issue.code === 'invalid_union' && issue.path.at(-1) === 'type';
    return problem(code, isType ? 'unsupported type' : issue.message, pointer);
  });
}

/** Rules that involve more than one block. */
function checkBlocks(
  blocks: readonly unknown[],
  pointer: string,
  { code, isModal }: { code: string; isModal: boolean },
): BlockProblem[] {
  const wrong = (message: string, at: string, key: string) => problem(code, message, pointerTo(at, key));
  /** Every repeated id, except its first occurrence. */
  const repeated = (value: unknown, key: 'action_id' | 'block_id', at: string) => {
    const seen = new Set<unknown>();
    return [...walk(value, at)].flatMap((found) => {
      const id = found.object[key];
      if (typeof id !== 'string') return [];
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew ? [] : [wrong(`\`${key}\` must be unique: ${id}`, found.pointer, key)];
    });
  };
  const all = [...walk(blocks, pointer)];
  const focused = all.filter(({ object }) => object.focus_on_load === true);
  const unoffered = all.flatMap(({ object: { options, ...menu }, pointer: at }) =>
    ['initial_option', 'initial_options']
      .filter((key) => [menu[key] ?? []].flat().some((chosen) => !includes(options, chosen)))
      .map((key) => wrong('must exactly match one of the provided options', at, key)),
  );
  // docs: select-menu-element: "This field only works with menus in input blocks in modals."
  const wanting = all.filter(
    ({ object, pointer: at }) =>
      object.response_url_enabled === true && !(isModal && at.endsWith('/element')),
  );
  return [
    ...repeated(blocks, 'block_id', pointer),
    ...blocks.flatMap((block, index) => repeated(block, 'action_id', pointerTo(pointer, index))),
    ...unoffered,
    ...focused
      .slice(1)
      .map((found) => wrong('only one element can have the focus', found.pointer, 'focus_on_load')),
    ...wanting.map((found) =>
      wrong('only in input blocks of a modal', found.pointer, 'response_url_enabled'),
    ),
    ...checkMarkupIn(blocks, pointer),
  ];
}
