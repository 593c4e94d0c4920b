import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Person } from '../domain/pins.ts';
import {
  formatDefect,
  formatDefectHome,
  formatDefectView,
  formatNotConfirmed,
} from '../formatters/failure/defect-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import { authorizedUser } from './authorize/authorized-user.ts';
import { userIn } from './authorize/user-in.ts';
import type { ListenerDeps } from './listener-deps.ts';
import type { Delivery } from './shared/audit-log.ts';
import { UnfilledViewError } from './views/show-view.ts';
import { privately, sendReply } from './web-api/reply.ts';
import { ResponseUrlError } from './web-api/respond.ts';

/** Bolt does not export this type. */
type DefectArgs = Parameters<Parameters<App['error']>[0]>[0];

export interface ErrorHandlerDeps
  extends Pick<ListenerDeps, 'respond' | 'callSlack' | 'homes' | 'contexts' | 'log'> {
  readonly views: Pick<WebClient['views'], 'open' | 'update' | 'publish'>;
}

interface Defect {
  readonly error: unknown;
  readonly body: DefectArgs['body'];
  /** Undefined before the guard has let anybody in. */
  readonly person: Person | undefined;
  readonly reference: string;
  /** In the words of that person. */
  readonly context: FormatContext;
}

/**
 * The end of every defect: it is logged under a reference, and the person gets an apology that names it: in the view that
 * waits for what failed, else as a message, else, after something done in Home or in a modal, in a modal or in Home.
 * Needs `extendedErrorHandler`. Never rejects.
 */
export function createErrorHandler(deps: ErrorHandlerDeps) {
  const { contexts, log } = deps;
  return async ({ error: thrown, body, context }: DefectArgs): Promise<void> => {
    const reference = randomUUID().slice(0, 8);
    const error = originalOf(thrown);
    log.error({ reference, error }, 'a listener failed');
    try {
      const person = authorizedUser(context)?.person;
      const userId = person?.userId ?? userIn(body);
      const defect = { error, body, person, reference, context: contexts.private(userId) };
      const isTold = await apologise(deps, defect);
      if (!isTold) log.error({ reference }, 'nobody could be told of it');
    } catch (failure) {
      log.error({ reference, error: originalOf(failure) }, 'nobody could be told of it');
    }
  };
}

async function apologise(deps: ErrorHandlerDeps, defect: Defect): Promise<boolean> {
  const { body, error, reference, context } = defect;
  if (error instanceof UnfilledViewError && (await fillIn(deps, error, defect))) return true;
  if ('response_url' in body && typeof body.response_url === 'string') {
    return (await sayByMessage(deps, defect, body.response_url)) === 'deferred';
  }
  if ('trigger_id' in body && typeof body.trigger_id === 'string') {
    const view = formatDefectView(reference, context);
    const triggerId = body.trigger_id;
    const opened = await deps.callSlack('views.open', () => deps.views.open({ trigger_id: triggerId, view }));
    if (opened.kind === 'done') return true;
  }
  return sayInHome(deps, defect);
}

/** The view says "loading" still. */
async function fillIn(
  deps: ErrorHandlerDeps,
  { externalId }: UnfilledViewError,
  { reference, context }: Defect,
): Promise<boolean> {
  const view = { ...formatDefectView(reference, context), external_id: externalId };
  const filled = await deps.callSlack('views.update', () =>
    deps.views.update({ external_id: externalId, view }),
  );
  return filled.kind === 'done';
}

function sayByMessage(
  deps: ErrorHandlerDeps,
  { body, error, reference, context }: Defect,
  responseUrl: string,
): Promise<Delivery> {
  const format = error instanceof ResponseUrlError ? formatNotConfirmed : formatDefect;
  // In place of a command's "still asking"; a card that was pressed stays.
  const replace = 'command' in body;
  return sendReply(deps.respond, responseUrl, privately(format(reference, context)), { replace });
}

/** At the top of the person's Home or, if drawing that is what fails, in its place. */
async function sayInHome(deps: ErrorHandlerDeps, defect: Defect): Promise<boolean> {
  const { body, person, reference } = defect;
  const userId = person?.userId ?? userIn(body);
  if (userId === undefined) return false;
  if (person === undefined) return publishDefect(deps, userId, defect);
  try {
    const { isPublished } = await deps.homes.of(person).tell({ kind: 'defect', reference });
    return isPublished;
  } catch (error) {
    deps.log.error({ reference, error: originalOf(error) }, 'a Home could not be drawn');
    return publishDefect(deps, userId, defect);
  }
}

async function publishDefect(
  deps: ErrorHandlerDeps,
  userId: string,
  { reference, context }: Defect,
): Promise<boolean> {
  const view = formatDefectHome(reference, context);
  const published = await deps.callSlack('views.publish', () =>
    deps.views.publish({ user_id: userId, view }),
  );
  return published.kind === 'done';
}

/** Bolt wraps what has no code of its own. */
const originalOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'original' in thrown && thrown.original instanceof Error
    ? thrown.original
    : thrown;
