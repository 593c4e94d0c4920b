import { isPlausibleId } from '../../account/outcome.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { type Answered, logAudit, logWatchAudit } from '../audit-log.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/look-up-all.ts';
import { formatNotOpened } from '../lookup/notices.ts';
import { type Opening, openForm, pinsForForm } from '../open-form.ts';
import { hasAnswer, privately, sendReply, toReply } from '../reply.ts';
import { type SubmitListener, showInPlace } from '../show-view.ts';
import { summaryForChannel } from '../summary/summarize.ts';
import { decodeAccountsValue, encodeAccountsValue } from './account-action.ts';
import { formatShareState, formatShareView, type ShareState } from './share-view.ts';

/** The `private_metadata` of the modal where the person's summary is to be shared: no account has it. */
const OF_SUMMARY = '';

/** Asks for a channel, where the card cannot go into the place in which Share was pressed: Home, direct messages. */
export async function openShare(
  deps: ListenerDeps,
  press: Opening & { readonly accountIds: readonly string[] },
): Promise<void> {
  const { accountIds, person } = press;
  const [accountId] = accountIds;
  const origin = encodeAccountsValue(accountIds);
  if (origin === undefined || accountId === undefined) throw new Error('what was pressed names no accounts');
  const context = deps.contexts.private(person.userId, await pinsForForm(deps.store, person));
  const view = formatShareView(accountIds.map(deps.names.named), origin, context);
  await openForm(deps, { ...press, accountId }, view);
}

/** The same for the summary of all that the person watches. From a window, that one asks. */
export async function openShareSummary(
  { respond, views, contexts }: ListenerDeps,
  { person, triggerId, responseUrl, viewId }: Opening & { readonly responseUrl: string },
): Promise<void> {
  const reader = contexts.private(person.userId);
  const view = formatShareView('summary', OF_SUMMARY, reader);
  if (viewId !== undefined) {
    await views.update({ view_id: viewId, view });
    return;
  }
  const opened = await views.open({ trigger_id: triggerId, view });
  if (opened.kind === 'done') return;
  await sendReply(respond, responseUrl, privately(formatNotOpened(`${reader.command} summary`, reader)));
}

/** Who shares, and where Slack takes what is shared. */
interface Sharing extends AuthorizedUser {
  readonly channelId: string;
  readonly responseUrl: string;
}

/**
 * The channel was chosen: the card goes there through the `response_url` that Slack sends with it, and the modal says that
 * it did. Slack takes nothing there before the acknowledgement.
 */
export function createShareSubmitted(deps: ListenerDeps): SubmitListener {
  const { views, contexts } = deps;

  return async ({ body, view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    const [chosen] = body.response_urls ?? [];
    const accountIds = view.private_metadata === OF_SUMMARY ? [] : decodeAccountsValue(view.private_metadata);
    if (chosen === undefined || !accountIds.every(isPlausibleId)) {
      throw new Error('a modal for sharing names no channel, or no account');
    }
    const sharing = { ...user, channelId: chosen.channel_id, responseUrl: chosen.response_url };
    const viewOf = (state: ShareState) => formatShareState(state, contexts.private(userId));
    const share = () =>
      accountIds.length === 0 ? shareSummary(deps, sharing) : shareAccounts(deps, sharing, accountIds);
    const acknowledged = Promise.withResolvers<void>();
    const acknowledge = async (answer: Parameters<typeof ack>[0]) => {
      await ack(answer);
      acknowledged.resolve();
    };
    await showInPlace(views, acknowledge, {
      work: acknowledged.promise.then(share).then(viewOf),
      withinMs: 0,
      loading: () => viewOf({ kind: 'sharing' }),
    });
  };
}

async function shareAccounts(
  deps: ListenerDeps,
  sharing: Sharing,
  accountIds: readonly string[],
): Promise<ShareState> {
  const { respond, contexts, log } = deps;
  const { person, deadline, channelId, responseUrl } = sharing;
  const audit = (answered: Answered) => logAudit(log, sharing, { by: 'share', ...answered });
  const outcomes = await lookUpAll(deps, accountIds, { askedAtMs: deadline.startedAtMs });
  if (!outcomes.some(hasAnswer)) {
    audit({ outcomes, delivery: 'deferred' });
    return { kind: 'nothing', outcomes };
  }
  const delivery = await sendReply(respond, responseUrl, toReply(outcomes, contexts.channel(person.userId)));
  audit({ outcomes, audience: 'channel', delivery });
  return delivery === 'spent' ? { kind: 'refused' } : { kind: 'shared', channelId };
}

/** All that the person watches, as it is now. */
async function shareSummary(deps: ListenerDeps, sharing: Sharing): Promise<ShareState> {
  const { person, channelId, responseUrl } = sharing;
  const { message, result } = await summaryForChannel(deps, person, { userId: person.userId });
  if (result !== 'told') {
    logWatchAudit(deps.log, sharing, { by: 'summary', result });
    return { kind: 'instead', message };
  }
  const delivery = await sendReply(deps.respond, responseUrl, { audience: 'channel', message });
  const isShared = delivery !== 'spent';
  logWatchAudit(deps.log, sharing, { by: 'summary', result: isShared ? 'shared' : 'expired' });
  return isShared ? { kind: 'shared', channelId } : { kind: 'refused' };
}
