import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { CallSlack } from '../web-api/create-call-slack.ts';

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

interface Filling {
  readonly views: Pick<WebClient['views'], 'update'>;
  readonly externalId: string;
  readonly work: Promise<ModalView>;
  /** Of the view as it was opened: filled in only while it still stands so. Absent: however it stands. */
  readonly hash?: string;
  /** False: there is nothing to fill in, but a defect in `work` is still told. */
  readonly mayBeOpen: boolean;
}

const BACK_OFF_MS = 500;
/** Somebody is looking at "loading": no attempt begins later. */
const GIVE_UP_AFTER_MS = 4_000;

/**
 * Puts into an open view what it waits for. `gone`: there is no such view (any more), or it shows something else by now;
 * `failed`: Slack did not take it, and it still says "loading". Throws an UnfilledViewError when `work` rejects or
 * makes what Slack cannot draw.
 */
export async function fillView(
  { callSlack }: { readonly callSlack: CallSlack },
  { views, externalId, work, mayBeOpen, hash }: Filling,
): Promise<'filled' | 'gone' | 'failed'> {
  const view = await work.catch((error) => {
    throw mayBeOpen ? new UnfilledViewError(externalId, error) : error;
  });
  if (!mayBeOpen) return 'gone';
  const startedAtMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const called = await callSlack('views.update', () =>
      views.update({
        external_id: externalId,
        view: { ...view, external_id: externalId },
        ...(hash !== undefined && { hash }),
      }),
    );
    if (called.kind === 'done') return 'filled';
    if (called.kind === 'gone' || called.kind === 'outdated') return 'gone';
    if (called.kind === 'malformed') throw new UnfilledViewError(externalId, new Error(called.error));
    const waitMs = called.retryAfterMs ?? BACK_OFF_MS * 2 ** (attempt - 1);
    const isTooLate = performance.now() - startedAtMs + waitMs > GIVE_UP_AFTER_MS;
    if (called.kind !== 'passing' || isTooLate) return 'failed';
    await sleep(waitMs);
  }
}
