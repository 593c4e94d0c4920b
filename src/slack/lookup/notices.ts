import type { HomeView, RichTextBlock, RichTextElement } from '@slack/types';
import type { Recent } from '../../account/pins.ts';
import type { CommandProblem } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import { accountButtons } from '../card/buttons.ts';
import type { Place, RefusalReason } from '../kit/access.ts';
import { contextLine, header } from '../kit/blocks.ts';
import {
  asTyped,
  COMMAND,
  type Message,
  messageOf,
  notice,
  type SlackContext,
  sentence,
} from '../kit/message.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/** More would push the examples off a phone's screen, and long ids past Slack's limit on a message. */
const MAX_ACCOUNTS = 8;

/** Usage by example, then the viewer's own accounts as buttons: pinned ones first, then `recents`, newest first. */
export function formatHelp(recents: readonly Recent[], context: SlackContext): Message {
  const { words, pins = [], rulesOf } = context;
  const { title, examples, privacy, ownAccounts } = words.command.help;
  const ids = new Set([...pins, ...recents].map(({ accountId }) => accountId));
  const accounts = [...ids].slice(0, MAX_ACCOUNTS);
  const own = accountButtons(accounts, context);
  const common = accounts.map((id) => rulesOf(id).displayName);
  const names = [...pins.map(({ name }) => name), ...common, 'Acme'];
  const known =
    names.map((name = '') => sanitize(name, MAX_LENGTHS.pinName)).find((name) => name !== '') ?? '';
  const shown = examples(asTyped(known));
  return messageOf([
    richText(line(bold(title))),
    richText(
      bullets(...shown.map(({ typed, gives }) => line(code(`${COMMAND} ${typed}`), plain(`\n${gives}`)))),
    ),
    ...(own.length === 0 ? [] : [contextLine(`*${ownAccounts}*`), ...own]),
    contextLine(privacy),
  ]);
}

/** Says that the answer follows, if it takes longer than Slack waits. */
export function formatPending(what: string, { words }: SlackContext): Message {
  const { text, blocks } = sentence(words.command.pending(sanitize(what, MAX_LENGTHS.typed)));
  return { text, blocks: blocks.map((block) => ({ ...block, block_id: 'pending' })) };
}

/** For the person who pressed Re-check: the shared card can no longer be changed, and what to do. */
export function formatExpiredCard(ids: readonly string[], { words }: SlackContext): Message {
  const { cardExpired, shareAgain } = words.recheck;
  const accounts = ids.map((id) => asTyped(sanitize(id, MAX_LENGTHS.id))).join(' ');
  return notice(cardExpired, shareAgain, `${COMMAND} ${accounts} share`);
}

/** What was typed, quoted and cut, and the right form beside it. */
export function formatInvalidCommand(problem: CommandProblem, { words }: SlackContext): Message {
  const { what, example } = problemText(problem, words);
  return notice(what, words.command.typeThis, `${COMMAND} ${example}`);
}

/** What is wrong with what was typed, and an example of the right form, to follow the command. */
export function problemText(
  problem: CommandProblem,
  words: Words,
): { readonly what: string; readonly example: string } {
  const shown =
    'typed' in problem ? { ...problem, typed: sanitize(problem.typed, MAX_LENGTHS.typed) } : problem;
  const id = problem.kind === 'id-unreadable' ? '1001' : '1001 1002 1003';
  const example = problem.kind === 'unknown-word' ? sanitize(problem.example, MAX_LENGTHS.typed) : id;
  return { what: words.command.problem(shown), example };
}

/** A longer list would fill the screen of a phone. */
const PLACES_SHOWN = 20;

/**
 * The refusal for a person: why, and what they can do. `places`: where they would get an answer, for `elsewhere`. Contains
 * nothing about any account.
 */
export function refusalBlocks(
  reason: RefusalReason,
  places: readonly Place[],
  context: SlackContext,
): RichTextBlock[] {
  const isElsewhere = reason === 'elsewhere';
  // The log has the exact reason.
  const name = isElsewhere ? 'not-here' : reason === 'unknown' ? 'not-checked' : 'not-you';
  const { what, next } = context.words.access.refusals[name];
  const text = line(bold(what), plain(`\n${next}`));
  const shown = isElsewhere ? places.slice(0, PLACES_SHOWN) : [];
  const rows = shown.map((place) => line(placeElement(place, context)));
  return [rows.length === 0 ? richText(text) : richText(text, bullets(...rows))];
}

// Ids from the settings, checked there.
const placeElement = (place: Place, { words }: SlackContext): RichTextElement =>
  place === 'home' || place === 'direct'
    ? plain(words.access.places[place])
    : { type: 'channel', channel_id: place };

/** The apology for a fault of our own, or for a message that Slack did not confirm. `reference` finds it in the log. */
export const formatDefect = (
  what: 'defect' | 'notConfirmed',
  reference: string,
  context: SlackContext,
): Message => notice(context.words.command[what], nextStep(reference, context));

/** In place of a Home that cannot be drawn: what still works, and the reference. */
export function formatDefectHome(reference: string, context: SlackContext): HomeView {
  const { words } = context;
  const next = plain(`\n${nextStep(reference, context)}`);
  return {
    type: 'home',
    callback_id: 'home',
    blocks: [
      header(words.home.notDrawn),
      richText(line(plain(`${words.command.typeThis} `), code(`${COMMAND} 1001`), next)),
    ],
  };
}

const nextStep = (reference: string, { words }: SlackContext) =>
  words.command.defectReference(sanitize(reference, MAX_LENGTHS.fact));
