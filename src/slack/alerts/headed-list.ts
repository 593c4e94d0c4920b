import type { KnownBlock, RichTextElement } from '@slack/types';
import type { Turn } from '../../watch/summary.ts';
import type { Words } from '../../words/words.ts';
import { accountInList } from '../card/account-name.ts';
import { dateElement } from '../kit/date-token.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { VERDICT_SIGN } from '../kit/signs.ts';

/** A heading of ours, and what stands below it, line by line. */
export interface HeadedList {
  readonly heading: string;
  readonly lines: readonly { readonly plain: string; readonly elements: readonly RichTextElement[] }[];
}

export const listBlock = ({ heading, lines }: HeadedList): KnownBlock =>
  richText(line(bold(heading), ...lines.flatMap(({ elements }) => [plain('\n'), ...elements])));

/** With the name that its account has for everybody. */
export type NamedTurn = Turn & { readonly displayName?: string };

export const TURNS_AT_MOST = 5;

/** What gets worse soon, with when; no list where nothing does. `turns` are sorted, and `zoneId` is for plain text. */
export function turnLists(
  turns: readonly NamedTurn[],
  zoneId: string,
  reader: Parameters<typeof accountInList>[1] & { readonly words: Words },
): HeadedList[] {
  if (turns.length === 0) return [];
  const { words } = reader;
  const lines = turns.slice(0, TURNS_AT_MOST).map(({ accountId, displayName, atMs, level }) => {
    const clock = words.time.clock({ atMs, zoneId });
    const name = accountInList(accountId, reader, displayName);
    const sign = `${VERDICT_SIGN[level]} `;
    return {
      plain: `${sign}${clock} ${name}`,
      elements: [plain(sign), dateElement(atMs, '{time}', clock), plain(` ${name}`)],
    };
  });
  const rest = turns.length - lines.length;
  const more = rest > 0 ? [{ plain: words.alert.more(rest), elements: [plain(words.alert.more(rest))] }] : [];
  return [{ heading: words.summary.next, lines: [...lines, ...more] }];
}
