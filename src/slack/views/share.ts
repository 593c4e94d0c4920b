import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { isPlausibleId } from '../../domain/plausible-id.ts';
import { decodeAccountsValue, encodeAccountsValue } from '../../formatters/account/account-action.ts';
import {
  formatShareErrors,
  formatShareState,
  formatShareView,
  type ShareState,
} from '../../formatters/notices/share-view.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, logAudit } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { type ModalPress, openForm, pinsForForm } from './open-form.ts';
import { showView } from './show-view.ts';

/** Asks for a channel, where the card cannot go into the place in which Share was pressed: Home, direct messages. */
export async function openShare(
  deps: Pick<ListenerDeps, 'store' | 'names' | 'homes' | 'respond' | 'views' | 'contexts'>,
  press: Omit<ModalPress, 'accountId'> & { readonly accountIds: readonly string[] },
): Promise<void> {
  const { accountIds, person } = press;
  const [accountId] = accountIds;
  const origin = encodeAccountsValue(accountIds);
  if (origin === undefined || accountId === undefined) throw new Error('what was pressed names no accounts');
  const context = deps.contexts.private(person.userId, await pinsForForm(deps.store, person));
  const view = formatShareView(accountIds.map(deps.names.named), origin, context);
  await openForm(deps, { ...press, accountId }, view);
}

/**
 * The channel was chosen: the card goes there through the `response_url` that Slack sends with it, and the modal says that
 * it did. Slack takes nothing there before the acknowledgement.
 */
export function createShareSubmitted(
  deps: Pick<ListenerDeps, 'lookup' | 'rateLimit' | 'respond' | 'views' | 'contexts' | 'log'>,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { rateLimit, respond, views, contexts, log } = deps;

  return async ({ body, view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { person, deadline } = user;
    const { userId } = person;
    const accountIds = decodeAccountsValue(view.private_metadata);
    const [chosen] = body.response_urls ?? [];
    if (chosen === undefined || !accountIds.every(isPlausibleId)) {
      throw new Error('a modal for sharing names no channel, or no account');
    }
    const { channel_id: channelId, response_url: responseUrl } = chosen;
    const audit = (answered: Answered) => logAudit(log, { ...user, channelId }, { by: 'share', ...answered });
    const viewOf = (state: ShareState) => formatShareState(state, contexts.private(userId));

    const limit = rateLimit.take(person, accountIds.length);
    if (limit !== undefined) {
      await ack({
        response_action: 'errors',
        errors: { ...formatShareErrors(limit, contexts.private(userId)) },
      });
      return audit({ said: 'rate-limited', outcomes: [], delivery: 'inline' });
    }

    async function share(): Promise<ShareState> {
      const outcomes = await lookUpAll(deps, accountIds, { askedAtMs: deadline.startedAtMs });
      if (!outcomes.some(hasAnswer)) {
        audit({ outcomes, delivery: 'deferred' });
        return { kind: 'nothing', outcomes };
      }
      const delivery = await sendReply(respond, responseUrl, toReply(outcomes, contexts.channel(userId)));
      audit({ outcomes, audience: 'channel', delivery });
      return delivery === 'spent' ? { kind: 'refused' } : { kind: 'shared', channelId };
    }

    const acknowledged = Promise.withResolvers<void>();
    await showView(views, {
      work: acknowledged.promise.then(share).then(viewOf),
      withinMs: 0,
      loading: () => viewOf({ kind: 'sharing' }),
      async show(shown) {
        await ack({ response_action: 'update', view: shown });
        acknowledged.resolve();
        return { isOpen: true, mayBeOpen: true };
      },
    });
  };
}
