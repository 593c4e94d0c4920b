import { Refused } from '../refused.ts';
import type { JsonObject } from '../server/json.ts';
import type { Changes } from './changes.ts';
import { fillIds, isOffered, type StateValues, stateOf } from './elements.ts';
import type { Ids } from './ids.ts';
import type { Workspace } from './workspace.ts';

export type ViewContent = JsonObject & { readonly blocks: readonly unknown[] };

export interface StoredView {
  readonly id: string;
  readonly userId: string;
  readonly type: 'home' | 'modal';
  /** The view as the app sent it. */
  readonly content: ViewContent;
  readonly filledBlocks: readonly JsonObject[];
  readonly hash: string;
  /** When it was opened or last changed. */
  readonly changedAtMs: number;
  readonly state: StateValues;
  readonly rootViewId: string;
  readonly previousViewId: string | undefined;
  /** The conversation that the person was looking at when it opened. */
  readonly openedFrom: string | undefined;
  /** The errors of `response_action: errors`, by block_id. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The views that people have open: one Home each, and a stack of up to three modals. */
export function createViews(ids: Ids, changes: Changes, now: () => number, { channels }: Workspace) {
  /** Of everybody, in the order in which they were opened. */
  let views: readonly StoredView[] = [];
  const become = (next: readonly StoredView[]) => {
    views = next;
    changes.notify();
  };
  const put = (view: StoredView) => {
    become(views.map((other) => (other.id === view.id ? view : other)));
    return view;
  };
  const stack = (userId: string) => views.filter((view) => view.type === 'modal' && view.userId === userId);
  /** The fields of a view that follow from its content. */
  const toShown = (content: ViewContent, before: StateValues, openedFrom: string | undefined) => {
    const filledBlocks = fillIds(content.blocks, () => ids.secret(5));
    const changedAtMs = now();
    const hash = `${Math.floor(changedAtMs / 1000)}.${ids.secret(8)}`;
    const channel = channels.find(({ id }) => id === openedFrom);
    const current = (menu: JsonObject) => (channel && isOffered(menu, channel) ? openedFrom : undefined);
    const state = stateOf(filledBlocks, before, current);
    return { content, filledBlocks, hash, changedAtMs, state, errors: {} };
  };
  const findExternal = (externalId: unknown) =>
    views.find(({ content }) => content.external_id === externalId);
  return {
    home: (userId: string) => views.find((view) => view.type === 'home' && view.userId === userId),
    stack,
    find: (viewId: string) => views.find(({ id }) => id === viewId),
    findExternal,
    /** Throws `Refused` when a view other than `replaced` has the external_id of `content`. */
    claimExternal({ external_id: external }: ViewContent, replaced: StoredView | undefined): void {
      const twin = external !== undefined && findExternal(external);
      if (twin && twin.id !== replaced?.id) throw new Refused('duplicate_external_id');
    },
    /** Shows a Home, or a modal on top of the stack. */
    show(shown: Pick<StoredView, 'userId' | 'type' | 'content'> & { openedFrom?: string | undefined }) {
      const { userId, type, content, openedFrom } = shown;
      const below = type === 'modal' ? stack(userId) : [];
      const id = ids.next('V');
      const place = { rootViewId: below[0]?.id ?? id, previousViewId: below.at(-1)?.id, openedFrom };
      const view = { id, userId, type, ...place, ...toShown(content, {}, openedFrom) };
      become([...views, view]);
      return view;
    },
    /** Replaces the content of a view. Filled-in values stay where block_id and action_id match. */
    change: (view: StoredView, content: ViewContent) =>
      put({ ...view, ...toShown(content, view.state, view.openedFrom) }),
    setState: (view: StoredView, state: StateValues) => put({ ...view, state }),
    setErrors: (view: StoredView, errors: StoredView['errors']) => put({ ...view, errors }),
    /** Removes views shown or changed at a later time than now. */
    forgetFuture: () => become(views.filter(({ changedAtMs }) => changedAtMs <= now())),
    /** Closes the top modal, or all. */
    close(userId: string, which: 'top' | 'all') {
      const closed = which === 'all' ? stack(userId) : stack(userId).slice(-1);
      become(views.filter((view) => !closed.includes(view)));
    },
  };
}
