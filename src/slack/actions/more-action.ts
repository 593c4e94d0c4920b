import type { PinChange } from '../../domain/pins.ts';
import { MORE } from '../../formatters/action-ids.ts';
import { formatPinned } from '../../formatters/notices/pin-messages.ts';
import { type OpenDetailsDeps, openDetails } from '../views/open-details.ts';
import { openPinName } from '../views/pin-name.ts';
import { hasAnswer, privately, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';
import type { Press } from './press.ts';

/** The menu beside a card's buttons. */
export function createMoreAction(deps: OnPressDeps & OpenDetailsDeps): PressListener {
  const { store } = deps;
  return onPress(deps, {
    by: 'details',
    isLookup: ({ value }) => value === MORE.details,
    async act(press) {
      const { person } = press;
      const accountId = press.account.id;
      switch (press.value) {
        case MORE.details:
          return openDetails(deps, { ...press, accountId });
        case MORE.name:
          await openPinName(deps, { ...press, accountId });
          return undefined;
        case MORE.pin:
          await showPinChange(deps, press, await store.pin(person, accountId));
          return undefined;
        case MORE.unpin:
          await showPinChange(deps, press, await store.unpin(person, accountId));
          return undefined;
        default:
          throw new Error('a press chooses nothing that the menu offers');
      }
    },
  });
}

/** After these the card's menu may have to offer something else. */
const SETTLED: readonly PinChange['kind'][] = ['pinned', 'already-pinned', 'unpinned', 'not-pinned'];

/** Says privately what became of a change to a pin, and shows it on the person's own card and in their Home. */
async function showPinChange(deps: OpenDetailsDeps, press: Press, change: PinChange): Promise<void> {
  const { account, person, responseUrl } = press;
  const message = formatPinned(change, { accountId: account.id }, deps.contexts.private(person.userId));
  await sendReply(deps.respond, responseUrl, privately(message));
  if (!SETTLED.includes(change.kind)) return;
  // A card that a channel reads offers the same to everybody.
  const redrawn = press.audience === 'private' ? redraw(deps, press) : undefined;
  await Promise.all([redrawn, deps.homes.find(person.userId)?.pinsChanged()]);
}

/** With figures of the last moments, or new ones. Figures do not give way to "could not be checked". */
async function redraw(
  { lookup, store, respond, contexts }: OpenDetailsDeps,
  { account, person, responseUrl, deadline }: Press,
): Promise<void> {
  const [outcome, pins] = await Promise.all([
    lookup(account.id, { askedAtMs: deadline.startedAtMs }),
    store.pins(person),
  ]);
  if (!hasAnswer(outcome) || pins === 'unavailable') return;
  const reply = toReply([outcome], contexts.private(person.userId, pins));
  await sendReply(respond, responseUrl, reply, { replace: true });
}
