import type { z } from 'zod';
import { Refused } from '../refused.ts';
import type { JsonObject } from '../server/json.ts';
import { fillIds } from '../state/elements.ts';
import type { MessageContent } from '../state/messages.ts';
import type { ViewContent } from '../state/views.ts';
import { markupFaults } from './check-markup.ts';
import { MESSAGE, VIEW } from './schemas.ts';

/** Slack truncates longer text (changelog 2018-04-truncating-really-long-messages); here it is refused. */
const MAX_TEXT = 40_000;
/**
 * Undocumented; slackapi/bolt-js#2509 measured 13,172 to 13,297 characters. Counted as the UTF-8 bytes of
 * `JSON.stringify(blocks)` with the ids that Slack adds, the strictest interpretation.
 */
const MAX_BLOCKS_BYTES = 13_200;
/** docs.slack.dev/reference/methods/views.publish, "250 kB"; counted in UTF-8 bytes, 1 kB as 1000. */
const MAX_VIEW_BYTES = 250_000;

/** One reason why Slack would refuse a payload. */
interface BlockProblem {
  /** Slack's own error code (`invalid_blocks`, `msg_blocks_too_long`, `view_too_large` …) or one of our stricter ones. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) into the message, or into `{ view }`. Empty when the whole message is meant. */
  readonly pointer: string;
}

/**
 * All reasons for which Slack, or a stricter rule of ours, would refuse this message; empty when it is valid. Ours:
 * `no_fallback_text` (blocks without top-level text), `invalid_date_token`, `would_ping`. Other fields of a message
 * (`response_type`, `thread_ts` …) are not checked.
 */
export function validateMessage(message: { text?: unknown; blocks?: unknown }): BlockProblem[] {
  const { text, blocks = [] } = asSent(message) as { text?: unknown; blocks?: unknown };
  const hasBlocks = !Array.isArray(blocks) || blocks.length > 0;
  return [...checkText(text, hasBlocks), ...(hasBlocks ? checkMessageBlocks(blocks) : [])];
}

/** The same for a Home tab or modal, as the `view` argument of a views.* method. Pointers start with `/view`. */
export function validateView(view: unknown): BlockProblem[] {
  const sent = asSent({ view });
  return [
    ...checkSchema(VIEW, sent, 'invalid_arguments'),
    ...checkSize(sent.view, MAX_VIEW_BYTES, 'view_too_large', '/view'),
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

/** The object as Slack receives it: JSON drops keys whose value is undefined. */
const asSent = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value));

const problem = (code: string, message: string, pointer: string): BlockProblem => ({
  code,
  message,
  pointer,
});

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
  return [
    ...(text.length > MAX_TEXT ? [tooLong] : []),
    ...markupFaults(text, true).map((fault) => ({ ...fault, pointer })),
  ];
}

function checkMessageBlocks(blocks: unknown): BlockProblem[] {
  const pointer = '/blocks';
  if (!Array.isArray(blocks)) return [problem('invalid_blocks_format', 'blocks must be a list', pointer)];
  const filled = fillIds(blocks, () => 'x1y2z');
  return [
    ...checkSchema(MESSAGE, { blocks }, 'invalid_blocks'),
    ...checkSize(filled, MAX_BLOCKS_BYTES, 'msg_blocks_too_long', pointer),
  ];
}

function checkSize(content: unknown, max: number, code: string, pointer: string): BlockProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? '');
  return bytes > max ? [problem(code, `${bytes} bytes, at most ${max}`, pointer)] : [];
}

function checkSchema(schema: z.ZodType, payload: unknown, code: string): BlockProblem[] {
  return (schema.safeParse(payload).error?.issues ?? []).map((issue) => {
    const pointer = issue.path.map((key) => `/${String(key)}`).join('');
    const isType = issue.code === 'invalid_union' && issue.path.at(-1) === 'type';
    const own: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
    return problem(String(own ?? code), isType ? 'unsupported type' : issue.message, pointer);
  });
}
