import type { ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Step, Take } from './pipeline.ts';

/** The first step: gives every request an id, and counts it until its last reply. */
export interface InFlight {
  readonly step: Step;
  /** Resolves when nothing is in flight any more. */
  idle(): Promise<void>;
  /** How many requests are in flight, replies that follow their ack included. */
  count(): number;
}

/** Runs one piece of work, and everything that it starts, under an id of its own. */
export type InRequest = <T>(work: () => T) => T;

export interface InFlightDeps {
  /** Default 2,000. */
  readonly maxInFlight?: number;
  /** Makes the ack for a request that exceeds the bound. */
  readonly shedLoad?: (body: ReceiverEvent['body']) => Promise<Parameters<ReceiverEvent['ack']>[0]>;
  /** Default: under none. */
  readonly inRequest?: InRequest;
  readonly log: Logger;
}

/**
 * Each holds some 20 kB, and no look-up waits behind more than 2,000 others. The queue of the Web API's client has no bound
 * of its own; it needs none, for nothing is called but on behalf of a request that is in flight.
 */
const MAX_IN_FLIGHT = 2_000;

/** Bolt itself forgets the work that goes on after an ack. Past the bound, a request gets `shedLoad` as its ack. */
export function trackInFlight(deps: InFlightDeps): InFlight {
  const { maxInFlight = MAX_IN_FLIGHT, shedLoad, inRequest = (work) => work(), log } = deps;
  let inFlight = 0;
  let onIdle: (() => void)[] = [];

  async function process(event: ReceiverEvent, next: Take): Promise<void> {
    inFlight += 1;
    try {
      await next(event);
    } catch (error) {
      log.error({ err: error }, 'a request from Slack could not be processed');
    } finally {
      inFlight -= 1;
      if (inFlight === 0) {
        for (const resolve of onIdle) resolve();
        onIdle = [];
      }
    }
  }

  async function refuse(event: ReceiverEvent): Promise<void> {
    try {
      await event.ack(await shedLoad?.(event.body));
    } catch (error) {
      log.error({ err: error }, 'a request from Slack could not be refused');
    }
  }

  return {
    step: (event, next) => inRequest(() => (inFlight >= maxInFlight ? refuse(event) : process(event, next))),
    idle: () => new Promise((resolve) => (inFlight > 0 ? onIdle.push(resolve) : resolve())),
    count: () => inFlight,
  };
}
