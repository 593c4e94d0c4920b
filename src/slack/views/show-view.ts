import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { withPlaceholder } from '../../async/placeholder.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** What was to be in a view that says "loading" and now never will. The view is its handler's to change. */
export class UnfilledViewError extends Error {
  readonly code = 'unfilled_view';
  readonly externalId: string;

  constructor(externalId: string, cause: unknown) {
    super('what a view was to show could not be made', { cause });
    this.name = 'UnfilledViewError';
    this.externalId = externalId;
  }
}

/** What became of a view that Slack was given. */
interface Opened {
  readonly isOpen: boolean;
  /** Slack may have opened it although its answer was lost on the way. */
  readonly mayBeOpen: boolean;
  /** Of the view as it was opened: filled in only while it still stands so. Absent: however it stands. */
  readonly hash?: string | undefined;
}

interface Showing {
  readonly views: Pick<WebClient['views'], 'update'>;
  readonly work: Promise<ModalView>;
  /** How long `work` may take before the view opens without it. */
  readonly withinMs: number;
  /** What to show while `work` takes longer. */
  readonly loading: () => ModalView;
  readonly show: (view: ModalView) => Promise<Opened>;
  /** By which a view is found again: an id of ours, for Slack's may be lost. */
  readonly externalId: string;
}

type Deps = Pick<ListenerDeps, 'callSlack'>;

/**
 * Shows a view when it is made, or one that says "loading" and is filled in later. `gone`: the person has closed it, or
 * it shows something else by now; `failed`: Slack showed nothing, or "loading" is still there. Throws when `work` rejects
 * or makes what Slack cannot draw: an UnfilledViewError where "loading" may be there.
 */
export async function showView(
  deps: Deps,
  { views, work, withinMs, loading, show, externalId }: Showing,
): Promise<'at-once' | 'filled' | 'gone' | 'failed'> {
  let opened: Opened = { isOpen: false, mayBeOpen: false };
  const open = async () => {
    opened = await show({ ...loading(), external_id: externalId });
  };
  const { value: view, isLate } = await withPlaceholder(work, withinMs, open).catch((error) => {
    throw opened.mayBeOpen ? new UnfilledViewError(externalId, error) : error;
  });
  if (!isLate) return (await show(view)).isOpen ? 'at-once' : 'failed';
  if (!opened.mayBeOpen) return 'failed';
  const { hash } = opened;
  const filled = await fill(deps, externalId, () =>
    views.update({
      external_id: externalId,
      view: { ...view, external_id: externalId },
      ...(hash !== undefined && { hash }),
    }),
  );
  // Closed by the person, or used for something else, it needs no answer any more; never opened, it does.
  return filled === 'gone' && !opened.isOpen ? 'failed' : filled;
}

const BACK_OFF_MS = 500;
/** Somebody is looking at "loading": no attempt begins later. */
const GIVE_UP_AFTER_MS = 4_000;

/** Repeats what may be repeated. Throws an UnfilledViewError for a view that Slack cannot draw. */
async function fill(
  { callSlack }: Deps,
  externalId: string,
  update: () => ReturnType<WebClient['views']['update']>,
): Promise<'filled' | 'gone' | 'failed'> {
  const startedAtMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const called = await callSlack('views.update', update);
    if (called.kind === 'done') return 'filled';
    if (called.kind === 'malformed') throw new UnfilledViewError(externalId, new Error(called.error));
    if (called.kind === 'gone' || called.kind === 'outdated') return 'gone';
    const waitMs = called.retryAfterMs ?? BACK_OFF_MS * 2 ** (attempt - 1);
    const isTooLate = performance.now() - startedAtMs + waitMs > GIVE_UP_AFTER_MS;
    if (called.kind !== 'passing' || isTooLate) return 'failed';
    await sleep(waitMs);
  }
}

/** A trigger lasts three seconds, and Slack has used up some of them: past this, open first and fill in later. */
const OPEN_WITHIN_MS = 400;

interface Opening extends Pick<Showing, 'work' | 'loading'> {
  readonly views: Pick<WebClient['views'], 'open' | 'update'>;
  readonly triggerId: string;
}

/** Opens a modal. False: the person sees nothing of it. Throws as `showView` does. */
export async function openView(deps: Deps, { triggerId, ...opening }: Opening): Promise<boolean> {
  const { views } = opening;
  const shown = await showView(deps, {
    ...opening,
    withinMs: OPEN_WITHIN_MS,
    externalId: randomUUID(),
    async show(view) {
      const called = await deps.callSlack('views.open', () => views.open({ trigger_id: triggerId, view }));
      const { kind } = called;
      const hash = called.kind === 'done' ? called.value.view?.hash : undefined;
      return { isOpen: kind === 'done', mayBeOpen: kind !== 'malformed' && kind !== 'refused', hash };
    },
  });
  return shown !== 'failed';
}
