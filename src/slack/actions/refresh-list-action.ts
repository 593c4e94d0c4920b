import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';
import { readListPress } from './press.ts';

/** Refresh and Re-check of a list: asks about all its accounts anew and changes it where it stands, in a channel too. */
export function createRefreshListAction(deps: OnPressDeps & Pick<ListenerDeps, 'lookup'>): PressListener {
  const { store, respond, contexts } = deps;
  return onPress(deps, {
    by: 'refresh',
    read: readListPress,
    async act({ accountIds, person, audience, sharedBy, responseUrl, deadline }) {
      const options = { fresh: true, askedAtMs: deadline.startedAtMs };
      const [outcomes, pins] = await Promise.all([
        lookUpAll(deps, accountIds, options),
        audience === 'private' ? store.pins(person) : undefined,
      ]);
      // A channel keeps its figures; the person who pressed is told why there are no newer ones.
      const isForChannel = audience === 'channel' && outcomes.some(hasAnswer);
      const context = isForChannel ? contexts.channel(sharedBy) : contexts.private(person.userId, pins);
      const reply = toReply(outcomes, context);
      const replace = isForChannel || audience === 'private';
      return { audience, outcomes, delivery: await sendReply(respond, responseUrl, reply, { replace }) };
    },
  });
}
