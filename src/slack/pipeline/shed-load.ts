import type { ReceiverEvent } from '@slack/bolt';
import { createDedupe } from '../../async.ts';
import type { Observe } from '../../domain/events.ts';
import { PIN_NAME, STATUS_VIEW } from '../../formatters/action-ids.ts';
import { formatOverloaded } from '../../formatters/notices/notices.ts';
import { textIn, userIn } from '../authorize/read-actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, type Reply, sendReply, toSlack } from '../web-api/reply.ts';

type Body = ReceiverEvent['body'];

export interface ShedLoadDeps extends Pick<ListenerDeps, 'respond' | 'contexts' | 'now' | 'log'> {
  readonly observe?: Observe;
}

const LOG_EVERY_MS = 10_000;
/** Those who pressed a button are told through its `response_url`, which must not become a second queue. */
const TELLING_AT_MOST = 50;

/**
 * Tells people that the app is overloaded: a command and a modal by the ack that is returned, a pressed button behind
 * it. A request without a reply of its own, such as an opened Home, is only acknowledged.
 */
export function createShedLoad(deps: ShedLoadDeps) {
  const { respond, contexts, now, observe = () => {}, log } = deps;
  const isDue = createDedupe(LOG_EVERY_MS, now);
  let telling = 0;

  async function tell(responseUrl: string, reply: Reply): Promise<void> {
    if (telling >= TELLING_AT_MOST) return;
    telling += 1;
    try {
      await sendReply(respond, responseUrl, reply);
    } catch (error) {
      log.warn(
        { error: error instanceof Error ? error.message : typeof error },
        'nobody could be told that we are busy',
      );
    } finally {
      telling -= 1;
    }
  }

  return async (body: Body): Promise<object | undefined> => {
    observe({ kind: 'request-refused' });
    if (isDue('busy')) log.error('too many requests are under way; new ones are refused');
    const context = contexts.private(userIn(body));
    const reply = privately(formatOverloaded(context));
    if ('command' in body) return toSlack(reply);
    if (body.type === 'view_submission') {
      const isStatus = body.view?.callback_id === STATUS_VIEW.callbackId;
      const { blockId } = isStatus ? STATUS_VIEW : PIN_NAME;
      return { response_action: 'errors', errors: { [blockId]: context.words.command.overloaded } };
    }
    const responseUrl = textIn(body, 'response_url');
    if (responseUrl !== undefined) void tell(responseUrl, reply);
    return undefined;
  };
}
