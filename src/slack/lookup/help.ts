import type { Recent } from '../../account/pins.ts';
import { accountButtons } from '../card/buttons.ts';
import { contextLine } from '../kit/blocks.ts';
import { asTyped, type FormatContext, type Message, messageOf } from '../kit/message.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

interface HelpContext extends FormatContext {
  /** Newest first; absent when they could not be read. */
  readonly recents?: readonly Recent[];
  /** What an account is called for everybody; undefined: nothing. */
  readonly nameOf: (id: string) => string | undefined;
}

/** More would push the examples off a phone's screen, and long ids past Slack's limit on a message. */
const MAX_ACCOUNTS = 8;

/**
 * Usage by example, then the viewer's own accounts as buttons, pinned ones first. `command` is what Slack calls us, with
 * its slash.
 */
export function formatHelp(context: HelpContext): Message {
  const { words, command, pins = [], recents = [], nameOf } = context;
  const { title, examples, privacy, ownAccounts } = words.command.help;
  const ids = new Set([...pins, ...recents].map(({ accountId }) => accountId));
  const accounts = [...ids].slice(0, MAX_ACCOUNTS).map((id) => ({ id, displayName: nameOf(id) }));
  const own = accountButtons({ accounts, surface: 'message' }, context);
  const names = [...pins.map(({ name }) => name), ...accounts.map(({ displayName }) => displayName), 'Acme'];
  const known =
    names.map((name = '') => sanitize(name, MAX_LENGTHS.pinName)).find((name) => name !== '') ?? '';
  const shown = examples(asTyped(known));
  return messageOf([
    richText(line(bold(title))),
    richText(
      bullets(...shown.map(({ typed, gives }) => line(code(`${command} ${typed}`), plain(`\n${gives}`)))),
    ),
    ...(own.length === 0 ? [] : [contextLine(`*${ownAccounts}*`), ...own]),
    contextLine(privacy),
  ]);
}
