import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { formatLimited } from '../../formatters/notices/notices.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, type AuditEntry, logAudit } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { accountIds, privately, sendReply } from '../web-api/reply.ts';
import { type Press, readPress } from './press.ts';

export type OnPressDeps = Pick<ListenerDeps, 'rateLimit' | 'store' | 'respond' | 'contexts' | 'log'>;

/** What a button or menu of a card is for. */
export interface PressHandler {
  readonly by: AuditEntry['by'];
  /** Whether the press is answered at all. Absent: always. */
  readonly isWanted?: (press: Press) => boolean;
  /** Whether the press counts as a look-up. Absent: always. */
  readonly isLookup?: (press: Press) => boolean;
  /** Whether the account becomes one of the person's recent ones. */
  readonly isRecorded?: boolean;
  /** Undefined: nothing was asked about the account, and there is no audit line. */
  readonly act: (press: Press, views: WebClient['views']) => Promise<Answered | undefined>;
}

export type PressListener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/**
 * A listener for presses on a card: acknowledges, reads the press, takes it off the person's rate limit, does what it is
 * for, and writes the audit line. A person over the limit is told so privately, and the card stays.
 */
export function onPress(deps: OnPressDeps, handler: PressHandler): PressListener {
  const { by, isWanted = () => true, isLookup = () => true, isRecorded = false, act } = handler;
  return async ({ body, context, ack, client }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readPress(body, user);
    if (!isWanted(press)) return;
    const refused = isLookup(press) ? await refuseOverLimit(deps, press) : undefined;
    const answered = refused ?? (await act(press, client.views));
    if (answered === undefined) return;
    logAudit(deps.log, press, { by, ...answered });
    // The answer is out; nobody waits for this.
    if (isRecorded) await deps.store.record(user.person, accountIds(answered.outcomes));
  };
}

async function refuseOverLimit(
  { rateLimit, respond, contexts }: OnPressDeps,
  { asker, responseUrl }: Press,
): Promise<Answered | undefined> {
  const limit = rateLimit.take(personOf(asker), 1);
  if (limit === undefined) return undefined;
  const reply = privately(formatLimited(limit, contexts.private(asker.userId)));
  return { said: 'rate-limited', outcomes: [], delivery: await sendReply(respond, responseUrl, reply) };
}
