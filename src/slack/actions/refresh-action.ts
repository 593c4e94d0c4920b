import { createDedupe } from '../../async/dedupe.ts';
import { differencesBetween, sameNewest, snapshotOf } from '../../domain/compare-answers.ts';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatDifference } from '../../formatters/account/recheck-message.ts';
import { decodeSnapshot } from '../../formatters/account/snapshot-value.ts';
import { RETRY } from '../../formatters/action-ids.ts';
import type { Message } from '../../formatters/message.ts';
import { formatExpiredCard } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Delivery } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { hasAnswer, privately, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';
import { type Press, readListPress, readPress } from './press.ts';

type RefreshDeps = OnPressDeps & Pick<ListenerDeps, 'lookup' | 'now'>;

/** Refresh, Retry and Re-check: asks the service anew and changes the card where it stands, in a channel too. */
export function createRefreshAction(deps: RefreshDeps): PressListener {
  const recheck = createRecheck(deps);
  return onPress(deps, {
    by: 'refresh',
    read: readPress,
    async act(press) {
      const { account, audience, deadline } = press;
      const asked = deps.lookup(account.id, { fresh: true, askedAtMs: deadline.startedAtMs });
      const delivery =
        audience === 'channel' ? await recheck(press, await asked) : await refresh(deps, press, asked);
      return { audience, outcomes: [await asked], delivery };
    },
  });
}

async function refresh(
  { store, respond, contexts }: RefreshDeps,
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
export function createRefreshListAction(deps: OnPressDeps & Pick<ListenerDeps, 'lookup'>): PressListener {
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

/** How often "nothing has changed" may be said under one card. */
const QUIET_FOR_MS = 5 * 60_000;
/** Two people who press on one and the same state of a card get one line. */
const SAME_STATE_MS = 60_000;

/**
 * Re-check of a card that a channel reads: changes it where it stands and says in its thread what is different. All of it
 * goes through the `response_url` of the press, which is a new one each time and needs no scope.
 */
function createRecheck({ respond, contexts, now }: RefreshDeps) {
  const isFirstOfState = createDedupe(SAME_STATE_MS, now);
  const isFirstForLong = createDedupe(QUIET_FOR_MS, now);

  /** Undefined when the thread has been told already. */
  function lineFor(press: Press, outcome: LookupOutcome) {
    // An earlier answer under a banner is not news.
    if (outcome.kind !== 'found') return undefined;
    const card = `${press.channelId}:${press.messageTs}`;
    const before = decodeSnapshot(press.value);
    const after = snapshotOf(outcome.answer);
    const differences = before && differencesBetween(before, after);
    const same = before && sameNewest(before, after);
    const isLongQuiet = isFirstForLong(card);
    const isNews = differences !== undefined && differences.length > 0;
    const isDue = isNews ? isFirstOfState(`${card}:${press.value}`) : isLongQuiet;
    return isDue
      ? formatDifference(differences, { by: press.person.userId, ...(same && { same }) }, channelOf(press))
      : undefined;
  }

  const channelOf = ({ account }: Press) => contexts.channel(account.sharedBy);
  const tellPresser = ({ responseUrl }: Press, message: Message) =>
    sendReply(respond, responseUrl, privately(message));

  return async (press: Press, outcome: LookupOutcome): Promise<Delivery> => {
    const { account, person, responseUrl, messageTs, threadTs = messageTs } = press;
    if (!hasAnswer(outcome)) {
      return tellPresser(press, toReply([outcome], contexts.private(person.userId)).message);
    }
    const card = toReply([outcome], channelOf(press));
    if ((await sendReply(respond, responseUrl, card, { replace: true })) === 'spent') {
      // A deleted card cannot be changed, but the person who pressed can still be told.
      await tellPresser(press, formatExpiredCard(account.id, contexts.private(person.userId)));
      return 'spent';
    }
    const line = lineFor(press, outcome);
    if (line === undefined) return 'deferred';
    return sendReply(respond, responseUrl, { audience: 'channel', message: line }, { threadTs });
  };
}
