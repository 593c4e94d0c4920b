import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { formatDefect, formatDefectView } from '../formatters/defect-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { toSlack } from './reply.ts';

/** Bolt does not export this type. */
type DefectArgs = Parameters<Parameters<App['error']>[0]>[0];

export interface ErrorHandlerDeps
  extends Pick<ListenerDeps, 'respond' | 'wordsFor' | 'channelWords' | 'now' | 'log'> {
  readonly openView: (args: { trigger_id: string; view: ModalView }) => Promise<unknown>;
}

/**
 * The end of every defect: it is logged under a reference, and the person gets an apology that names it, as a message or,
 * after a press in Home or in a modal, in a modal. Opening Home has neither. Needs `extendedErrorHandler`. Never rejects.
 */
export function createErrorHandler(deps: ErrorHandlerDeps) {
  const { wordsFor, channelWords, now, log } = deps;
  return async ({ error, body }: DefectArgs): Promise<void> => {
    const reference = randomUUID().slice(0, 8);
    log.error({ reference, ...factsOf(error) }, 'a listener failed');
    try {
      const userId = userIn(body);
      const words = userId === undefined ? channelWords : await wordsFor(userId);
      await apologise(deps, body, reference, { nowMs: now(), words, audience: 'private' });
    } catch (failure) {
      log.error({ reference, ...factsOf(failure) }, 'nobody could be told of it');
    }
  };
}

async function apologise(
  { respond, openView }: ErrorHandlerDeps,
  body: DefectArgs['body'],
  reference: string,
  context: FormatContext,
): Promise<void> {
  if ('response_url' in body && typeof body.response_url === 'string') {
    const message = formatDefect(reference, context);
    // In place of a command's "still asking"; a card that was pressed stays.
    const isCommand = 'command' in body;
    const reply = toSlack({ audience: 'private', message });
    await respond(body.response_url, { ...reply, replace_original: isCommand });
  } else if ('trigger_id' in body && typeof body.trigger_id === 'string') {
    await openView({ trigger_id: body.trigger_id, view: formatDefectView(reference, context) });
  }
}

/** Who did what failed: commands have it flat. */
function userIn(body: DefectArgs['body']): string | undefined {
  if ('user_id' in body && typeof body.user_id === 'string') return body.user_id;
  return 'user' in body && typeof body.user === 'object' ? body.user?.id : undefined;
}

/** By allow-list: errors of clients carry requests and answers. Bolt wraps what has no code of its own. */
function factsOf(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const error = 'original' in thrown && thrown.original instanceof Error ? thrown.original : thrown;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { error: { name, code, message, stack, ...(cause !== undefined && { cause: factsOf(cause) }) } };
}
