import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { aroundReceiver } from './around-receiver.ts';

/** Stands between a receiver and the app, for whatever comes in. */
export interface Intake {
  /** The same receiver, but everything that it takes in is acknowledged, sooner or later, and counted until it is done. */
  around(receiver: Receiver): Receiver;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
  /** How many requests are under way, replies that follow their ack included. */
  readonly count: () => number;
}

/** Runs one piece of work, and everything that it starts, under an id of its own. */
export type InRequest = <T>(work: () => T) => T;

export interface IntakeDeps {
  /** Default 2,000. */
  readonly maxUnderWay?: number;
  /** What is said, by the ack, to somebody for whom there is no room. */
  readonly refuse?: (body: ReceiverEvent['body']) => Promise<Parameters<ReceiverEvent['ack']>[0]>;
  /** Default: under none. */
  readonly inRequest?: InRequest;
  readonly log: Logger;
}

/**
 * Each holds some 20 kB, and no look-up waits behind more than 2,000 others. The queue of the Web API's client has no bound
 * of its own; it needs none, for nothing is called but on behalf of a request that is under way.
 */
const MAX_UNDER_WAY = 2_000;

/**
 * Bolt answers a request that no listener took with 404 after three seconds, or not at all, and forgets the work that
 * goes on after an ack. A second ack of one request does nothing here; Bolt would throw.
 */
export function createIntake({
  maxUnderWay = MAX_UNDER_WAY,
  refuse,
  inRequest = (work) => work(),
  log,
}: IntakeDeps): Intake {
  let underWay = 0;
  let onIdle: (() => void)[] = [];

  function done(): void {
    underWay -= 1;
    if (underWay > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  }

  async function process(app: App, event: ReceiverEvent): Promise<void> {
    let isAcked = false;
    underWay += 1;
    const ack: ReceiverEvent['ack'] = async (response) => {
      if (isAcked) return;
      isAcked = true;
      await event.ack(response);
    };
    try {
      await app.processEvent({ ...event, ack });
      if (!isAcked) log.warn({ type: event.body.type }, 'no listener for a request from Slack');
      await ack();
    } catch (error) {
      log.error({ err: error }, 'a request from Slack could not be processed');
    } finally {
      done();
    }
  }

  async function turnAway(event: ReceiverEvent): Promise<void> {
    try {
      await event.ack(await refuse?.(event.body));
    } catch (error) {
      log.error({ err: error }, 'a request from Slack could not be refused');
    }
  }

  function take(app: App, event: ReceiverEvent): Promise<void> {
    return underWay >= maxUnderWay ? turnAway(event) : inRequest(() => process(app, event));
  }

  return {
    around: (receiver) => aroundReceiver(receiver, take),
    idle: () => new Promise((resolve) => (underWay > 0 ? onIdle.push(resolve) : resolve())),
    count: () => underWay,
  };
}
