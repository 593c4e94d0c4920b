import { formatPinned } from '../../formatters/notices/pin-messages.ts';
import type { PinChange } from '../../words/home-words.ts';
import type { Words } from '../../words/words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { hasAnswer, toReply, toSlack } from '../web-api/reply.ts';
import type { Press } from './press.ts';

/** Says privately what became of a change to a pin, and shows it on the person's own card and in their Home. */
export async function changePin(deps: ListenerDeps, press: Press, change: PinChange): Promise<void> {
  const { respond, homes, wordsFor, now } = deps;
  const words = wordsFor(press.asker.userId);
  const message = formatPinned(change, { accountId: press.account.id }, privateContext({ now, words }));
  await respond(press.responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });
  if (!SETTLED.includes(change.kind)) return;
  // A card that a channel reads offers the same to everybody.
  const redrawn = press.audience === 'private' ? redraw(deps, press, words) : undefined;
  await Promise.all([redrawn, homes.find(personOf(press.asker))?.pinsChanged()]);
}

/** After these the card's menu may have to offer something else. */
const SETTLED: readonly PinChange['kind'][] = ['pinned', 'already-pinned', 'unpinned', 'not-pinned'];

/** With figures of the last moments, or new ones. Figures do not give way to "could not be checked". */
async function redraw(
  { lookup, store, respond, now }: ListenerDeps,
  press: Press,
  words: Words,
): Promise<void> {
  const [outcome, pins] = await Promise.all([
    lookup(press.account.id, { askedAtMs: press.receivedAtMs }),
    store.pins(personOf(press.asker)),
  ]);
  if (!hasAnswer(outcome) || pins === 'unavailable') return;
  await respond(press.responseUrl, {
    ...toSlack(toReply([outcome], privateContext({ now, words }, pins))),
    replace_original: true,
  });
}
