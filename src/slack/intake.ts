import type { App, ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { within } from '../async.ts';
import type { Instruments } from '../operations/events.ts';
import type { Installation } from './kit/access.ts';
import { TIME_LIMITS, type Web } from './web.ts';

export type Intake = ReturnType<typeof createIntake>;

/** Each reason of a refusal is logged at most once in this time. */
const LOG_EVERY_MS = 1_000;
/** After Slack has shown an error, people submit the window again while it is still open. */
const SENT_AGAIN_WITHIN_MS = 60_000;

/**
 * Takes every request of Slack, on any transport, and follows it until its last reply. Acknowledges each exactly once: Bolt
 * acks late or never if no listener does, and throws at a second ack.
 */
export function createIntake(
  app: Pick<App, 'processEvent'>,
  respond: Web['respond'],
  installation: Installation,
  { inRequest = (work) => work(), observe, log }: Instruments,
) {
  const underWay = new Set<Promise<void>>();
  /** Windows without an ack yet. Each takes the ack of its repeated submission. */
  const submissions = new Map<string, (again: ReceiverEvent['ack']) => void>();
  const logged = new LRUCache<string, true>({ max: 100, ttl: LOG_EVERY_MS });

  function refuse(reason: string): void {
    observe?.({ kind: 'request-refused' });
    if (logged.has(reason)) return;
    logged.set(reason, true);
    log.warn({ reason }, 'refused a request');
  }

  async function run({ body, ack: send }: ReceiverEvent): Promise<void> {
    const takenAtMs = performance.now();
    const { reason, submission = '' } = readPayload(body, installation);
    const sentBefore = submissions.get(submission);
    // The work is done once. Its answer goes out with this ack.
    if (sentBefore !== undefined) return sentBefore(send);
    const again = submission === '' ? undefined : Promise.withResolvers<typeof send>();
    if (again) submissions.set(submission, again.resolve);
    let isAcked = false;
    const ack: ReceiverEvent['ack'] = async (content) => {
      if (isAcked) return;
      isAcked = true;
      // A window that was submitted again shows an error until the repetition is answered too.
      const answered = again?.promise.then((sendAgain) => sendAgain(content)).catch(() => {});
      try {
        if (performance.now() - takenAtMs > TIME_LIMITS.ack) throw new Error('Slack no longer waits');
        await send(content);
      } catch (err) {
        log.warn({ err }, 'an acknowledgement could not be sent');
        observe?.({ kind: 'slack-error', method: 'ack', error: 'ack_not_sent' });
        // A command's answer goes to its `response_url`; a window waits to be submitted again; an empty ack is lost.
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
    // Also for a refused request, so that Slack does not repeat it.
    await ack();
  }

  return {
    /** Counts a request that is not accepted as Slack's. The reason is a short code of ours for the log. */
    refuse,
    /** Resolves after its last reply; never rejects. */
    take(event: ReceiverEvent): Promise<void> {
      const work = inRequest(() => run(event));
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    },
    /** Resolves when the requests under way are finished; at the latest when Slack no longer waits for their acks. */
    acked: () => within(Promise.all(underWay), TIME_LIMITS.ack),
    /** Resolves when no request is under way. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** The number of requests under way, including replies that follow their ack. */
    underWay: () => underWay.size,
  };
}

/**
 * Why a payload is not for us, or what identifies the submission of a window: which view it was, and what was filled in.
 * Empty for other requests. The person's team is not checked: in a shared channel a payload may name only that team, and
 * people of other teams get a refusal that they can read. Events name the installations that they are for; commands and
 * actions do not.
 */
function readPayload(body: ReceiverEvent['body'], own: Installation) {
  try {
    const { type, view, authorizations = [] } = body;
    const isOurs = ({ team_id, enterprise_id }: ReceiverEvent['body']) =>
      team_id === own.teamId || (enterprise_id && enterprise_id === own.enterpriseId);
    if (authorizations.length > 0 && !authorizations.some(isOurs)) return { reason: 'other-team' };
    if (type !== 'view_submission') return {};
    return { submission: JSON.stringify([view.id, view.hash, view.state]) };
  } catch {
    return { reason: 'malformed' };
  }
}
