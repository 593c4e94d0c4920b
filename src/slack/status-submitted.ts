import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { STATUS_VIEW } from '../formatters/action-ids.ts';
import { formatStatusErrors, formatStatusView, type StatusShown } from '../formatters/status-view.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { logAsked } from './log-asked.ts';
import { lookUpAll } from './look-up-all.ts';
import { parseCommand } from './parse-command.ts';
import { personOf } from './person-of.ts';
import type { ReadNames } from './personal-store.ts';
import { privateContext } from './private-context.ts';
import { isAccount } from './reply.ts';
import { unlessRefused } from './unless-refused.ts';
import { within } from './within.ts';

/** The field of the shortcut's modal, submitted: the answer in the same modal, or under the field what is wrong with it. */
export function createStatusSubmitted(
  deps: ListenerDeps,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { store, inlineWithinMs, now, log } = deps;

  return async ({ body, view, ack, client }) => {
    const startedAtMs = now();
    const channelId = view.private_metadata || undefined;
    const asker = { userId: body.user.id, channelId, teamId: body.user.team_id ?? body.team?.id };
    const person = personOf(asker);
    const typed = view.state.values[STATUS_VIEW.blockId]?.[STATUS_VIEW.actionId]?.value ?? '';
    const parsed = parseCommand(typed);
    if (parsed.kind !== 'lookup') {
      const problem =
        parsed.kind === 'invalid' ? parsed.problem : ({ kind: 'id-unreadable', typed } as const);
      const errors = formatStatusErrors(problem, privateContext(deps));
      await ack({ response_action: 'errors', errors: { ...errors } });
      return;
    }
    const viewOf = (shown: StatusShown, pins?: ReadNames['pins']) =>
      formatStatusView(shown, view.private_metadata, privateContext(deps, pins));
    const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }) => {
      const outcomes = await lookUpAll(deps, ids);
      return { outcomes, view: viewOf({ kind: 'answered', outcomes }, pins) };
    });
    const ready = (await within(work, inlineWithinMs))?.value;
    await ack({ response_action: 'update', view: ready?.view ?? viewOf({ kind: 'asking' }) });
    const { outcomes, view: answered } = await work;
    if (ready === undefined) {
      // Refused as not_found when the person has closed it meanwhile.
      await unlessRefused(client.views.update({ view_id: view.id, view: answered }), ['not_found']);
    }
    const delivery = ready === undefined ? 'deferred' : 'inline';
    logAsked(log, { by: 'shortcut', ...asker, outcomes, durationMs: now() - startedAtMs, delivery });
    await store.record(
      person,
      outcomes.filter(isAccount).map(({ id }) => id),
    );
  };
}
