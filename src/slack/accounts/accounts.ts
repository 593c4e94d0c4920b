import type { BlockAction } from '@slack/bolt';
import { z } from 'zod';
import type { Person } from '../../account/pins.ts';
import type { AuthorizedUser } from '../access.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { formatLookup } from '../card/card.ts';
import { modal } from '../kit/blocks.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS, MORE } from '../kit/ids.ts';
import { textModal } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { pressedAccounts, pressedPage, pressedValue } from '../press.ts';
import type { AccountOpening, Opening } from '../windows.ts';
import { openView, type Submitted, showInPlace } from '../windows.ts';
import {
  type AccountsShown,
  accountsPage,
  chosenLevel,
  formatAccounts,
  formatAddAccounts,
  formatAdded,
  PINNED,
} from './accounts-view.ts';

/** Opens the list of accounts. False: the person sees nothing of it. */
export async function openAccounts(
  deps: ListenerDeps,
  opening: Opening,
  level?: AccountsShown['level'],
): Promise<boolean> {
  const { person } = opening;
  const shown = { typed: '', page: 0, level };
  return openView(deps, opening, {
    work: viewOf(deps, person, shown),
    loading: formatAccounts(shown, 'loading', deps.contexts.private(person.userId)),
  });
}

async function viewOf(
  { accounts, names, store, contexts }: ListenerDeps,
  person: Person,
  shown: AccountsShown,
) {
  const { level, typed, page } = shown;
  const [levels, pins] = await Promise.all([accounts.levels(), store.pins(person)]);
  const context = contexts.private(person.userId, pins);
  if (levels === 'unavailable') return formatAccounts(shown, levels, context);
  const pinned = pins === 'unavailable' ? [] : pins.map(({ accountId }) => accountId);
  const all = level === PINNED ? pinned : [...new Set([...names.listed(), ...levels.keys()])];
  const ids = typed === '' ? all : await names.found(typed, all);
  const listed = accountsPage(ids, levels, { page, level: level === PINNED ? undefined : level });
  const named = listed.accounts.map((account) => ({ ...account, ...names.named(account.id) }));
  return formatAccounts(shown, { ...listed, accounts: named }, context);
}

const SHOWN = z.object({ typed: z.string(), page: z.number(), level: z.string().optional() });

function readShown(privateMetadata: string): AccountsShown {
  const { typed, page, level } = SHOWN.parse(JSON.parse(privateMetadata));
  return { typed, page, level: chosenLevel(level) };
}

export const ACCOUNTS_ACTIONS = /^accounts_/;

/** Whatever is pressed or chosen in the list. */
export async function actInAccounts(
  deps: ListenerDeps,
  user: AuthorizedUser,
  body: BlockAction,
): Promise<void> {
  const { person } = user;
  const { view, trigger_id: triggerId } = body;
  const [action] = body.actions;
  if (action === undefined || view === undefined) throw new Error('a press is in no list of accounts');
  const viewer = deps.contexts.private(person.userId);
  const shown = readShown(view.private_metadata);
  const update = async (made: ReturnType<typeof formatAccounts>) =>
    void (await deps.views.update({ view_id: view.id, view: made }));
  switch (action.action_id) {
    case ACCOUNTS_VIEW.add:
      return update(formatAddAccounts(viewer));
    case ACCOUNTS_VIEW.more: {
      const [accountId] = pressedAccounts(body);
      const value = pressedValue(body);
      if (value === MORE.retire)
        return update(formatAccounts(shown, { retiring: deps.names.named(accountId) }, viewer));
      const press = { ...user, accountId, triggerId, viewId: view.id, value };
      return value === MORE.open ? openCard(deps, press) : openChosen(deps, press);
    }
    case ACCOUNTS_VIEW.retire: {
      const [id] = pressedAccounts(body);
      const retired = await deps.accounts.retire([id]);
      const result = retired === 'unavailable' ? retired : retired.length === 0 ? 'not-listed' : 'retired';
      logWatchAudit(deps.log, user, { by: 'accounts', result, accountIds: [id] });
      return update(await viewOf(deps, person, shown));
    }
    case ACCOUNTS_VIEW.filter: {
      const value = action.type === 'static_select' ? action.selected_option?.value : undefined;
      return update(await viewOf(deps, person, { ...shown, page: 0, level: chosenLevel(value) }));
    }
    default:
      return update(await viewOf(deps, person, { ...shown, page: pressedPage(body) }));
  }
}

/** The card in a window, without its buttons: they answer beside the message they are on. */
export async function openCard(deps: ListenerDeps, press: AccountOpening & AuthorizedUser): Promise<void> {
  const { person, accountId, stopwatch } = press;
  const { words } = deps.contexts.private(person.userId);
  const { title, asking } = words.shortcut;
  const work = Promise.all([
    deps.lookup(accountId, { askedAtMs: stopwatch.startedAtMs }),
    deps.store.pins(person),
  ]);
  const isOpen = await openView(deps, press, {
    work: work.then(([outcome, pins]) => {
      const { blocks } = formatLookup(outcome, deps.contexts.private(person.userId, pins));
      return modal(
        words,
        title,
        blocks.filter(({ type }) => type !== 'actions'),
      );
    }),
    loading: textModal(words, title, asking),
  });
  const [outcome] = await work;
  logAudit(deps.log, press, { by: 'open', outcomes: [outcome], delivery: isOpen ? 'deferred' : 'refused' });
}

/** The list, submitted: shows what the search finds. */
export async function submitSearch(
  deps: ListenerDeps,
  { person }: AuthorizedUser,
  { view, ack }: Submitted,
): Promise<void> {
  const { level } = readShown(view.private_metadata);
  const typed = (view.state.values[ACCOUNTS_VIEW.search]?.[ACCOUNTS_VIEW.search]?.value ?? '').trim();
  await ack({ response_action: 'update', view: await viewOf(deps, person, { typed, page: 0, level }) });
}

/** The modal for adding, submitted: says that it reads, and then what became of it. */
export async function submitAddAccounts(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { view, ack }: Submitted,
): Promise<void> {
  const viewer = deps.contexts.private(user.person.userId);
  const pasted = view.state.values[ADD_ACCOUNTS.field]?.[ADD_ACCOUNTS.field]?.value ?? '';
  const work = deps.accounts.add(pasted);
  await showInPlace(deps.views, ack, {
    work: work.then((result) => formatAdded(result, viewer)),
    withinMs: user.stopwatch.leftMs(deps.inlineWithinMs),
    loading: formatAdded(undefined, viewer),
  });
  const result = await work;
  const accountIds = result.kind === 'imported' ? result.added : [];
  logWatchAudit(deps.log, user, { by: 'accounts', result: result.kind, accountIds });
}
