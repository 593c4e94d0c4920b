import type { App, ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { createDedupe, within } from '../async.ts';
import type { Observe } from '../operations/events.ts';
import type { Installation } from './kit/access.ts';
import { TIME_LIMITS, type Web } from './web.ts';

/** Runs one piece of work, and everything that it starts, under an id of its own. */
export type InRequest = <T>(work: () => T) => T;

interface IntakeDeps {
  readonly app: Pick<App, 'processEvent'>;
  /** Undefined until `auth.test` has answered, which it has before the first request. */
  readonly installation: () => Installation | undefined;
  readonly respond: Web['respond'];
  /** Default: under no id. */
  readonly inRequest?: InRequest;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

export type Intake = ReturnType<typeof createIntake>;

/** How often each reason of a refusal is logged, however many requests are refused. */
const LOG_EVERY_MS = 1_000;
/** After Slack has shown an error, people submit the window again while they look at it. */
const SENT_AGAIN_WITHIN_MS = 60_000;

/**
 * Takes every request of Slack, whatever the transport, and follows it until its last reply. Each is acknowledged once:
 * Bolt answers one that no listener took late or not at all, and throws at a second ack.
 */
export function createIntake(deps: IntakeDeps) {
  const { app, installation, respond, inRequest = (work) => work(), now, observe, log } = deps;
  const underWay = new Set<Promise<void>>();
  /** Windows that are not acknowledged yet: each takes the ack with which it was sent again. */
  const submissions = new Map<string, (again: ReceiverEvent['ack']) => void>();
  const isDue = createDedupe(LOG_EVERY_MS, now);

  function refuse(reason: string): void {
    observe?.({ kind: 'request-refused' });
    if (isDue(reason)) log.warn({ reason }, 'refused a request');
  }

  async function run({ body, ack: send }: ReceiverEvent): Promise<void> {
    const takenAtMs = performance.now();
    const { reason, submission = '' } = readPayload(body, installation());
    const sentBefore = submissions.get(submission);
    // The work is done once: its answer goes out with this ack.
    if (sentBefore !== undefined) return sentBefore(send);
    const again = submission === '' ? undefined : Promise.withResolvers<typeof send>();
    if (again) submissions.set(submission, again.resolve);
    let isAcked = false;
    const ack: ReceiverEvent['ack'] = async (content) => {
      if (isAcked) return;
      isAcked = true;
      // Sent again, a window shows an error until that one is answered too.
      const answered = again?.promise.then((sendAgain) => sendAgain(content)).catch(() => {});
      try {
        if (performance.now() - takenAtMs > TIME_LIMITS.ack) throw new Error('Slack no longer waits');
        await send(content);
      } catch (err) {
        log.warn({ err }, 'an acknowledgement could not be sent');
        observe?.({ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' });
        // An empty ack is given up, and the work behind it goes on. A listener goes on with its window when that is there.
        if (body.command && content?.text) await respond(body.response_url, content);
        if (answered) await within(answered, SENT_AGAIN_WITHIN_MS);
      }
      submissions.delete(submission);
    };
    try {
      if (reason !== undefined) refuse(reason);
      else {
        await app.processEvent({ body, ack });
        if (!isAcked) log.warn({ type: body.type }, 'no listener for a request from Slack');
      }
    } catch (err) {
      log.error({ err }, 'a request from Slack could not be processed');
    }
    // Also what is refused, so that Slack does not repeat it.
    await ack();
  }

  return {
    /** Counts a request that is not taken for Slack's. The reason, a short word of ours, is for the log. */
    refuse,
    /** Resolves after its last reply; never rejects. */
    take(event: ReceiverEvent): Promise<void> {
      const work = inRequest(() => run(event));
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    },
    /** Resolves when all that Slack waits for now is acknowledged: when it is done, or when Slack waits no longer. */
    acked: () => within(Promise.all(underWay), TIME_LIMITS.ack),
    /** Resolves when nothing is under way any more. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** How many requests are under way, replies that follow their ack included. */
    underWay: () => underWay.size,
  };
}

/**
 * Why a payload is not for us, or what distinguishes one submission of a window from another: how it was shown, and what was
 * filled in. Empty for other requests.
 *
 * Whose team a person is of is not looked at: in a shared channel a payload may name no other team than theirs, and they
 * get a kind answer. Events name the installations that they are for; commands and actions do not.
 */
function readPayload(body: ReceiverEvent['body'], own: Installation | undefined) {
  try {
    const { type, view } = body;
    const installations: readonly ReceiverEvent['body'][] = body.authorizations ?? [];
    const isOurs = installations.some(
      ({ team_id: teamId, enterprise_id: enterpriseId }) =>
        teamId === own?.teamId || (enterpriseId && enterpriseId === own?.enterpriseId),
    );
    if (installations.length > 0 && !isOurs) return { reason: 'other-team' };
    if (type !== 'view_submission') return {};
    return { submission: JSON.stringify([view.id, view.hash, view.state]) };
  } catch {
    return { reason: 'malformed' };
  }
}
