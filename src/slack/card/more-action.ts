import { openHistory } from '../history/history.ts';
import { MORE } from '../kit/action-ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { onPress, type PressListener } from '../on-press.ts';
import { type Press, readPress } from '../press.ts';
import { openWatchesToStop } from '../watches/watches-list.ts';
import { openDetails } from './open-details.ts';
import { isPinned, openPinName, showPinChange } from './pin-name.ts';

/** The menu beside the buttons of a card, or of an alert about one account. */
export function createMoreAction(deps: ListenerDeps): PressListener {
  const { store } = deps;
  return onPress(deps, {
    by: 'details',
    read: readPress,
    async act(press) {
      const { person } = press;
      const accountId = press.account.id;
      switch (press.value) {
        case MORE.details:
          return openDetails(deps, { ...press, accountId });
        case MORE.history:
          await openHistory(deps, { ...press, accountId });
          return undefined;
        case MORE.stopWatching:
          await openWatchesToStop(deps, press);
          return undefined;
        case MORE.name:
          await openPinName(deps, { ...press, accountId });
          return undefined;
        case MORE.pin:
          await pin(deps, press);
          return undefined;
        case MORE.unpin:
          await showPinChange(deps, changedBy(press), await store.unpin(person, accountId));
          return undefined;
        default:
          throw new Error('a press chooses nothing that the menu offers');
      }
    },
  });
}

/** Pins at once, since the window for a name may be closed again or never open. */
async function pin(deps: ListenerDeps, press: Press): Promise<void> {
  const { account, person } = press;
  const change = await deps.store.pin(person, account.id);
  await Promise.all([
    isPinned(change) ? openPinName(deps, { ...press, accountId: account.id }) : undefined,
    showPinChange(deps, changedBy(press), change),
  ]);
}

const changedBy = ({ account, person, deadline, responseUrl, audience }: Press) => ({
  ...{ person, deadline, responseUrl, pin: { accountId: account.id } },
  card: audience === 'private' ? responseUrl : undefined,
});
