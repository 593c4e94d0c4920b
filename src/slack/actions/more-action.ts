import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { MORE } from '../../formatters/action-ids.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { openDetails } from '../views/open-details.ts';
import { openPinName } from '../views/open-pin-name.ts';
import { changePin } from './change-pin.ts';
import { readPress } from './press.ts';
import { takePress } from './take-press.ts';

/** The menu beside a card's buttons. */
export function createMoreAction(deps: ListenerDeps): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { store } = deps;

  return async ({ body, context, ack, client }) => {
    const user = requireAuthorizedUser(context);
    const { person } = user;
    await ack();
    const press = readPress(body, user);
    const accountId = press.account.id;
    switch (press.value) {
      case MORE.details:
        if (!(await takePress(deps, press, 'details'))) return;
        return openDetails(deps, { ...press, accountId, views: client.views });
      case MORE.name:
        return openPinName(deps, { ...press, accountId, views: client.views });
      case MORE.pin:
        return changePin(deps, press, await store.pin(person, accountId));
      case MORE.unpin:
        return changePin(deps, press, await store.unpin(person, accountId));
      default:
        throw new Error('a press chooses nothing that the menu offers');
    }
  };
}
