import type { Receiver, ReceiverEvent } from '@slack/bolt';

/** Takes a request of Slack. */
export type Take = (event: ReceiverEvent) => Promise<void>;

/** One step of a request on its way to Bolt: passes it on with `next`, changed or unchanged, or ends it. */
export type Step = (event: ReceiverEvent, next: Take) => Promise<void>;

/** The receiver, with every request going through the steps, in the order listed, before it gets to the app. */
export function pipeline(receiver: Receiver, steps: readonly Step[]): Receiver {
  return {
    init(app) {
      const toApp: Take = (event) => app.processEvent(event);
      const processEvent = steps.reduceRight<Take>((next, step) => (event) => step(event, next), toApp);
      // The app with one method replaced, everything else inherited.
      receiver.init(Object.create(app, { processEvent: { value: processEvent } }));
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
