import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { STATUS_VIEW } from '../../formatters/action-ids.ts';
import {
  formatStatusErrors,
  formatStatusView,
  type StatusShown,
} from '../../formatters/notices/status-view.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { type ParsedCommand, parseCommand } from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, logAudit } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import type { ReadNames } from '../shared/personal-store.ts';
import { accountIds } from '../web-api/reply.ts';
import { showView } from './show-view.ts';

const DELIVERIES = { 'at-once': 'inline', filled: 'deferred', gone: 'spent', failed: 'refused' } as const;

/** The field of the shortcut's modal, submitted: the answer in the same modal, or under the field what is wrong with it. */
export function createStatusSubmitted(
  deps: Pick<
    ListenerDeps,
    'lookup' | 'rateLimit' | 'store' | 'views' | 'contexts' | 'inlineWithinMs' | 'log'
  >,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { store, rateLimit, views, contexts, inlineWithinMs, log } = deps;

  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { person, deadline } = user;
    const refuse = (problem: Parameters<typeof formatStatusErrors>[0]) =>
      ack({
        response_action: 'errors',
        errors: { ...formatStatusErrors(problem, contexts.private(person.userId)) },
      });
    const typed = view.state.values[STATUS_VIEW.blockId]?.[STATUS_VIEW.actionId]?.value ?? '';
    const parsed = parseCommand(typed);
    if (parsed.kind !== 'lookup') return refuse(problemOf(parsed, typed));
    const channelId = view.private_metadata || undefined;
    const audit = (answered: Answered) =>
      logAudit(log, { ...user, channelId }, { by: 'shortcut', ...answered });
    const limit = rateLimit.take(person, parsed.ids.length);
    if (limit !== undefined) {
      await refuse(limit);
      return audit({ said: 'rate-limited', outcomes: [], delivery: 'inline' });
    }
    const viewOf = (shown: StatusShown, pins?: ReadNames['pins']) =>
      formatStatusView(shown, view.private_metadata, contexts.private(person.userId, pins));
    const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }) => {
      const outcomes = await lookUpAll(deps, ids, { askedAtMs: deadline.startedAtMs });
      return { outcomes, view: viewOf({ kind: 'answered', outcomes }, pins) };
    });
    const shown = await showView(views, {
      work: work.then((answered) => answered.view),
      withinMs: deadline.leftMs(inlineWithinMs),
      loading: () => viewOf({ kind: 'asking' }),
      async show(answer) {
        await ack({ response_action: 'update', view: answer });
        return { isOpen: true, mayBeOpen: true };
      },
    });
    const { outcomes } = await work;
    audit({ outcomes, delivery: DELIVERIES[shown] });
    await store.record(person, accountIds(outcomes));
  };
}

/** There is no help or check-up in a modal: that no id was typed is what there is to say. */
const problemOf = (
  parsed: Exclude<ParsedCommand, { readonly kind: 'lookup' }>,
  typed: string,
): CommandProblem => (parsed.kind === 'invalid' ? parsed.problem : { kind: 'id-unreadable', typed });
