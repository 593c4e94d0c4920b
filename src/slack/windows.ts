import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { withPlaceholder } from '../async.ts';
import type { Words } from '../words/words.ts';
import type { AuthorizedUser } from './access.ts';
import type { Action } from './action.ts';
import { logWatchAudit } from './audit-log.ts';
import { showHome } from './home/home.ts';
import { enteredIn } from './kit/blocks.ts';
import { asSent, sentence, textModal } from './kit/message.ts';
import { bold, paragraph } from './kit/rich-text.ts';
import { MAX_LENGTHS, truncate } from './kit/text.ts';
import { type ListenerDeps, StorageError } from './listener-deps.ts';
import { sendReply } from './reply.ts';
import { type Called, TIME_LIMITS, type Web } from './web.ts';

/** An action or a command that opens a window. */
export type Opening = AuthorizedUser &
  Pick<Action, 'triggerId'> &
  Partial<Pick<Action, 'channelId' | 'responseUrl' | 'viewId'>>;

/** When a submission has to be acknowledged, since its request arrived. Slack allows 3,000, and shows no error after that. */
export const ACK_BY_MS = 2_500;

/** The work for a view that says "loading" failed. The error handler has to update the view. */
export class UnfilledViewError extends Error {
  readonly code = 'unfilled_view';
}

/** A window, under a title that it also has while its content is on its way. */
interface Window<Content = ModalView> {
  readonly title: string;
  readonly work: Promise<Content>;
  /** What it says meanwhile. Absent: to wait a moment. */
  readonly loading?: string;
  /** How long a submitted form waits for `work`. Absent: as long as a command. */
  readonly withinMs?: number;
}

/** Slack may have opened a view, and used up the trigger, although its answer was lost on its way. */
const MAY_BE_OPEN: readonly Called<unknown>['kind'][] = ['done', 'passing', 'gone'];

/**
 * Shows a view when it is ready, or one that says "loading" and is filled in later. False: Slack showed nothing, or
 * "loading" is still there. Throws if `work` rejects or makes what Slack cannot draw: an UnfilledViewError if "loading" may
 * be there. `external_id`: the trigger of the request, because Slack's own id may be lost.
 */
async function showView(
  views: Pick<Web['views'], 'update'>,
  { title, work, withinMs, loading }: Window & { readonly withinMs: number },
  words: Words,
  external_id: string,
  show: (view: ModalView) => Promise<Called<unknown>>,
): Promise<boolean> {
  let opened: Called<unknown> | undefined;
  const open = async () => {
    opened = await show({ ...textModal(words, title, loading ?? words.command.moment), external_id });
  };
  const unfilled = (cause: unknown) => new UnfilledViewError('a view could not be filled', { cause });
  const content = await withPlaceholder(work, withinMs, open).catch((error) => {
    throw opened && MAY_BE_OPEN.includes(opened.kind) ? unfilled(error) : error;
  });
  const view = { ...content, external_id };
  if (opened === undefined) return (await show(view)).kind === 'done';
  if (!MAY_BE_OPEN.includes(opened.kind)) return false;
  const filled = await views.update({ external_id, view });
  if (filled.kind === 'malformed') throw unfilled(filled.error);
  // A view that the person closed needs no answer any more. One that never opened does.
  return filled.kind === 'done' || (filled.kind === 'gone' && opened.kind === 'done');
}

/** A window that was submitted. Its ack can hold the next view, or what is wrong under a field. */
export type Submitted = AuthorizedUser &
  Pick<SlackViewMiddlewareArgs<ViewSubmitAction>, 'body' | 'view' | 'ack'>;

/** What is wrong with a window that was submitted, by the id of the field under which it is said. */
export interface Refused {
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * The same in place of a submitted window: through the ack, which Slack accepts once. What is wrong is said under its field;
 * if that is too late, above the same form with everything that was entered. That the store fails is said under the first.
 */
export async function showInPlace(
  deps: ListenerDeps,
  submitted: Submitted,
  { work, withinMs, ...window }: Window<ModalView | Refused>,
): Promise<boolean> {
  const { ack, body, stopwatch, words, view: form } = submitted;
  const [field] = form.blocks.filter(({ type }) => type === 'input');
  let refused: Refused | undefined;
  const refuse = (errors: Refused['errors']) => {
    const cut = Object.entries(errors).map(([id, why]) => [id, truncate(why, MAX_LENGTHS.line)]);
    refused = { errors: Object.fromEntries(cut) };
    return refilled(form, Object.values(errors).join(' '));
  };
  const failed = (error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    logWatchAudit(deps.log, submitted, { by: 'submission', result: 'unavailable' });
    return refuse({ [field?.block_id ?? '']: words.command.storageFailed });
  };
  const viewed = work.then((done) => ('errors' in done ? refuse(done.errors) : done), failed);
  const showing = { ...window, work: viewed, withinMs: withinMs ?? stopwatch.leftMs(deps.inlineWithinMs) };
  return showView(deps.views, showing, words, body.trigger_id, async (view) => {
    await ack(refused ? { response_action: 'errors', ...refused } : { response_action: 'update', view });
    return { kind: 'done', value: {} };
  });
}

/** The `block_id` of what is wrong with a form, above its fields. */
const WHY = 'why_refused';

/** A submitted form as it was filled in, below what is wrong with it. */
function refilled(form: Submitted['view'], why: string): ModalView {
  const { title, submit, close, callback_id, private_metadata, blocks } = asSent(form) as ModalView;
  const filled = (blocks as KnownBlock[])
    .filter(({ block_id }) => block_id !== WHY)
    .map((block) => (block.type === 'input' ? { ...block, element: enteredElement(form, block) } : block));
  const shown = [{ ...paragraph(bold(why)), block_id: WHY }, ...filled] as KnownBlock[];
  return { type: 'modal', title, submit, close, callback_id, private_metadata, blocks: shown };
}

/** The element of a field with what was entered: `initial_value`, `initial_option`, `initial_users` and so on. */
function enteredElement(form: Submitted['view'], { block_id = '', element }: InputBlock) {
  const { type: _type, ...entered } = asSent(enteredIn(form, block_id) ?? { type: '' });
  const fields = Object.entries(entered).map(([name, value]) => {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return [`initial_${name.replace('selected_', '')}`, isEmpty ? undefined : value] as const;
  });
  // This would fill a field that was left empty.
  return { ...element, default_to_current_conversation: undefined, ...Object.fromEntries(fields) };
}

/**
 * Opens a window, or puts it on top of the one in which something was pressed. If Slack refuses, it replaces that one;
 * elsewhere the person reads that it did not open. False: the person cannot see it. Throws as `showView` does.
 */
export async function openView(deps: ListenerDeps, opening: Opening, window: Window): Promise<boolean> {
  const { triggerId, viewId, words, responseUrl } = opening;
  const { views, respond } = deps;
  const open = viewId === undefined ? views.open : views.push;
  const work = window.work.catch((error) => {
    if (error instanceof StorageError) return textModal(words, window.title, words.command.storageFailed);
    throw error;
  });
  const showing = { ...window, work, withinMs: TIME_LIMITS.loading };
  const show = (view: ModalView) => open({ trigger_id: triggerId, view });
  if (await showView(views, showing, words, triggerId, show)) return true;
  if (viewId !== undefined)
    return (await views.update({ view_id: viewId, view: await work })).kind === 'done';
  const { notOpened } = words.command;
  if (responseUrl === undefined) await showHome(deps, { ...opening, notice: notOpened });
  else await sendReply(respond, responseUrl, sentence(notOpened));
  return false;
}
