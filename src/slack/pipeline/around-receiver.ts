import type { App, Receiver, ReceiverEvent } from '@slack/bolt';

/** Takes a request in; `app.processEvent` hands it on. */
export type Take = (app: App, event: ReceiverEvent) => Promise<void>;

/** The same receiver, but whatever it takes in goes through `take` on its way to the app. */
export function aroundReceiver(receiver: Receiver, take: Take): Receiver {
  return {
    init(app) {
      const processEvent = (event: ReceiverEvent) => take(app, event);
      // The app with one method replaced, everything else inherited.
      receiver.init(Object.create(app, { processEvent: { value: processEvent } }));
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
