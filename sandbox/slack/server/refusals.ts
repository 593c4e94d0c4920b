import { validateMessage, validateView } from '../block-kit/validate.ts';
import type { BlockProblem } from '../block-kit/walk.ts';

/** Why Slack refuses a request: its error code, and the sentences it puts into `response_metadata.messages`. */
export interface Refusal {
  readonly error: string;
  readonly messages: readonly string[];
}

/** Undefined when Slack would post the message. */
export function refuseMessage(message: { text?: unknown; blocks?: unknown }): Refusal | undefined {
  return toRefusal(validateMessage(message));
}

/** Undefined when Slack would show the view, given as the `view` argument of a views.* method. */
export function refuseView(view: unknown): Refusal | undefined {
  return toRefusal(validateView(view));
}

function toRefusal(problems: readonly BlockProblem[]): Refusal | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const messages = problems.map(({ message, pointer }) => `[ERROR] ${message} [json-pointer:${pointer}]`);
  return { error: first.code, messages };
}
