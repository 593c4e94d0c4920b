import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { LookupOutcome } from '../../account/outcome.ts';
import { isPlausibleId } from '../../account/outcome.ts';
import type { Pin } from '../../account/pins.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { logAudit } from '../audit-log.ts';
import { decodeAccountAction } from '../card/account-action.ts';
import type { FormatContext } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds, privately, type Reply, sendReply, toReply } from '../reply.ts';
import { openView } from '../show-view.ts';
import { formatHelp } from './help-message.ts';
import { lookUpAll } from './look-up-all.ts';
import { normalize } from './normalize.ts';
import { formatStatusView, type StatusShown } from './status-view.ts';

/** The `callback_id` in manifest.yml. */
export const STATUS_SHORTCUT = 'backup_status';

/** "Backup status" on a message, in a thread too, where no command can be typed: the accounts it names, in a modal. */
export function createStatusShortcut(
  deps: ListenerDeps,
): Middleware<SlackShortcutMiddlewareArgs<MessageShortcut>> {
  const { store, respond, views, contexts, log } = deps;

  return async ({ shortcut, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { person } = user;
    await ack();
    const { channel, message, trigger_id: triggerId, response_url: responseUrl } = shortcut;
    const viewOf = (shown: StatusShown, pins?: Found['pins']) =>
      formatStatusView(shown, channel.id, contexts.private(person.userId, pins));
    const work = readMessage(deps, user, message);
    const isShown = await openView(views, {
      triggerId,
      work: work.then((found) => viewOf(shownOf(found), found.pins)),
      loading: () => viewOf({ kind: 'asking' }),
    });
    const found = await work;
    const { outcomes, asked } = found;
    const delivery = isShown
      ? 'deferred'
      : await sendReply(
          respond,
          responseUrl,
          replyInstead(found, contexts.private(person.userId, found.pins)),
        );
    logAudit(log, { ...user, channelId: channel.id }, { by: 'shortcut', outcomes: asked, delivery });
    await store.record(person, accountIds(outcomes));
  };
}

interface Found {
  /** Those of the guesses that are accounts, as far as anybody knows; worst first. */
  readonly outcomes: readonly LookupOutcome[];
  /** Of all that was asked about. */
  readonly asked: readonly LookupOutcome[];
  readonly pins: readonly Pin[] | 'unavailable';
}

async function readMessage(
  deps: ListenerDeps,
  { person, deadline }: AuthorizedUser,
  message: MessageShortcut['message'],
): Promise<Found> {
  const pins = await deps.store.pins(person);
  const onCard = accountOnCard(message);
  // Messages of apps may have no text.
  const text = typeof message.text === 'string' ? message.text : '';
  const ids = onCard === undefined ? findIds(text, pins === 'unavailable' ? [] : pins) : [onCard];
  // Slack sends the card that a reply stands under along only with a reply that was also sent to the channel.
  const above = accountOnCard(message.root);
  const options = { askedAtMs: deadline.startedAtMs };
  const asked = await lookUpAll(deps, ids, options);
  // The rest were numbers of something else.
  const outcomes = asked.filter(({ kind }) => kind !== 'not-found' && kind !== 'invalid-id');
  if (outcomes.length > 0 || above === undefined) return { outcomes, asked, pins };
  const ofThread = await lookUpAll(deps, [above], options);
  return { outcomes: ofThread, asked: [...asked, ...ofThread], pins };
}

/** More than a message of Slack has. */
const MAX_BLOCKS = 50;

/** The account of a card, from the row of its buttons; undefined for any other message. What Slack sends is not trusted. */
function accountOnCard({ blocks }: Partial<MessageShortcut['message']> = {}): string | undefined {
  if (!Array.isArray(blocks)) return undefined;
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const blockId: unknown = block?.block_id;
    const account = typeof blockId === 'string' ? decodeAccountAction(blockId) : undefined;
    if (account !== undefined && isPlausibleId(account.id)) return account.id;
  }
  return undefined;
}

function shownOf({ outcomes }: Found): StatusShown {
  return outcomes.length > 0 ? { kind: 'answered', outcomes } : { kind: 'none-found' };
}

/** Where no window opens: the answer as a message; where there is none, how to ask by command. */
function replyInstead({ outcomes }: Found, context: FormatContext): Reply {
  if (outcomes.length > 0) return toReply(outcomes, context);
  const { pins: _pins, ...withoutPins } = context;
  return privately(formatHelp(withoutPins));
}

/** A message about more is a report, not a question. */
const MOST = 5;
/** Letters, digits and what ids have between them. */
const LIKE_AN_ID = /^[\p{L}\p{N}](?:[\p{L}\p{N}_#-]*[\p{L}\p{N}])$/u;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const MEASURE = /^\d+(?:h|m|min|ms|s|sec|d|days?|[kmgtp]?b|st|nd|rd|th|px|x)$/i;
const SHORTEST = 3;
/** In UTF-16 units. A message may have 40,000, written by anybody. */
const READ_AT_MOST = 3_000;
/** What stands around words in a sentence or a log line. Inside a word a dot or colon stays: no piece of a time or address is an id. */
const BETWEEN = /[\s,;()[\]{}<>"'`=|]+/u;
/** Begins where such signs begin, so that a row of them is looked at once and not from each of its signs. */
const AFTER = /(?<![.!?:…])[.!?:…]+$/u;
/** Links and mentions; a label stays. */
const MARKUP = /<[@#!][^<>]*>|<[a-z][a-z0-9+.-]*:[^<>|]*\|([^<>]*)>|<[a-z][a-z0-9+.-]*:[^<>]*>/gi;

/**
 * What in a message may be meant as an account: the reader's own pins by id or name first, then words that look like ids.
 * In that order, each once, five at most. A guess: the service may know none of them. Of a long message only the
 * beginning is read.
 */
export function findIds(text: string, pins: readonly Pin[]): readonly string[] {
  const words = wordsOf(text).map((word) => word.replace(AFTER, ''));
  const said = ` ${words.join(' ')} `.toLocaleLowerCase();
  const isSaid = (called: string) => said.includes(` ${normalize(called).toLocaleLowerCase()} `);
  const own = pins
    .filter(({ accountId, name }) => isSaid(accountId) || (name !== undefined && isSaid(name)))
    .map(({ accountId }) => accountId);
  return [...new Set([...own, ...words.filter(looksLikeId)])].slice(0, MOST);
}

function wordsOf(text: string): readonly string[] {
  const folded = normalize(text.slice(0, READ_AT_MOST).replace(MARKUP, ' $1 '));
  const words = folded.slice(0, READ_AT_MOST).split(BETWEEN);
  const isCut = text.length > READ_AT_MOST || folded.length > READ_AT_MOST;
  // The beginning of an id may be the id of another account.
  return isCut ? words.slice(0, -1) : words;
}

const looksLikeId = (word: string) =>
  word.length >= SHORTEST &&
  LIKE_AN_ID.test(word) &&
  /\d/.test(word) &&
  !DATE.test(word) &&
  !MEASURE.test(word) &&
  isPlausibleId(word);
