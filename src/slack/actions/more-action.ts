import { MORE } from '../../formatters/action-ids.ts';
import { personOf } from '../shared/person-of.ts';
import { type OpenDetailsDeps, openDetails } from '../views/open-details.ts';
import { openPinName } from '../views/open-pin-name.ts';
import { changePin } from './change-pin.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';

/** The menu beside a card's buttons. */
export function createMoreAction(deps: OnPressDeps & OpenDetailsDeps): PressListener {
  const { store } = deps;
  return onPress(deps, {
    by: 'details',
    isLookup: ({ value }) => value === MORE.details,
    async act(press, views) {
      const accountId = press.account.id;
      const person = personOf(press.asker);
      switch (press.value) {
        case MORE.details:
          return openDetails(deps, { ...press, accountId, views });
        case MORE.name:
          await openPinName(deps, { ...press, accountId, views });
          return undefined;
        case MORE.pin:
          await changePin(deps, press, await store.pin(person, accountId));
          return undefined;
        case MORE.unpin:
          await changePin(deps, press, await store.unpin(person, accountId));
          return undefined;
        default:
          throw new Error('a press chooses nothing that the menu offers');
      }
    },
  });
}
