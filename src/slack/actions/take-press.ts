import { formatLimited } from '../../formatters/notices/limited-message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Asked, logAsked } from '../shared/log-asked.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { toSlack } from '../web-api/reply.ts';
import type { Press } from './press.ts';

/** Counts a press as one look-up. False when the person has none left: that is said privately, and the card stays. */
export async function takePress(deps: ListenerDeps, press: Press, by: Asked['by']): Promise<boolean> {
  const { allowance, respond, wordsFor, now, log } = deps;
  const limit = allowance.take(personOf(press.asker), 1);
  if (limit === undefined) return true;
  const message = formatLimited(limit, privateContext({ now, words: wordsFor(press.asker.userId) }));
  const result = await respond(press.responseUrl, {
    ...toSlack({ audience: 'private', message }),
    replace_original: false,
  });
  logAsked(log, {
    by,
    ...press.asker,
    said: 'rate-limited',
    outcomes: [],
    durationMs: now() - press.receivedAtMs,
    delivery: result === 'spent' ? 'spent' : 'deferred',
  });
  return false;
}
