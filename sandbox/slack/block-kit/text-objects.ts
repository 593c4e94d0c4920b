import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** A string of 1 to `max` characters: Slack refuses empty ones nearly everywhere. */
export const chars = (max: number) => z.string().min(1).max(max);

/** A text that is never parsed; the only kind that takes `emoji`. */
export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: chars(max), emoji: z.boolean().optional() });

/** A text with Slack's own markup; the only kind that takes `verbatim`. */
export const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: chars(max), verbatim: z.boolean().optional() });

/** Either kind of text object. */
export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

/** An address a client may open, with any scheme (`https:`, `slack:`, `mailto:` …). */
export const url = z.url().min(1).max(LIMITS.url);

/** An address Slack itself fetches, so only the web's schemes. */
export const webUrl = z
  .url({ protocol: /^https?$/ })
  .min(1)
  .max(LIMITS.url);
