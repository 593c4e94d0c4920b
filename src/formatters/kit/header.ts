import type { HeaderBlock } from '@slack/types';
import { LIMITS } from './limits.ts';
import { plainText } from './text-objects.ts';
import { cut } from './tidy.ts';

/** A title, visibly cut at Slack's limit. */
export function header(text: string): HeaderBlock {
  return { type: 'header', text: plainText(cut(text, LIMITS.headerText)) };
}
