import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { formatLimited } from '../../formatters/notices/notices.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, type AuditEntry, logAudit } from '../shared/audit-log.ts';
import { accountIds, privately, sendReply } from '../web-api/reply.ts';
import type { MessagePress } from './press.ts';

/** What a button or menu of a card or a list is for. */
export interface PressHandler<Press extends MessagePress> {
  readonly by: AuditEntry['by'];
  readonly read: (body: BlockAction, user: AuthorizedUser) => Press;
  /** Whether the press is answered at all. Absent: always. */
  readonly isWanted?: (press: Press) => boolean;
  /** Whether the press counts as a look-up of each account. Absent: always. */
  readonly isLookup?: (press: Press) => boolean;
  /** Whether the account becomes one of the person's recent ones. */
  readonly isRecorded?: boolean;
  /** Undefined: nothing was asked about the account, and there is no audit line. */
  readonly act: (press: Press) => Promise<Answered | undefined>;
}

export type PressListener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/**
 * A listener for presses on a card: acknowledges, reads the press, takes it off the person's rate limit, does what it is
 * for, and writes the audit line. A person over the limit is told so privately, and the card stays.
 */
export function onPress<Press extends MessagePress>(
  deps: ListenerDeps,
  handler: PressHandler<Press>,
): PressListener {
  const { rateLimit, store, threads, respond, contexts, log } = deps;
  const { by, read, isWanted = () => true, isLookup = () => true, isRecorded = false, act } = handler;

  async function answer(press: Press): Promise<Answered | undefined> {
    const { person, accountIds, responseUrl } = press;
    const limit = isLookup(press) ? rateLimit.take(person, accountIds.length) : undefined;
    if (limit === undefined) return act(press);
    const reply = privately(formatLimited(limit, contexts.private(person.userId)));
    return { said: 'rate-limited', outcomes: [], delivery: await sendReply(respond, responseUrl, reply) };
  }

  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = read(body, user);
    const { audience, channelId, messageTs: ts } = press;
    const [accountId, ...others] = press.accountIds;
    if (audience === 'channel' && channelId !== undefined && accountId !== undefined && others.length === 0)
      threads.saw({ channelId, ts, accountId });
    const answered = isWanted(press) ? await answer(press) : undefined;
    if (answered === undefined) return;
    logAudit(log, press, { by, ...answered });
    // The answer is out; nobody waits for this.
    if (isRecorded) await store.record(user.person, accountIds(answered.outcomes));
  };
}
