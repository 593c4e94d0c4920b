import type { LookupOutcome } from '../../account/outcome.ts';
import { withPlaceholder } from '../../async.ts';
import type { Delivery } from '../audit-log.ts';
import { RETRY } from '../kit/action-ids.ts';
import type { Message } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/look-up-all.ts';
import { formatExpiredCard, formatPending } from '../lookup/notices.ts';
import { onPress, type PressListener } from '../on-press.ts';
import { type Press, readListPress, readPress } from '../press.ts';
import { hasAnswer, privately, sendReply, toReply } from '../reply.ts';
import { decodeLevel } from './level-before.ts';

/** Refresh, Retry and Re-check: asks the service anew and changes the card where it stands, in a channel too. */
export function createRefreshAction(deps: ListenerDeps): PressListener {
  return onPress(deps, {
    by: 'refresh',
    read: readPress,
    async act(press) {
      const { account, audience, deadline } = press;
      const asked = deps.lookup(account.id, { fresh: true, askedAtMs: deadline.startedAtMs });
      const delivery =
        audience === 'channel' ? await recheck(deps, press, await asked) : await refresh(deps, press, asked);
      return { audience, outcomes: [await asked], delivery };
    },
  });
}

async function refresh(
  { store, respond, contexts }: ListenerDeps,
  { person, responseUrl, value }: Press,
  asked: Promise<LookupOutcome>,
): Promise<Delivery> {
  const [outcome, pins] = await Promise.all([asked, store.pins(person)]);
  const reply = toReply([outcome], contexts.private(person.userId, pins));
  // A card with figures is better than "could not be checked"; a card that only says "Retry" need not be kept.
  const replace = hasAnswer(outcome) || outcome.kind !== 'unavailable' || value === RETRY;
  return sendReply(respond, responseUrl, reply, { replace });
}

/** Refresh and Re-check of a list: asks about all its accounts anew and changes it where it stands, in a channel too. */
export function createRefreshListAction(deps: ListenerDeps): PressListener {
  const { store, respond, contexts } = deps;
  return onPress(deps, {
    by: 'refresh',
    read: readListPress,
    async act({ accountIds, person, audience, sharedBy, responseUrl, deadline }) {
      const options = { fresh: true, askedAtMs: deadline.startedAtMs };
      const [outcomes, pins] = await Promise.all([
        lookUpAll(deps, accountIds, options),
        audience === 'private' ? store.pins(person) : undefined,
      ]);
      // A channel keeps its figures; the person who pressed is told why there are no newer ones.
      const isForChannel = audience === 'channel' && outcomes.some(hasAnswer);
      const context = isForChannel ? contexts.channel(sharedBy) : contexts.private(person.userId, pins);
      const reply = toReply(outcomes, context);
      const replace = isForChannel || audience === 'private';
      return { audience, outcomes, delivery: await sendReply(respond, responseUrl, reply, { replace }) };
    },
  });
}

/** Re-check of a card that a channel reads, through the `response_url` of the press: a new one each time, without a scope. */
async function recheck(
  { respond, contexts }: ListenerDeps,
  { account, person, responseUrl, value }: Press,
  outcome: LookupOutcome,
): Promise<Delivery> {
  const tellPresser = (message: Message) => sendReply(respond, responseUrl, privately(message));
  const personal = contexts.private(person.userId);
  if (!hasAnswer(outcome)) return tellPresser(toReply([outcome], personal).message);
  const context = { ...contexts.channel(account.sharedBy), before: decodeLevel(value) };
  const delivery = await sendReply(respond, responseUrl, toReply([outcome], context), { replace: true });
  // A deleted card cannot be changed, but the person who pressed can still be told.
  if (delivery === 'spent') await tellPresser(formatExpiredCard(account.id, personal));
  return delivery;
}

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(deps: ListenerDeps): PressListener {
  const { lookup, store, respond, contexts, inlineWithinMs } = deps;
  return onPress(deps, {
    by: 'open',
    read: readPress,
    isRecorded: true,
    async act({ account: { id }, person, responseUrl, deadline }) {
      const work = Promise.all([lookup(id, { askedAtMs: deadline.startedAtMs }), store.pins(person)]);
      // The note stays, as that of a command does: what could be replaced is the help that was pressed.
      const { value } = await withPlaceholder(work, inlineWithinMs, () =>
        sendReply(respond, responseUrl, privately(formatPending([id], contexts.private(person.userId)))),
      );
      const [outcome, pins] = value;
      const reply = toReply([outcome], contexts.private(person.userId, pins));
      return { outcomes: [outcome], delivery: await sendReply(respond, responseUrl, reply) };
    },
  });
}
