import { toWireView } from '../server/to-wire-view.ts';
import type { ApiMethod } from './api-method.ts';
import { readTrigger, readView } from './view-args.ts';

/** A first modal for whoever the trigger belongs to; modals of this app that were open are gone. */
export const viewsOpen: ApiMethod = {
  token: 'bot',
  run(args, { state }) {
    const read = readView(args, { type: 'modal' }, state);
    if ('refusal' in read) return read.refusal;
    const triggered = readTrigger(args, state);
    if ('refusal' in triggered) return triggered.refusal;
    const { userId } = triggered.trigger;
    state.views.close(userId, 'all');
    const view = state.views.show({ userId, type: 'modal', content: read.content });
    return { ok: true, view: toWireView(view, state.workspace) };
  },
};
