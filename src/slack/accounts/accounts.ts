import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { decodeAccountValue } from '../card/account-action.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS } from '../kit/action-ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../on-press.ts';
import type { Opening } from '../open-form.ts';
import { pressedPage, pressedValue } from '../press.ts';
import { openView, type SubmitListener, showInPlace } from '../show-view.ts';
import { type AccountsShown, chosenLevel, formatAccounts } from './accounts-view.ts';
import { formatAddAccounts, formatAdded } from './add-accounts.ts';

/** Opens the list of accounts. False: the person sees nothing of it. */
export async function openAccounts(
  deps: ListenerDeps,
  { person: { userId }, triggerId }: Opening,
): Promise<boolean> {
  const shown = { typed: '', page: 0 };
  return openView(deps.views, {
    triggerId,
    work: viewOf(deps, userId, shown),
    loading: () => formatAccounts(shown, 'loading', deps.contexts.private(userId)),
  });
}

async function viewOf({ accounts, names, contexts }: ListenerDeps, userId: string, shown: AccountsShown) {
  const { level, typed, page } = shown;
  const ids = typed === '' ? undefined : await names.found(typed);
  const listed = await accounts.page({ page, level, ids });
  return formatAccounts(shown, listed, contexts.private(userId));
}

const SHOWN = z.object({ typed: z.string(), page: z.number(), level: z.string().optional() });

function readShown(privateMetadata: string): AccountsShown {
  const { typed, page, level } = SHOWN.parse(JSON.parse(privateMetadata));
  const chosen = chosenLevel(level);
  return { typed, page, level: chosen };
}

export const ACCOUNTS_ACTIONS = /^accounts_/;

/** Whatever is pressed, chosen or searched for in the list. */
export function createAccountsAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const [action] = body.actions;
    const { view } = body;
    if (action === undefined || view === undefined) throw new Error('a press is in no list of accounts');
    const update = (made: ModalView) => deps.views.update({ view_id: view.id, view: made });
    if (action.action_id === ACCOUNTS_VIEW.add) {
      await update(formatAddAccounts(deps.contexts.private(userId)));
      return;
    }
    const { level: before, ...shown } = readShown(view.private_metadata);
    if (action.action_id === ACCOUNTS_VIEW.retire) {
      const id = decodeAccountValue(pressedValue(body));
      const retired = await deps.accounts.retire([id]);
      const result = retired === 'unavailable' ? retired : retired.length === 0 ? 'not-listed' : 'retired';
      logWatchAudit(deps.log, user, { by: 'accounts', result, accountIds: [id] });
    }
    const isPaged = action.action_id === ACCOUNTS_VIEW.previous || action.action_id === ACCOUNTS_VIEW.next;
    const level = action.type === 'static_select' ? chosenLevel(action.selected_option?.value) : before;
    const { typed } = shown;
    const page = level !== before ? 0 : isPaged ? pressedPage(body) : shown.page;
    await update(await viewOf(deps, userId, { typed, page, level }));
  };
}

/** The list, submitted: shows what the search finds. */
export function createAccountsSearched(deps: ListenerDeps): SubmitListener {
  return async ({ view, context, ack }) => {
    const { person } = requireAuthorizedUser(context);
    const { level } = readShown(view.private_metadata);
    const typed = (view.state.values[ACCOUNTS_VIEW.search]?.[ACCOUNTS_VIEW.search]?.value ?? '').trim();
    const shown = { typed, page: 0, level };
    await ack({ response_action: 'update', view: await viewOf(deps, person.userId, shown) });
  };
}

/** The modal for adding, submitted: says that it reads, and then what became of it. */
export function createAccountsAdded(deps: ListenerDeps): SubmitListener {
  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const reader = deps.contexts.private(user.person.userId);
    const pasted = view.state.values[ADD_ACCOUNTS.field]?.[ADD_ACCOUNTS.field]?.value ?? '';
    const work = deps.accounts.add(pasted);
    await showInPlace(deps.views, ack, {
      work: work.then((result) => formatAdded(result, reader)),
      withinMs: user.deadline.leftMs(deps.inlineWithinMs),
      loading: () => formatAdded(undefined, reader),
    });
    const result = await work;
    const accountIds = result.kind === 'imported' ? result.added : [];
    logWatchAudit(deps.log, user, { by: 'accounts', result: result.kind, accountIds });
  };
}
