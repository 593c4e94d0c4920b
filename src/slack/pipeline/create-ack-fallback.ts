import type { Receiver, ReceiverEvent, RespondArguments } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Observe } from '../../domain/events.ts';
import { AckError } from '../receivers/http/http-ack.ts';
import type { Respond } from '../web-api/respond.ts';
import { aroundReceiver } from './around-receiver.ts';

export interface AckFallbackDeps {
  readonly respond: Respond;
  readonly observe?: Observe | undefined;
  readonly log: Logger;
}

/** What Slack gets later it ignores, without a word on a socket. */
const ACK_WITHIN_MS = 3_000;

/**
 * For an acknowledgement that cannot be sent, because the socket has gone or Slack waits no longer: what it says goes to
 * the command's `response_url` instead. An empty one is given up, and the work behind it goes on.
 */
export function createAckFallback(deps: AckFallbackDeps): { around(receiver: Receiver): Receiver } {
  return {
    around: (receiver) =>
      aroundReceiver(receiver, (app, event) =>
        app.processEvent({ ...event, ack: withFallback(deps, event) }),
      ),
  };
}

function withFallback(
  { respond, observe, log }: AckFallbackDeps,
  event: ReceiverEvent,
): ReceiverEvent['ack'] {
  const takenAtMs = performance.now();
  return async (content) => {
    try {
      if (performance.now() - takenAtMs > ACK_WITHIN_MS) throw new AckError();
      await event.ack(content);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      log.warn({ code }, 'an acknowledgement could not be sent');
      observe?.({ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' });
      const { command, response_url: url } = event.body;
      if (isMessage(content) && typeof command === 'string' && typeof url === 'string') {
        await respond(url, content);
      }
    }
  };
}

const isMessage = (content: unknown): content is RespondArguments =>
  typeof content === 'object' && content !== null && 'text' in content;
