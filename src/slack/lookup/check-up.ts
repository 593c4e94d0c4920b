import type { CheckUp } from '../../lookup/check-up.ts';
import { LATE_AFTER_MS } from '../../watch/pace.ts';
import { type FormatContext, type Message, messageOf } from '../kit/message.ts';
import { timeToken } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN } from '../kit/signs.ts';

/** The state of one part. `sinceMs` is the time that its sentence names. */
interface State {
  readonly isWell: boolean;
  readonly says: (since: string) => string;
  readonly sinceMs?: number;
}

/** The state of the service, the database and the watches: a line each. */
export function formatCheckUp(checkUp: CheckUp, context: FormatContext): Message {
  const { words, nowMs } = context;
  const { service, database, watches } = words.checkUp;
  const lines = (
    [
      [service, serviceState(checkUp, context)],
      [database, databaseState(checkUp, context)],
      [watches, watchState(checkUp, context)],
    ] as const
  ).map(([name, { isWell, says, sinceMs = nowMs }]) => {
    const sign = isWell ? VERDICT_SIGN.healthy : OUTAGE_SIGN;
    return `${sign} *${name}:* ${says(timeToken(sinceMs, 'UTC', context))}`;
  });
  return messageOf([{ type: 'section', text: { type: 'mrkdwn', text: lines.join('\n') } }]);
}

const well = (sentence: string): State => ({ isWell: true, says: () => sentence });

/** Failing look-ups of people count more than a failing sign-in that no look-up has met. */
function serviceState(
  { failing, notSignedIn, answeredAtMs }: CheckUp,
  { words: { checkUp, failure, time }, nowMs }: FormatContext,
): State {
  const reason = failing?.reason ?? notSignedIn;
  if (reason !== undefined) {
    const { what, next } = failure.unavailable[reason](failing?.retryAfterMs);
    const why = `${what} ${next}`;
    if (failing === undefined) return { isWell: false, says: () => why };
    return { isWell: false, sinceMs: failing.sinceMs, says: (since) => `${checkUp.failing(since)} ${why}` };
  }
  return well(
    answeredAtMs === undefined ? checkUp.noneAnswered : checkUp.lastAnswer(time.ago(nowMs - answeredAtMs)),
  );
}

const databaseState = ({ databaseDownSinceMs }: CheckUp, { words: { checkUp } }: FormatContext): State =>
  databaseDownSinceMs === undefined
    ? well(checkUp.working)
    : { isWell: false, sinceMs: databaseDownSinceMs, says: checkUp.databaseDown };

function watchState({ watch }: CheckUp, { words: { checkUp, time }, nowMs }: FormatContext): State {
  if (watch === undefined) return { isWell: false, says: () => checkUp.notKnown };
  const { accounts, outageSinceMs, lateMs, brokenChannels, aliveAtMs } = watch;
  if (accounts === 0) return well(checkUp.nothingWatched);
  if (outageSinceMs !== undefined) {
    return { isWell: false, sinceMs: outageSinceMs, says: checkUp.serviceAway };
  }
  if (lateMs > LATE_AFTER_MS) return { isWell: false, sinceMs: nowMs - lateMs, says: checkUp.late };
  if (brokenChannels > 0) return { isWell: false, says: () => checkUp.notNotified(brokenChannels) };
  return well(checkUp.watching(accounts, time.ago(nowMs - (aliveAtMs ?? nowMs))));
}
