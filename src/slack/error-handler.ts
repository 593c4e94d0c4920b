import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { Person } from '../domain/pins.ts';
import {
  formatDefect,
  formatDefectHome,
  formatDefectView,
  formatNotConfirmed,
} from '../formatters/failure/defect-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import { authorizedUser } from './authorize/authorized-user.ts';
import { textIn, userIn } from './authorize/read-actor.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { UnfilledViewError } from './views/show-view.ts';
import { privately, sendReply } from './web-api/reply.ts';
import { ResponseUrlError } from './web-api/respond.ts';

/** Bolt does not export this type. */
type DefectArgs = Parameters<Parameters<App['error']>[0]>[0];

interface Defect {
  readonly error: unknown;
  readonly body: DefectArgs['body'];
  /** Undefined before `authorize` has let anybody in. */
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
export function createErrorHandler(deps: ListenerDeps) {
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

async function apologise(deps: ListenerDeps, defect: Defect): Promise<boolean> {
  const { views } = deps;
  const { body, error, reference, context } = defect;
  const view = formatDefectView(reference, context);
  if (error instanceof UnfilledViewError) {
    // That view says "loading" still.
    const external_id = error.externalId;
    const filled = await views.update({ external_id, view: { ...view, external_id } });
    if (filled.kind === 'done') return true;
  }
  const responseUrl = textIn(body, 'response_url');
  if (responseUrl !== undefined) {
    const format = error instanceof ResponseUrlError ? formatNotConfirmed : formatDefect;
    // In place of a command's "still asking"; a card that was pressed stays.
    const replace = 'command' in body;
    const reply = privately(format(reference, context));
    return (await sendReply(deps.respond, responseUrl, reply, { replace })) === 'deferred';
  }
  const triggerId = textIn(body, 'trigger_id');
  if (triggerId !== undefined) {
    const opened = await views.open({ trigger_id: triggerId, view });
    if (opened.kind === 'done') return true;
  }
  return sayInHome(deps, defect);
}

/** At the top of the person's Home or, if drawing that is what fails, in its place. */
async function sayInHome(
  { homes, views, log }: ListenerDeps,
  { body, person, reference, context }: Defect,
): Promise<boolean> {
  const userId = person?.userId ?? userIn(body);
  if (userId === undefined) return false;
  try {
    if (person !== undefined) return (await homes.of(person).tell({ kind: 'defect', reference })).isPublished;
  } catch (error) {
    log.error({ reference, error: originalOf(error) }, 'a Home could not be drawn');
  }
  const view = formatDefectHome(reference, context);
  return (await views.publish({ user_id: userId, view })).kind === 'done';
}

/** Bolt wraps what has no code of its own. */
const originalOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'original' in thrown && thrown.original instanceof Error
    ? thrown.original
    : thrown;
