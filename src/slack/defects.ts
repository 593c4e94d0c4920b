import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { AuthorizedUser } from './access.ts';
import { logWatchAudit } from './audit-log.ts';
import { modal } from './kit/blocks.ts';
import { sentence } from './kit/message.ts';
import { type ListenerDeps, StorageError } from './listener-deps.ts';
import { formatDefect } from './lookup/notices.ts';
import { replyToActor } from './reply.ts';
import { UnfilledViewError } from './windows.ts';

/** Bolt does not export this type. */
export type DefectArgs = Parameters<Parameters<App['error']>[0]>[0];

/**
 * Handles every defect: logs it under a reference, and sends the person an apology that names it. A failure of the store is
 * none, and is logged already; it gets an audit line. Needs `extendedErrorHandler`. Never rejects.
 */
export async function handleDefect(deps: ListenerDeps, args: DefectArgs): Promise<void> {
  const reference = randomUUID().slice(0, 8);
  const error = originalOf(args.error);
  // Absent if the access check itself failed.
  const user = args.context.authorizedUser as AuthorizedUser | undefined;
  if (!(error instanceof StorageError)) deps.log.error({ reference, error }, 'a listener failed');
  else if (user) logWatchAudit(deps.log, user, { by: 'action', result: 'unavailable' });
  const shown = await apologize(deps, { ...args, error }, user, reference).catch(originalOf);
  if (shown !== true)
    deps.log.error({ reference, error: shown || undefined }, 'the apology could not be shown');
}

/** In the window that waits for the failed work, else as a message, in a window or in Home. False: nowhere. */
async function apologize(
  deps: ListenerDeps,
  { error, body }: Pick<DefectArgs, 'body'> & { readonly error: unknown },
  user: AuthorizedUser | undefined,
  reference: string,
): Promise<boolean> {
  const { respond, views, contexts } = deps;
  const viewer = contexts.private(user?.person.userId);
  const { words } = viewer;
  const message =
    error instanceof StorageError ? sentence(words.command.storageFailed) : formatDefect(reference, viewer);
  const view = modal(words, words.command.defectTitle, message);
  if (error instanceof UnfilledViewError && 'trigger_id' in body) {
    const { trigger_id: external_id } = body;
    const filled = await views.update({ external_id, view: { ...view, external_id } });
    if (filled.kind === 'done') return true;
  }
  if (await replyToActor({ respond, views }, body, { message, modal: view })) return true;
  if (user === undefined) return false;
  const home = { type: 'home', callback_id: 'home', blocks: message } as const;
  return (await views.publish({ user_id: user.person.userId, view: home })).kind === 'done';
}

/** Bolt wraps what has no code of its own. */
const originalOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'original' in thrown && thrown.original instanceof Error
    ? thrown.original
    : thrown;
