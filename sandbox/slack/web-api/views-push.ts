import { toWireView } from '../server/to-wire-view.ts';
import { type ApiMethod, refuse } from './api-method.ts';
import { readTrigger, readView } from './view-args.ts';

const MAX_STACK = 3;

/** A modal on top of the one in which the trigger was issued; three at most. */
export const viewsPush: ApiMethod = {
  token: 'bot',
  run(args, { state }) {
    const read = readView(args, { type: 'modal' }, state);
    if ('refusal' in read) return read.refusal;
    const triggered = readTrigger(args, state);
    if ('refusal' in triggered) return triggered.refusal;
    const { userId, fromViewId, channelId: openedFrom } = triggered.trigger;
    const stack = state.views.stack(userId);
    if (!stack.some(({ id }) => id === fromViewId)) return refuse('not_found');
    if (stack.length >= MAX_STACK) return refuse('push_limit_reached');
    const view = state.views.show({ userId, type: 'modal', content: read.content, openedFrom });
    return { ok: true, view: toWireView(view, state.workspace) };
  },
};
