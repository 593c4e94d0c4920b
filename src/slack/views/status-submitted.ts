import { randomUUID } from 'node:crypto';
import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { within } from '../../async/within.ts';
import { STATUS_VIEW } from '../../formatters/action-ids.ts';
import {
  formatStatusErrors,
  formatStatusView,
  type StatusShown,
} from '../../formatters/notices/status-view.ts';
import type { CommandProblem } from '../../words/command-words.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { type ParsedCommand, parseCommand } from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Delivery, logAudit } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import type { ReadNames } from '../shared/personal-store.ts';
import { privateContext } from '../shared/private-context.ts';
import { isAccount } from '../web-api/reply.ts';
import { fillView } from './fill-view.ts';

const DELIVERIES = { filled: 'deferred', gone: 'spent', failed: 'refused' } as const;

/** The field of the shortcut's modal, submitted: the answer in the same modal, or under the field what is wrong with it. */
export function createStatusSubmitted(
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { store, rateLimit, wordsFor, inlineWithinMs, now, log } = deps;

  return async ({ view, context, ack, client }) => {
    const { person, receivedAtMs } = requireAuthorizedUser(context);
    const words = wordsFor(person.userId);
    const refuse = (problem: Parameters<typeof formatStatusErrors>[0]) =>
      ack({
        response_action: 'errors',
        errors: { ...formatStatusErrors(problem, privateContext({ now, words })) },
      });
    const typed = view.state.values[STATUS_VIEW.blockId]?.[STATUS_VIEW.actionId]?.value ?? '';
    const parsed = parseCommand(typed);
    if (parsed.kind !== 'lookup') return refuse(problemOf(parsed, typed));
    const asked = { by: 'shortcut', ...person, channelId: view.private_metadata || undefined } as const;
    const limit = rateLimit.take(person, parsed.ids.length);
    if (limit !== undefined) {
      await refuse(limit);
      const durationMs = now() - receivedAtMs;
      return logAudit(log, { ...asked, said: 'rate-limited', outcomes: [], durationMs, delivery: 'inline' });
    }
    // Of its own: what fills in an earlier answer does not find this one.
    const externalId = randomUUID();
    const viewOf = (shown: StatusShown, pins?: ReadNames['pins']) => ({
      ...formatStatusView(shown, view.private_metadata, privateContext({ now, words }, pins)),
      external_id: externalId,
    });
    const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }) => {
      const outcomes = await lookUpAll(deps, ids, { askedAtMs: receivedAtMs });
      return { outcomes, view: viewOf({ kind: 'answered', outcomes }, pins) };
    });
    // What went into asking who this is comes off: Slack counts from the request.
    const ready = (await within(work, Math.max(0, inlineWithinMs - (now() - receivedAtMs))))?.value;
    await ack({ response_action: 'update', view: ready?.view ?? viewOf({ kind: 'asking' }) });
    const delivery: Delivery = ready
      ? 'inline'
      : DELIVERIES[
          await fillView(deps, {
            views: client.views,
            externalId,
            work: work.then((answered) => answered.view),
            mayBeOpen: true,
          })
        ];
    const { outcomes } = await work;
    logAudit(log, { ...asked, outcomes, durationMs: now() - receivedAtMs, delivery });
    await store.record(
      person,
      outcomes.filter(isAccount).map(({ id }) => id),
    );
  };
}

/** There is no help or check-up in a modal: that no id was typed is what there is to say. */
const problemOf = (
  parsed: Exclude<ParsedCommand, { readonly kind: 'lookup' }>,
  typed: string,
): CommandProblem => (parsed.kind === 'invalid' ? parsed.problem : { kind: 'id-unreadable', typed });
