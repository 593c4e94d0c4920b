import { createDedupe } from '../../async/dedupe.ts';
import { differencesBetween, snapshotOf } from '../../domain/compare-answers.ts';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatDifference } from '../../formatters/account/recheck-message.ts';
import { decodeSnapshot } from '../../formatters/account/snapshot-value.ts';
import { formatExpiredCard } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Delivery } from '../shared/audit-log.ts';
import { channelContext, privateContext } from '../shared/private-context.ts';
import { hasAnswer, toReply, toSlack } from '../web-api/reply.ts';
import type { Press } from './press.ts';

/** That nothing has changed is said once in so long under one card. */
const QUIET_FOR_MS = 5 * 60_000;
/** Two people who press on one and the same state of a card get one line. */
const SAME_STATE_MS = 60_000;

/**
 * Re-check of a card that a channel reads: changes it where it stands and says in its thread what is different. All of it
 * goes through the `response_url` of the press, which is a new one each time and needs no scope.
 */
export function createRecheck(
  deps: ListenerDeps,
): (press: Press, outcome: LookupOutcome) => Promise<Delivery> {
  const { respond, wordsFor, channelWords, now } = deps;
  const isFirstOfState = createDedupe(SAME_STATE_MS, now);
  const isFirstForLong = createDedupe(QUIET_FOR_MS, now);

  /** Undefined when the thread has been told already. */
  function lineFor(press: Press, outcome: LookupOutcome) {
    // An earlier answer under a banner is no news.
    if (outcome.kind !== 'found') return undefined;
    const card = `${press.asker.channelId}:${press.messageTs}`;
    const before = decodeSnapshot(press.value);
    const differences = before && differencesBetween(before, snapshotOf(outcome.answer));
    const isLongQuiet = isFirstForLong(card);
    const isNews = differences !== undefined && differences.length > 0;
    const isDue = isNews ? isFirstOfState(`${card}:${press.value}`) : isLongQuiet;
    return isDue ? formatDifference(differences, { by: press.asker.userId }, inChannel(press)) : undefined;
  }

  const inChannel = ({ account }: Press) => channelContext({ now, words: channelWords }, account.sharedBy);

  const tellPresser = (press: Press, message: ReturnType<typeof formatExpiredCard>) =>
    respond(press.responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });

  const presserContext = ({ asker }: Press) => privateContext({ now, words: wordsFor(asker.userId) });

  return async (press, outcome) => {
    if (!hasAnswer(outcome)) {
      const told = await tellPresser(press, toReply([outcome], presserContext(press)).message);
      return told === 'expired' ? 'spent' : 'deferred';
    }
    const card = toSlack(toReply([outcome], inChannel(press)));
    const edited = await respond(press.responseUrl, { ...card, replace_original: true });
    if (edited === 'expired') {
      // A card that is gone takes no change, but its presser can still be told.
      await tellPresser(press, formatExpiredCard(press.account.id, presserContext(press)));
      return 'spent';
    }
    const line = lineFor(press, outcome);
    if (line === undefined) return 'deferred';
    const posted = await respond(press.responseUrl, {
      ...toSlack({ audience: 'channel', message: line }),
      replace_original: false,
      thread_ts: press.threadTs ?? press.messageTs,
    });
    return posted === 'expired' ? 'spent' : 'deferred';
  };
}
