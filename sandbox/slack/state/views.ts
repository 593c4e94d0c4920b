import { isOffered, isShared } from '../client/conversations.ts';
import { fillIds } from '../client/elements.ts';
import type { JsonObject } from '../server/json.ts';
import type { Changes } from './changes.ts';
import { type StateValues, stateOf } from './element-state.ts';
import type { Ids } from './ids.ts';
import type { Workspace } from './workspace.ts';

export interface StoredView {
  readonly id: string;
  readonly userId: string;
  readonly type: 'home' | 'modal';
  /** The view as the app sent it. */
  readonly content: JsonObject & { readonly blocks: readonly unknown[] };
  readonly filledBlocks: readonly JsonObject[];
  readonly hash: string;
  /** When it was shown or, if later, changed. */
  readonly changedAtMs: number;
  readonly state: StateValues;
  readonly rootViewId: string;
  readonly previousViewId: string | undefined;
  /** The conversation that the person was looking at when it was opened. */
  readonly openedFrom: string | undefined;
  /** What `response_action: errors` said, by block_id. */
  readonly errors: Readonly<Record<string, string>>;
}

export type ViewContent = StoredView['content'];

/** The views that people have before them: one Home each, and a stack of at most three modals. */
export interface Views {
  home(userId: string): StoredView | undefined;
  stack(userId: string): readonly StoredView[];
  find(viewId: string): StoredView | undefined;
  findExternal(externalId: string): StoredView | undefined;
  /** The new top of the stack, or the Home. */
  show(view: {
    userId: string;
    type: 'home' | 'modal';
    content: ViewContent;
    openedFrom?: string | undefined;
  }): StoredView;
  /** Replaces what a view shows. What people filled in stays where block_id and action_id do. */
  change(view: StoredView, content: ViewContent): StoredView;
  setState(view: StoredView, state: StateValues): StoredView;
  setErrors(view: StoredView, errors: Readonly<Record<string, string>>): void;
  /** Takes away the top modal, or all. */
  close(userId: string, which: 'top' | 'all'): void;
  /** Those shown or changed at a time that is still to come are gone. */
  forgetFuture(): void;
}

interface ViewDeps {
  readonly ids: Ids;
  readonly changes: Changes;
  readonly now: () => number;
  readonly workspace: Workspace;
}

export function createViews(deps: ViewDeps): Views {
  const homes = new Map<string, StoredView>();
  const stacks = new Map<string, readonly StoredView[]>();
  const stack = (userId: string) => stacks.get(userId) ?? [];
  const all = () => [...homes.values(), ...[...stacks.values()].flat()];
  const put = (view: StoredView) => {
    if (view.type === 'home') homes.set(view.userId, view);
    else {
      const changed = stack(view.userId).map((other) => (other.id === view.id ? view : other));
      stacks.set(view.userId, changed);
    }
    deps.changes.notify();
    return view;
  };
  return {
    home: (userId) => homes.get(userId),
    stack,
    find: (viewId) => all().find(({ id }) => id === viewId),
    findExternal: (externalId) => all().find(({ content }) => content.external_id === externalId),
    show({ userId, type, content, openedFrom }) {
      const below = type === 'modal' ? stack(userId) : [];
      const id = deps.ids.next('V');
      const rootViewId = below[0]?.id ?? id;
      const place = { id, userId, type, rootViewId, previousViewId: below.at(-1)?.id, openedFrom };
      const view = { ...place, ...toShown(content, {}, openedFrom, deps) };
      if (type === 'modal') stacks.set(userId, [...below, view]);
      return put(view);
    },
    change: (view, content) => put({ ...view, ...toShown(content, view.state, view.openedFrom, deps) }),
    setState: (view, state) => put({ ...view, state }),
    setErrors(view, errors) {
      put({ ...view, errors });
    },
    close(userId, which) {
      stacks.set(userId, which === 'all' ? [] : stack(userId).slice(0, -1));
      deps.changes.notify();
    },
    forgetFuture() {
      const isPast = ({ changedAtMs }: StoredView) => changedAtMs <= deps.now();
      for (const [userId, view] of homes) if (!isPast(view)) homes.delete(userId);
      for (const [userId, views] of stacks) stacks.set(userId, views.filter(isPast));
      deps.changes.notify();
    },
  };
}

/** What belongs to the content of a view and not to its place. */
function toShown(
  content: ViewContent,
  before: StateValues,
  openedFrom: string | undefined,
  { ids, now, workspace }: ViewDeps,
) {
  const filledBlocks = fillIds(content.blocks, () => ids.secret(5));
  const changedAtMs = now();
  const hash = `${Math.floor(changedAtMs / 1000)}.${ids.secret(8)}`;
  const channel = workspace.channels.find(({ id }) => id === openedFrom);
  const isInMenu = (menu: JsonObject) =>
    channel && isOffered(menu, { ...channel, isShared: isShared(workspace, channel) });
  const state = stateOf(filledBlocks, before, (menu) => (isInMenu(menu) ? openedFrom : undefined));
  return { content, filledBlocks, hash, changedAtMs, state, errors: {} };
}
