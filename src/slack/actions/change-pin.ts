import type { PinChange } from '../../domain/pins.ts';
import { formatPinned } from '../../formatters/notices/pin-messages.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { personOf } from '../shared/person-of.ts';
import { hasAnswer, privately, sendReply, toReply } from '../web-api/reply.ts';
import type { Press } from './press.ts';

type ChangePinDeps = Pick<ListenerDeps, 'lookup' | 'store' | 'homes' | 'respond' | 'contexts'>;

/** Says privately what became of a change to a pin, and shows it on the person's own card and in their Home. */
export async function changePin(deps: ChangePinDeps, press: Press, change: PinChange): Promise<void> {
  const { account, asker, responseUrl } = press;
  const message = formatPinned(change, { accountId: account.id }, deps.contexts.private(asker.userId));
  await sendReply(deps.respond, responseUrl, privately(message));
  if (!SETTLED.includes(change.kind)) return;
  // A card that a channel reads offers the same to everybody.
  const redrawn = press.audience === 'private' ? redraw(deps, press) : undefined;
  await Promise.all([redrawn, deps.homes.find(personOf(asker))?.pinsChanged()]);
}

/** After these the card's menu may have to offer something else. */
const SETTLED: readonly PinChange['kind'][] = ['pinned', 'already-pinned', 'unpinned', 'not-pinned'];

/** With figures of the last moments, or new ones. Figures do not give way to "could not be checked". */
async function redraw(
  { lookup, store, respond, contexts }: ChangePinDeps,
  { account, asker, responseUrl, deadline }: Press,
): Promise<void> {
  const [outcome, pins] = await Promise.all([
    lookup(account.id, { askedAtMs: deadline.startedAtMs }),
    store.pins(personOf(asker)),
  ]);
  if (!hasAnswer(outcome) || pins === 'unavailable') return;
  const reply = toReply([outcome], contexts.private(asker.userId, pins));
  await sendReply(respond, responseUrl, reply, { replace: true });
}
