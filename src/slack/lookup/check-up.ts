import type { CheckUp } from '../../lookup/check-up.ts';
import { LATE_AFTER_MS } from '../../watch/pace.ts';
import { section } from '../kit/blocks.ts';
import { type Message, messageOf, type SlackContext } from '../kit/message.ts';
import { timeToken } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN } from '../kit/signs.ts';

const healthy = (text: string) => ({ sign: VERDICT_SIGN.healthy, text });
const unhealthy = (text: string) => ({ sign: OUTAGE_SIGN, text });

/** The state of the service, the database and the watches: a line each. */
export function formatCheckUp(checkUp: CheckUp, context: SlackContext): Message {
  const { service, database, watches } = context.words.checkUp;
  const lines = (
    [
      [service, serviceState(checkUp, context)],
      [database, databaseState(checkUp, context)],
      [watches, watchState(checkUp, context)],
    ] as const
  ).map(([name, { sign, text }]) => `${sign} *${name}:* ${text}`);
  return messageOf([section(lines.join('\n'))]);
}

const at = (atMs: number, context: SlackContext) => timeToken(atMs, 'UTC', context);

/** Failing look-ups of people count more than a failing sign-in that no look-up has met. */
function serviceState({ failing, notSignedIn, answeredAtMs }: CheckUp, context: SlackContext) {
  const { checkUp, failure, time } = context.words;
  const reason = failing?.reason ?? notSignedIn;
  if (reason === undefined)
    return healthy(
      answeredAtMs === undefined
        ? checkUp.noneAnswered
        : checkUp.lastAnswer(time.ago(context.nowMs - answeredAtMs)),
    );
  const { what, next } = failure.unavailable[reason](failing?.retryAfterMs);
  const since = failing === undefined ? '' : `${checkUp.failing(at(failing.sinceMs, context))} `;
  return unhealthy(`${since}${what} ${next}`);
}

function databaseState({ databaseDownSinceMs: sinceMs }: CheckUp, context: SlackContext) {
  const { checkUp } = context.words;
  return sinceMs === undefined
    ? healthy(checkUp.working)
    : unhealthy(checkUp.databaseDown(at(sinceMs, context)));
}

function watchState({ watch }: CheckUp, context: SlackContext) {
  const { words, nowMs } = context;
  const { checkUp, time } = words;
  if (watch === undefined) return unhealthy(checkUp.notKnown);
  const { accounts, outageSinceMs, lateMs, brokenChannels, aliveAtMs } = watch;
  if (accounts === 0) return healthy(checkUp.nothingWatched);
  if (outageSinceMs !== undefined) return unhealthy(checkUp.serviceAway(at(outageSinceMs, context)));
  if (lateMs > LATE_AFTER_MS) return unhealthy(checkUp.late(at(nowMs - lateMs, context)));
  if (brokenChannels > 0) return unhealthy(checkUp.notNotified(brokenChannels));
  return healthy(checkUp.watching(accounts, time.ago(nowMs - (aliveAtMs ?? nowMs))));
}
