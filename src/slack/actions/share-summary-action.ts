import { createDedupe } from '../../async/dedupe.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { type SummaryDeps, summaryForChannel } from '../shared/summarize.ts';
import { openShareSummary } from '../views/share.ts';
import { sendReply } from '../web-api/reply.ts';
import type { PressListener } from './on-press.ts';

/** Two presses on one message within this time count as one. */
const SAME_PRESS_MS = 5_000;

/** Share, under a summary: the channel reads how all is now, and who shares it. */
export function createShareSummaryAction(
  deps: SummaryDeps & Pick<ListenerDeps, 'respond' | 'now' | 'log'>,
): PressListener {
  const { respond, now, log } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const { person } = user;
    const channelId = body.channel?.id ?? '';
    if (!isFirst(`${person.userId}:${String(body.container.message_ts)}`)) return;
    const { message, result } = await summaryForChannel(deps, person, { channelId });
    const audience = result === 'told' ? 'channel' : 'private';
    const delivery = await sendReply(respond, body.response_url, { audience, message });
    const said = delivery === 'spent' ? 'expired' : result === 'told' ? 'shared' : result;
    logWatchAudit(log, { ...user, channelId }, { by: 'summary', result: said });
  };
}

/** Share…, under the summary of all that a person watches: asks for the channel first. */
export function createShareSummaryInAction(
  deps: Pick<ListenerDeps, 'respond' | 'views' | 'contexts'>,
): PressListener {
  return async ({ body, context, ack }) => {
    const { person } = requireAuthorizedUser(context);
    await ack();
    const { trigger_id: triggerId, response_url: responseUrl, view } = body;
    await openShareSummary(deps, { person, triggerId, responseUrl, viewId: view?.id });
  };
}
