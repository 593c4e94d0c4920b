import { createDeadline, createDedupe } from '../../async.ts';
import type { AccessRules, RefusalReason } from '../../domain/access.ts';
import type { Observe } from '../../domain/events.ts';
import {
  formatRefusal,
  formatRefusalHome,
  formatRefusalModal,
} from '../../formatters/notices/refusal-message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply, toSlack } from '../web-api/reply.ts';
import type { AccessPolicy } from './access-policy.ts';
import { setAuthorizedUser } from './authorized-user.ts';
import { type Actor, type ListenerArgs, readActor, textIn } from './read-actor.ts';

export interface AuthorizeDeps
  extends Pick<ListenerDeps, 'homes' | 'respond' | 'views' | 'contexts' | 'now' | 'log'> {
  readonly decide: AccessPolicy;
  readonly rules: AccessRules;
  readonly observe?: Observe;
}

/** Reasons about the person, wherever they ask. Slack keeps showing their Home until it is published again. */
const LOSES_HOME: readonly RefusalReason[] = ['guest', 'not-named'];
/** Repeated refusals of one person cause one publish in this time. */
const HOME_REFUSED_EVERY_MS = 5 * 60_000;
const isHome = (kind: Actor['kind']) => kind === 'home-opened' || kind === 'press-in-home';

/**
 * Runs before every listener: people who may not ask get no further and are told so where they asked, and nobody else.
 * Requests that no person can have made end here.
 */
export function authorize(deps: AuthorizeDeps): (args: ListenerArgs) => Promise<void> {
  const { decide, now, log, observe } = deps;
  const isFirst = createDedupe(HOME_REFUSED_EVERY_MS, now);

  return async (args) => {
    const deadline = createDeadline(now);
    const actor = readActor(args);
    if (actor === undefined) return;
    const decision = await decide(actor);
    if (decision.kind === 'allowed') {
      setAuthorizedUser(args.context, { person: decision.person, deadline });
      await args.next();
      return;
    }
    const { reason } = decision;
    const { userId, channelId, kind } = actor;
    // The audit line of a refusal. The account that was asked for is nobody's business here.
    log.info(
      { audit: true, by: kind, userId, channelId, reason, durationMs: deadline.elapsedMs() },
      'refused',
    );
    observe?.({ kind: 'access-refused', reason });
    await refuse(deps, args, actor, reason);
    if (LOSES_HOME.includes(reason) && !isHome(kind) && isFirst(userId)) {
      await refuseHome(deps, userId, reason);
    }
  };
}

async function refuse(
  deps: AuthorizeDeps,
  args: ListenerArgs,
  { kind, userId }: Actor,
  reason: RefusalReason,
): Promise<void> {
  const { respond, views, contexts, rules } = deps;
  const { body } = args;
  const refusal = { reason, places: rules.places ?? [] };
  const context = contexts.private(userId);
  const reply = privately(formatRefusal(refusal, context));
  const modal = formatRefusalModal(refusal, context);

  if (kind === 'command') return acknowledge(args, toSlack(reply));
  if (kind === 'submission') return acknowledge(args, { response_action: 'update', view: modal });
  await acknowledge(args);
  switch (kind) {
    case 'shortcut':
    case 'press': {
      // A shortcut may have been used in a thread, where a message to one person is not seen.
      const triggerId = kind === 'shortcut' ? textIn(body, 'trigger_id') : undefined;
      if (triggerId !== undefined) {
        const opened = await views.open({ trigger_id: triggerId, view: modal });
        if (opened.kind === 'done') return;
      }
      // A card that others read stays as it is.
      const responseUrl = textIn(body, 'response_url');
      if (responseUrl !== undefined) await sendReply(respond, responseUrl, reply);
      return;
    }
    case 'press-in-home':
    case 'home-opened':
      return refuseHome(deps, userId, reason);
    case 'press-in-modal': {
      const viewId = 'view' in body ? body.view?.id : undefined;
      if (viewId !== undefined) await views.update({ view_id: viewId, view: modal });
      return;
    }
    case 'modal-closed':
      return;
    default:
      throw kind satisfies never;
  }
}

/** Replaces a Home that was drawn for somebody with access. A Home that is being drawn now must not overwrite it. */
async function refuseHome(
  { homes, views, contexts, rules }: AuthorizeDeps,
  userId: string,
  reason: RefusalReason,
): Promise<void> {
  const view = formatRefusalHome({ reason, places: rules.places ?? [] }, contexts.private(userId));
  const home = homes.find(userId);
  if (home !== undefined) await home.refuseAccess(view);
  // A bot or a deactivated person has no Home to publish to, so a failure does not matter.
  else await views.publish({ user_id: userId, view });
}

/** Events are acknowledged before anybody is asked. */
async function acknowledge(args: ListenerArgs, answer?: object): Promise<void> {
  if (!('ack' in args) || args.ack === undefined) return;
  // Which answers Slack takes depends on the request; `refuse` has seen to it.
  await (args.ack as (answer?: object) => Promise<void>)(answer);
}
