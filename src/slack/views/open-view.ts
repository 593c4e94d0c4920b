import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { within } from '../../async/within.ts';
import type { CallSlack } from '../web-api/create-call-slack.ts';
import { fillView } from './fill-view.ts';

/** A trigger lasts three seconds, and Slack has used up some of them: past this, open first and fill in later. */
const OPEN_WITHIN_MS = 400;

interface Opening {
  readonly views: Pick<WebClient['views'], 'open' | 'update'>;
  readonly triggerId: string;
  readonly work: Promise<ModalView>;
  /** What to show while `work` takes longer. */
  readonly loading: () => ModalView;
}

/**
 * Opens a modal at once, and fills it in when its content is there. False: the person sees nothing of it, for Slack opened
 * nothing or did not let it be filled in. Rejects when `work` does.
 */
export async function openView(
  deps: { readonly callSlack: CallSlack },
  { views, triggerId, work, loading }: Opening,
): Promise<boolean> {
  const open = (view: ModalView) =>
    deps.callSlack('views.open', () => views.open({ trigger_id: triggerId, view }));
  const ready = await within(work, OPEN_WITHIN_MS);
  if (ready !== undefined) return (await open(ready.value)).kind === 'done';
  // By an id of ours: Slack may have opened it although its answer was lost on the way.
  const externalId = randomUUID();
  const opened = await open({ ...loading(), external_id: externalId });
  const hash = opened.kind === 'done' ? opened.value.view?.hash : undefined;
  const filled = await fillView(deps, {
    views,
    externalId,
    work,
    mayBeOpen: opened.kind !== 'malformed' && opened.kind !== 'refused',
    ...(hash !== undefined && { hash }),
  });
  // Closed by the person, or used for something else, it needs no answer any more; never opened, it does.
  return filled === 'filled' || (filled === 'gone' && opened.kind === 'done');
}
