import type { Ids } from './ids.ts';

/** What stands behind a trigger_id: who did something, and from which modal if from one. */
export interface Trigger {
  readonly userId: string;
  readonly fromViewId: string | undefined;
  /** The conversation that the person was looking at; undefined in Home. */
  readonly channelId?: string | undefined;
}

export interface Triggers {
  issue(trigger: Trigger): string;
  /** Uses the trigger up, unless Slack would refuse it: the code then says why. */
  exchange(triggerId: string): Trigger | { readonly error: string };
}

const KEPT = 1_000;

/** Each is good once, for `lifetimeMs` of `now`. */
export function createTriggers(deps: { ids: Ids; now: () => number; lifetimeMs: number }): Triggers {
  const { ids, now, lifetimeMs } = deps;
  const issued = new Map<string, Trigger & { issuedAtMs: number; isExchanged: boolean }>();
  return {
    issue(trigger) {
      const triggerId = `${Math.floor(now() / 1000)}.${ids.number()}.${ids.secret(32)}`;
      issued.set(triggerId, { ...trigger, issuedAtMs: now(), isExchanged: false });
      const [oldest] = issued.keys();
      if (issued.size > KEPT && oldest !== undefined) issued.delete(oldest);
      return triggerId;
    },
    exchange(triggerId) {
      const trigger = issued.get(triggerId);
      if (!trigger) return { error: 'invalid_trigger_id' };
      if (trigger.isExchanged) return { error: 'exchanged_trigger_id' };
      if (now() - trigger.issuedAtMs > lifetimeMs) return { error: 'expired_trigger_id' };
      trigger.isExchanged = true;
      return trigger;
    },
  };
}
