import type { LookupOutcome } from '../../domain/outcome.ts';
import { RETRY } from '../../formatters/action-ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Delivery } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { createRecheck, type RecheckDeps } from './create-recheck.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';
import type { Press } from './press.ts';

type RefreshDeps = OnPressDeps & RecheckDeps & Pick<ListenerDeps, 'lookup'>;

/** Refresh, Retry and Re-check: asks the service anew and changes the card where it stands, in a channel too. */
export function createRefreshAction(deps: RefreshDeps): PressListener {
  const recheck = createRecheck(deps);
  return onPress(deps, {
    by: 'refresh',
    async act(press) {
      const { account, audience, deadline } = press;
      const asked = deps.lookup(account.id, { fresh: true, askedAtMs: deadline.startedAtMs });
      const delivery =
        audience === 'channel' ? await recheck(press, await asked) : await refresh(deps, press, asked);
      return { audience, outcomes: [await asked], delivery };
    },
  });
}

async function refresh(
  { store, respond, contexts }: RefreshDeps,
  press: Press,
  asked: Promise<LookupOutcome>,
): Promise<Delivery> {
  const { asker, responseUrl } = press;
  const [outcome, pins] = await Promise.all([asked, store.pins(personOf(asker))]);
  const reply = toReply([outcome], contexts.private(asker.userId, pins));
  return sendReply(respond, responseUrl, reply, { replace: mayGiveWay(press, outcome) });
}

/**
 * Whether a private card may give way to the outcome. One with figures is better than "could not be checked"; what is
 * left of a card that only says "Retry" is nothing to keep.
 */
function mayGiveWay({ value }: Press, outcome: LookupOutcome): boolean {
  return hasAnswer(outcome) || outcome.kind !== 'unavailable' || value === RETRY;
}
