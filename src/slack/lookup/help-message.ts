import type { Recent } from '../../account/pins.ts';
import { accountButtons, type NamedAccount } from '../card/account-buttons.ts';
import { CUTS } from '../kit/limits.ts';
import { asTyped, type FormatContext, type Message, toMessage } from '../kit/message.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { contextLine } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';

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
  const { title, examples, privacy, ownAccounts } = words.command.help;
  const own = accountButtons({ accounts: accountsOf(context), surface: 'message' }, context);
  const shown = [...examples, ...nameExample(context)];
  return toMessage(
    [title, ...shown.map(({ typed, gives }) => `${command} ${typed}: ${gives}`), privacy],
    [
      richText(line(bold(title))),
      richText(
        bullets(...shown.map(({ typed, gives }) => line(code(`${command} ${typed}`), plain(`\n${gives}`)))),
      ),
      ...(own.length === 0 ? [] : [contextLine(`*${ownAccounts}*`), ...own]),
      contextLine(privacy),
    ],
  );
}

function accountsOf({ pins = [], recents = [] }: HelpContext): NamedAccount[] {
  const ids = [...pins, ...recents].map(({ accountId }) => accountId);
  return [...new Set(ids)].slice(0, ACCOUNTS_AT_MOST).map((id) => ({ id }));
}

/** The reader's own first name for an account, as they would type it. */
function nameExample({ pins = [], words }: HelpContext): { typed: string; gives: string }[] {
  const name = pins.map((pin) => tidy(pin.name ?? '', CUTS.pinName)).find((shown) => shown !== '');
  if (name === undefined) return [];
  return [{ typed: asTyped(name), gives: words.command.help.byName }];
}
