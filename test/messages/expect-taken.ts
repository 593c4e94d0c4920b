import { expect } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import type { Message } from '../../src/slack/kit/message.ts';
import { LIMITS } from '../../src/slack/kit/text.ts';

/** The length as Python or PHP would encode it: six for every character beyond ASCII. */
const escapedLength = (value: unknown) => JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;

/** Expects that Slack accepts the message, and that it mentions nobody except in `names`. */
export function expectTaken(message: Message, names = /<@[UW][A-Z0-9]+>|<\//g): void {
  expect(validateMessage(message)).toEqual([]);
  expect(message.text.replaceAll(names, '')).not.toContain('<');
  expect(message.text.length).toBeLessThanOrEqual(LIMITS.messageText);
  expect(Buffer.byteLength(message.text)).toBeLessThan(LIMITS.messageTextBytes);
  expect(escapedLength(message.blocks)).toBeLessThanOrEqual(LIMITS.messageBlocks);
}
