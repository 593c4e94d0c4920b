import { randomUUID } from 'node:crypto';
import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { Person } from '../account/pins.ts';
import { within, withPlaceholder } from '../async.ts';
import type { AuthorizedUser } from './access.ts';
import { type HomeQuestion, showHome } from './home/home.ts';
import { type SlackContext, sentence } from './kit/message.ts';
import { bold, paragraph } from './kit/rich-text.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { sendReply } from './reply.ts';
import { type Called, TIME_LIMITS, type Web } from './web.ts';

/** An action or a command that opens a window. */
export interface Opening extends AuthorizedUser {
  readonly triggerId: string;
  /** Absent in Home. */
  readonly channelId?: string;
  /** Where to send a message if Slack opens no window. Absent in Home, which says so itself, and in a window. */
  readonly responseUrl?: string;
  /** The question of the Home in which it was pressed. Absent: none, or pressed elsewhere. */
  readonly question?: HomeQuestion;
  /** The window in which it was pressed; the new one goes on top of it. Absent: pressed elsewhere. */
  readonly viewId?: string;
}

/** How long a window may wait for a read before it opens: its trigger id is valid for three seconds. */
export const READ_WITHIN_MS = 1_000;
/** When a submission has to be acknowledged, since its request arrived. Slack allows 3,000, and shows no error after that. */
export const ACK_BY_MS = 2_500;

/** A trigger lasts three seconds: a store slower than this is not waited for. */
const PINS_WITHIN_MS = 800;

/** What the store answers in this time. */
export async function inTime<T>(reading: Promise<T>, withinMs: number): Promise<T | 'unavailable'> {
  const answered = await within(reading, withinMs);
  return answered === undefined ? 'unavailable' : answered.value;
}

/** The viewer of a modal, with their pins if these are known in time. */
export const viewerOfForm = async (
  { store, contexts }: ListenerDeps,
  person: Person,
): Promise<SlackContext> =>
  contexts.private(person.userId, (await within(store.pins(person), PINS_WITHIN_MS))?.value);

/** Opens a modal that needs no read, and says so if Slack opens none. False: it did not open. */
export async function openForm(deps: ListenerDeps, opening: Opening, view: ModalView): Promise<boolean> {
  const open = opening.viewId === undefined ? deps.views.open : deps.views.push;
  const isOpen = (await open({ trigger_id: opening.triggerId, view })).kind === 'done';
  if (!isOpen) await sayNotOpened(deps, opening);
  return isOpen;
}

/** Does nothing if it was pressed in a window. */
async function sayNotOpened(deps: ListenerDeps, opening: Opening): Promise<void> {
  const { person, responseUrl, viewId } = opening;
  const { notOpened } = deps.contexts.private(person.userId).words.command;
  if (responseUrl !== undefined) await sendReply(deps.respond, responseUrl, sentence(notOpened));
  else if (viewId === undefined) await showHome(deps, { ...opening, notice: notOpened });
}

/** The work for a view that says "loading" failed. The error handler has to update the view. */
export class UnfilledViewError extends Error {
  readonly code = 'unfilled_view';
  readonly externalId: string;

  constructor(externalId: string, cause: unknown) {
    super('what a view was to show could not be made', { cause });
    this.name = 'UnfilledViewError';
    this.externalId = externalId;
  }
}

interface Showing {
  readonly work: Promise<ModalView>;
  /** How long `work` may take before the view opens without it. */
  readonly withinMs: number;
  /** What to show while `work` takes longer. */
  readonly loading: ModalView;
  /** A view with a `hash` is filled in only while it is unchanged. */
  readonly show: (view: ModalView) => Promise<Called<{ readonly view?: { readonly hash?: string } }>>;
}

/** Slack may have opened a view, and used up the trigger, although its answer was lost on its way. */
const MAY_BE_OPEN: readonly Called<unknown>['kind'][] = ['done', 'passing', 'gone'];

/**
 * Shows a view when it is ready, or one that says "loading" and is filled in later. False: Slack showed nothing, or
 * "loading" is still there. Throws if `work` rejects or makes what Slack cannot draw: an UnfilledViewError if "loading" may
 * be there.
 */
async function showView(
  views: Pick<Web['views'], 'fill'>,
  { work, withinMs, loading, show }: Showing,
): Promise<boolean> {
  // Our own id, because Slack's may be lost. New each time, so that a late answer fills in no later view.
  const external_id = randomUUID();
  let opened: Awaited<ReturnType<Showing['show']>> | undefined;
  const open = async () => {
    opened = await show({ ...loading, external_id });
  };
  const { value } = await withPlaceholder(work, withinMs, open).catch((error) => {
    throw opened && MAY_BE_OPEN.includes(opened.kind) ? new UnfilledViewError(external_id, error) : error;
  });
  const view = { ...value, external_id };
  if (opened === undefined) return (await show(view)).kind === 'done';
  if (!MAY_BE_OPEN.includes(opened.kind)) return false;
  const hash = opened.kind === 'done' ? opened.value.view?.hash : undefined;
  const filled = await views.fill({ external_id, view, hash });
  if (filled.kind === 'malformed') throw new UnfilledViewError(external_id, new Error(filled.error));
  // A view that the person closed or used for something else needs no answer any more. One that never opened does.
  return filled.kind === 'done' || (filled.kind === 'gone' && opened.kind === 'done');
}

/** A window that was submitted. Its ack can hold the next view, or what is wrong under a field. */
export type Submitted = AuthorizedUser &
  Pick<SlackViewMiddlewareArgs<ViewSubmitAction>, 'body' | 'view' | 'ack'>;

/** The same in place of a submitted modal: through the ack, which Slack accepts once. */
export const showInPlace = (
  { views, inlineWithinMs }: ListenerDeps,
  { ack, stopwatch }: Pick<Submitted, 'ack' | 'stopwatch'>,
  showing: Pick<Showing, 'work' | 'loading'> & Partial<Showing>,
) =>
  showView(views, {
    withinMs: stopwatch.leftMs(inlineWithinMs),
    ...showing,
    async show(view) {
      await ack({ response_action: 'update', view });
      return { kind: 'done', value: {} };
    },
  });

/**
 * Opens a modal, or puts it on top of the one in which something was pressed. If Slack refuses, the content replaces that
 * modal or comes as a private message; Home says that it did not open. False: the person sees nothing of it. Throws as
 * `showView` does.
 */
export async function openView(
  deps: ListenerDeps,
  opening: Opening,
  { work, loading }: Pick<Showing, 'work' | 'loading'>,
): Promise<boolean> {
  const { views } = deps;
  const { triggerId, viewId, person, responseUrl } = opening;
  const open = viewId === undefined ? views.open : views.push;
  const show: Showing['show'] = (view) => open({ trigger_id: triggerId, view });
  if (await showView(views, { work, loading, withinMs: TIME_LIMITS.loading, show })) return true;
  const view = await work;
  if (viewId !== undefined) return (await views.update({ view_id: viewId, view })).kind === 'done';
  if (responseUrl === undefined) {
    await sayNotOpened(deps, opening);
    return false;
  }
  const { insteadOfWindow } = deps.contexts.private(person.userId).words.command;
  const message = [paragraph(bold(insteadOfWindow)), ...(view.blocks as KnownBlock[]).flatMap(readOnly)];
  return (await sendReply(deps.respond, responseUrl, message)) === 'deferred';
}

/** A block without what can only be pressed or typed in its window. */
function readOnly(block: KnownBlock): KnownBlock[] {
  if (block.type === 'actions' || block.type === 'input') return [];
  return [block.type === 'section' ? { ...block, accessory: undefined } : block];
}
