import type { CommandProblem } from '../../words/command-problem.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { type Answered, logAudit } from '../audit-log.ts';
import { STATUS_VIEW } from '../kit/action-ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds } from '../reply.ts';
import { type SubmitListener, showInPlace } from '../show-view.ts';
import { lookUpAll } from './look-up-all.ts';
import type { Typed } from './read-typed.ts';
import { formatStatusErrors, formatStatusView, type StatusShown } from './status-view.ts';

const DELIVERIES = { 'at-once': 'inline', filled: 'deferred', gone: 'spent', failed: 'refused' } as const;

/** The field of the shortcut's modal, submitted: the answer in the same modal, or under the field what is wrong with it. */
export function createStatusSubmitted(deps: ListenerDeps): SubmitListener {
  const { store, names, views, contexts, inlineWithinMs, log } = deps;

  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { person, deadline } = user;
    const refuse = (problem: Parameters<typeof formatStatusErrors>[0]) =>
      ack({
        response_action: 'errors',
        errors: formatStatusErrors(problem, contexts.private(person.userId)),
      });
    const text = view.state.values[STATUS_VIEW.blockId]?.[STATUS_VIEW.actionId]?.value ?? '';
    const { pins, ...typed } = await names.read(person, text, deadline.leftMs(NAMES_WITHIN_MS));
    if (typed.kind !== 'accounts') return refuse(problemOf(typed, text));
    const channelId = view.private_metadata || undefined;
    const audit = (answered: Answered) =>
      logAudit(log, { ...user, channelId }, { by: 'shortcut', ...answered });
    const viewOf = (shown: StatusShown) =>
      formatStatusView(shown, view.private_metadata, contexts.private(person.userId, pins));
    const options = { askedAtMs: deadline.startedAtMs };
    const work = names.settle(typed.accounts, options).then(async ({ ids, choices }) => {
      const outcomes = await lookUpAll(deps, ids, options);
      const near = await names.near(person, outcomes, pins);
      return { outcomes, view: viewOf({ kind: 'answered', outcomes, hints: { choices, near } }) };
    });
    const shown = await showInPlace(views, ack, {
      work: work.then((answered) => answered.view),
      withinMs: deadline.leftMs(inlineWithinMs),
      loading: () => viewOf({ kind: 'asking' }),
    });
    const { outcomes } = await work;
    audit({ outcomes, delivery: DELIVERIES[shown] });
    await store.record(person, accountIds(outcomes));
  };
}

/** From the request on. Errors under the field can only be in the acknowledgement, so a store that is slow is not waited for. */
const NAMES_WITHIN_MS = 1_500;

/** There is no help or check-up in a modal: so it says that no id was typed. */
const problemOf = (typed: Exclude<Typed, { readonly kind: 'accounts' }>, text: string): CommandProblem =>
  typed.kind === 'invalid' ? typed.problem : { kind: 'id-unreadable', typed: text };
