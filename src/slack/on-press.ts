import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { type AuthorizedUser, requireAuthorizedUser } from './actor.ts';
import { type Answered, type AuditEntry, logAudit } from './audit-log.ts';
import type { ListenerDeps } from './listener-deps.ts';
import type { MessagePress } from './press.ts';
import { accountIds } from './reply.ts';

/** What a button or menu of a card or a list is for. */
interface PressHandler<Press extends MessagePress> {
  readonly by: AuditEntry['by'];
  readonly read: (body: BlockAction, user: AuthorizedUser) => Press;
  /** Whether the account becomes one of the person's recent ones. */
  readonly isRecorded?: boolean;
  /** Undefined: nothing was asked about the account, and there is no audit line. */
  readonly act: (press: Press) => Promise<Answered | undefined>;
}

export type PressListener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/** Acknowledges a press on a card, reads it, does what it is for, and writes the audit line. */
export const onPress =
  <Press extends MessagePress>({ store, log }: ListenerDeps, handler: PressHandler<Press>): PressListener =>
  async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = handler.read(body, user);
    const answered = await handler.act(press);
    if (answered === undefined) return;
    logAudit(log, press, { by: handler.by, ...answered });
    // The answer is out; nobody waits for this.
    if (handler.isRecorded) await store.record(user.person, accountIds(answered.outcomes));
  };
