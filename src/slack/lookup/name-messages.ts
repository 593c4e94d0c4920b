import type { KnownBlock } from '@slack/types';
import { accountButtons, type NamedAccount } from '../card/account-buttons.ts';
import { accountInList } from '../card/account-name.ts';
import type { OPEN_ACTIONS } from '../kit/action-ids.ts';
import { CUTS } from '../kit/limits.ts';
import { type FormatContext, type Message, toMessage } from '../kit/message.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { tidy } from '../kit/tidy.ts';

/** A name that several accounts have, or begin with. */
export interface NameChoice {
  readonly typed: string;
  readonly accounts: readonly NamedAccount[];
}

/** What names leave open beside an answer, or in place of one. */
export interface NameHints {
  readonly choices: readonly NameChoice[];
  /** Perhaps meant in place of what does not exist. */
  readonly near: readonly NamedAccount[];
}

/** As many as fit under a question on a phone. */
const CHOICES_AT_MOST = 8;
/** More rows of buttons could be more than Slack takes in one message. */
const QUESTIONS_WITH_BUTTONS = 2;

/** The message, and below it a question for each name of several accounts and what was perhaps meant, with buttons. */
export function withNameHints({ text, blocks }: Message, hints: NameHints, context: FormatContext): Message {
  const parts = hintParts(hints, context);
  if (parts.length === 0) return { text, blocks };
  const hintText = toMessage(
    parts.map((part) => part.text),
    [],
  ).text;
  return {
    text: text === '' ? hintText : `${text}\n${hintText}`,
    blocks: [...blocks, ...hintBlocks(hints, 'message', context)],
  };
}

/** The same as blocks alone; buttons act where they stand. */
export function hintBlocks(
  hints: NameHints,
  surface: keyof typeof OPEN_ACTIONS,
  context: FormatContext,
): KnownBlock[] {
  return hintParts(hints, context).flatMap(({ text, accounts }) => [
    richText(line(plain(text))),
    ...accountButtons({ accounts, surface }, context),
  ]);
}

interface HintPart {
  readonly text: string;
  readonly accounts: readonly NamedAccount[];
}

function hintParts({ choices, near }: NameHints, context: FormatContext): HintPart[] {
  const asked = choices.map((choice, at): HintPart => {
    const accounts = at < QUESTIONS_WITH_BUTTONS ? choice.accounts.slice(0, CHOICES_AT_MOST) : [];
    return { text: questionText(choice, context), accounts };
  });
  if (near.length === 0) return asked;
  return [...asked, { text: context.words.command.didYouMean(shown(near, context)), accounts: near }];
}

/** Asks which account of a name is meant. */
export function questionText({ typed, accounts }: NameChoice, context: FormatContext): string {
  const first = accounts.slice(0, CHOICES_AT_MOST);
  const more = accounts.length - first.length;
  return context.words.command.whichOne(tidy(typed, CUTS.typed), shown(first, context), more);
}

const shown = (accounts: readonly NamedAccount[], context: FormatContext) =>
  accounts.map(({ id, displayName }) => accountInList(id, context, displayName));
