import type { ReceiverEvent, RespondArguments } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Observe } from '../../domain/events.ts';
import { AckError } from '../receivers/http/http-ack.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import type { Web } from '../web.ts';
import type { Step } from './pipeline.ts';

export interface EnsureAckDeps {
  readonly respond: Web['respond'];
  readonly observe?: Observe;
  readonly log: Logger;
}

/**
 * Every request is acknowledged once. Bolt answers one that no listener took with 404 after three seconds, or not at all,
 * and throws at a second ack. What an ack says goes to the command's `response_url` when the ack cannot be sent, because
 * the socket has gone or Slack waits no longer; an empty one is then given up, and the work behind it goes on.
 */
export function ensureAck(deps: EnsureAckDeps): Step {
  return async (event, next) => {
    const takenAtMs = performance.now();
    let isAcked = false;
    const ack: ReceiverEvent['ack'] = async (content) => {
      if (isAcked) return;
      isAcked = true;
      try {
        if (performance.now() - takenAtMs > TIME_LIMITS.ack) throw new AckError();
        await event.ack(content);
      } catch (error) {
        await fallBack(deps, { event, content, error });
      }
    };
    await next({ ...event, ack });
    if (!isAcked) deps.log.warn({ type: event.body.type }, 'no listener for a request from Slack');
    await ack();
  };
}

interface FailedAck {
  readonly event: ReceiverEvent;
  readonly content: unknown;
  readonly error: unknown;
}

async function fallBack({ respond, observe, log }: EnsureAckDeps, { event, content, error }: FailedAck) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  log.warn({ code }, 'an acknowledgement could not be sent');
  observe?.({ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' });
  const { command, response_url: url } = event.body;
  if (isMessage(content) && typeof command === 'string' && typeof url === 'string') {
    await respond(url, content);
  }
}

const isMessage = (content: unknown): content is RespondArguments =>
  typeof content === 'object' && content !== null && 'text' in content;
