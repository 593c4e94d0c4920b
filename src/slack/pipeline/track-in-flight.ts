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
  /** Default: under none. */
  readonly inRequest?: InRequest;
  readonly log: Logger;
}

/** Bolt itself forgets the work that goes on after an ack. */
export function trackInFlight({ inRequest = (work) => work(), log }: InFlightDeps): InFlight {
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

  return {
    step: (event, next) => inRequest(() => process(event, next)),
    idle: () => new Promise((resolve) => (inFlight > 0 ? onIdle.push(resolve) : resolve())),
    count: () => inFlight,
  };
}
