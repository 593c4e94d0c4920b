import { formatLimited } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type AuditEntry, logAudit } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { toSlack } from '../web-api/reply.ts';
import type { Press } from './press.ts';

/** Counts a press as one look-up. False when the person has none left: that is said privately, and the card stays. */
export async function takePress(deps: ListenerDeps, press: Press, by: AuditEntry['by']): Promise<boolean> {
  const { rateLimit, respond, wordsFor, now, log } = deps;
  const limit = rateLimit.take(personOf(press.asker), 1);
  if (limit === undefined) return true;
  const message = formatLimited(limit, privateContext({ now, words: wordsFor(press.asker.userId) }));
  const result = await respond(press.responseUrl, {
    ...toSlack({ audience: 'private', message }),
    replace_original: false,
  });
  logAudit(log, {
    by,
    ...press.asker,
    said: 'rate-limited',
    outcomes: [],
    durationMs: now() - press.receivedAtMs,
    delivery: result === 'expired' ? 'spent' : 'deferred',
  });
  return false;
}
