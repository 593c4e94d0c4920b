import { expect } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { type Message, textOf, toSend } from '../../src/slack/kit/message.ts';
import { LIMITS } from '../../src/slack/kit/text.ts';

/** The length as Python or PHP would encode it: six for every character beyond ASCII. */
const escapedLength = (value: unknown) => JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;

/** Expects that Slack accepts the message, and that it mentions nobody except in `names`. */
export function expectTaken(message: Message, names = /<@[UW][A-Z0-9]+>|<\//g): void {
  expect(validateMessage(toSend(message))).toEqual([]);
  const text = textOf(message);
  expect(text.replaceAll(names, '')).not.toContain('<');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMITS.messageTextBytes);
  expect(escapedLength(message)).toBeLessThanOrEqual(LIMITS.messageBlocks);
}
