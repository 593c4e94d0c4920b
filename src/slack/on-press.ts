import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { type AuthorizedUser, requireAuthorizedUser } from './actor.ts';
import { type Answered, type AuditEntry, logAudit } from './audit-log.ts';
import type { ListenerDeps } from './listener-deps.ts';
import type { MessagePress } from './press.ts';
import { accountIds } from './reply.ts';

/** What a button or menu of a card or a list is for. */
export interface PressHandler<Press extends MessagePress> {
  readonly by: AuditEntry['by'];
  readonly read: (body: BlockAction, user: AuthorizedUser) => Press;
  /** Whether the press is answered at all. Absent: always. */
  readonly isWanted?: (press: Press) => boolean;
  /** Whether the account becomes one of the person's recent ones. */
  readonly isRecorded?: boolean;
  /** Undefined: nothing was asked about the account, and there is no audit line. */
  readonly act: (press: Press) => Promise<Answered | undefined>;
}

export type PressListener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/**
 * A listener for presses on a card: acknowledges, reads the press, does what it is for, and
 * writes the audit line.
 */
export function onPress<Press extends MessagePress>(
  deps: ListenerDeps,
  handler: PressHandler<Press>,
): PressListener {
  const { store, log } = deps;
  const { by, read, isWanted = () => true, isRecorded = false, act } = handler;

  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = read(body, user);
    const answered = isWanted(press) ? await act(press) : undefined;
    if (answered === undefined) return;
    logAudit(log, press, { by, ...answered });
    // The answer is out; nobody waits for this.
    if (isRecorded) await store.record(user.person, accountIds(answered.outcomes));
  };
}
