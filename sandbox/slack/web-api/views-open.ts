import { toWireView } from '../server/to-wire-view.ts';
import type { ApiMethod } from './api-method.ts';
import { readTrigger, readView } from './view-args.ts';

/** Opens a first modal for the person of the trigger. Closes the app's modals that were open. */
export const viewsOpen: ApiMethod = {
  token: 'bot',
  run(args, { state }) {
    const read = readView(args, { type: 'modal' }, state);
    if ('refusal' in read) return read.refusal;
    const triggered = readTrigger(args, state);
    if ('refusal' in triggered) return triggered.refusal;
    const { userId, channelId: openedFrom } = triggered.trigger;
    state.views.close(userId, 'all');
    const view = state.views.show({ userId, type: 'modal', content: read.content, openedFrom });
    return { ok: true, view: toWireView(view, state.workspace) };
  },
};
