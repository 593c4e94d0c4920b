import type { Recent } from '../../domain/pins.ts';
import { accountButtons } from '../account/account-buttons.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { mrkdwn } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { asTyped, type FormatContext, type Message, toMessage } from '../message.ts';

interface HelpContext extends FormatContext {
  /** Newest first; absent when nobody knows them. */
  readonly recents?: readonly Recent[];
}

/** More would push the examples off a phone's screen, and long ids past Slack's limit on a message. */
const ACCOUNTS_AT_MOST = 8;

/**
 * Usage by example, then the reader's own accounts as buttons, pinned ones first. `command` is what Slack calls us, with
 * its slash.
 */
export function formatHelp(context: HelpContext): Message {
  const { words, command } = context;
  const { title, examples, privacy } = words.command.help;
  const shown = [...examples, ...nameExample(context)];
  return toMessage(
    [title, ...shown.map(({ typed, gives }) => `${command} ${typed}: ${gives}`), privacy],
    [
      richText(line(bold(title))),
      richText(
        bullets(...shown.map(({ typed, gives }) => line(code(`${command} ${typed}`), plain(`\n${gives}`)))),
      ),
      ...accountButtons({ ids: ownAccounts(context), surface: 'message' }, context),
      { type: 'context', elements: [mrkdwn(privacy)] },
    ],
  );
}

function ownAccounts({ pins = [], recents = [] }: HelpContext): string[] {
  const ids = [...pins, ...recents].map(({ accountId }) => accountId);
  return [...new Set(ids)].slice(0, ACCOUNTS_AT_MOST);
}

/** The reader's own first name for an account, as they would type it. */
function nameExample({ pins = [], words }: HelpContext): { typed: string; gives: string }[] {
  const name = pins.map((pin) => tidy(pin.name ?? '', CUTS.pinName)).find((shown) => shown !== '');
  if (name === undefined) return [];
  return [{ typed: asTyped(name), gives: words.command.help.byName }];
}
