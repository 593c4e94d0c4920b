import type { z } from 'zod';
import { checkIds } from './check-ids.ts';
import { checkMarkup, checkMarkupIn } from './check-markup.ts';
import { checkSurface } from './check-surface.ts';
import { checkTotals } from './check-totals.ts';
import { explainIssue } from './explain-issue.ts';
import { LIMITS } from './limits.ts';
import { messageBlocks, viewPayload } from './payload-schemas.ts';
import { type BlockProblem, type Finding, toProblem } from './problem.ts';
import { isObject } from './walk.ts';

export type { BlockProblem } from './problem.ts';

/** What travels to Slack: keys whose value is undefined do not. */
const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function schemaFindings(schema: z.ZodType, payload: unknown): Finding[] {
  const { error } = schema.safeParse(payload);
  return (error?.issues ?? []).flatMap((issue) => explainIssue(issue, payload));
}

function textFindings(text: unknown, hasBlocks: boolean): Finding[] {
  const pointer = '/text';
  if (text === undefined || text === '') {
    const missing = {
      text: 'a message with blocks needs a text for notifications and screen readers',
      pointer,
    };
    return hasBlocks
      ? [{ ...missing, code: 'no_fallback_text' }]
      : [{ text: 'no text or blocks', pointer: '', code: 'no_text' }];
  }
  if (typeof text !== 'string')
    return [{ text: 'must provide a valid string', pointer, code: 'invalid_arguments' }];
  const tooLong = {
    text: `must be less than ${LIMITS.messageText + 1} characters`,
    pointer,
    code: 'msg_too_long',
  };
  return [...(text.length > LIMITS.messageText ? [tooLong] : []), ...checkMarkup(text, true, pointer)];
}

function messageBlockFindings(blocks: unknown): Finding[] {
  if (blocks === undefined) return [];
  const pointer = '/blocks';
  if (!Array.isArray(blocks)) {
    return [{ text: 'must provide a valid array', pointer, code: 'invalid_blocks_format' }];
  }
  return [
    ...schemaFindings(messageBlocks, { blocks }),
    ...checkSurface(blocks, 'message', pointer),
    ...checkIds(blocks, pointer),
    ...checkMarkupIn(blocks, pointer),
    ...checkTotals(blocks, pointer),
  ];
}

/**
 * Everything for which Slack, or a stricter rule of ours, would refuse this message; empty when it may be posted.
 * Ours: `no_fallback_text` (blocks without top-level text), `invalid_date_token`, `would_ping`. Other fields of a
 * message (`response_type`, `thread_ts` …) are not looked at.
 */
export function validateMessage(message: { text?: unknown; blocks?: unknown }): BlockProblem[] {
  const blocks = asSent(message.blocks);
  const hasBlocks = blocks !== undefined && !(Array.isArray(blocks) && blocks.length === 0);
  return [...textFindings(message.text, hasBlocks), ...messageBlockFindings(blocks)].map((finding) =>
    toProblem(finding, 'invalid_blocks'),
  );
}

/** The same for a Home tab or modal, given as the `view` argument of a views.* method. Pointers start at `/view`. */
export function validateView(view: unknown): BlockProblem[] {
  const sent = asSent(view);
  const findings = schemaFindings(viewPayload, { view: sent });
  if (isObject(sent) && Array.isArray(sent.blocks)) {
    const surface = sent.type === 'home' ? 'home' : 'modal';
    const pointer = '/view/blocks';
    findings.push(
      ...checkSurface(sent.blocks, surface, pointer),
      ...checkIds(sent.blocks, pointer),
      ...checkMarkupIn(sent.blocks, pointer),
    );
  }
  if (Buffer.byteLength(JSON.stringify(sent) ?? '') > LIMITS.viewBytes) {
    const text = `must be less than ${LIMITS.viewBytes + 1} bytes`;
    findings.push({ text, pointer: '/view', code: 'view_too_large' });
  }
  return findings.map((finding) => toProblem(finding, 'invalid_arguments'));
}
