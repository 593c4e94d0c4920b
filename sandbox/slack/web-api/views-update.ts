import { toWireView } from '../server/to-wire-view.ts';
import { type ApiMethod, refuse, textArg } from './api-method.ts';
import { isStale, readView } from './view-args.ts';

/** Changes a view that is still open, named by view_id or external_id. */
export const viewsUpdate: ApiMethod = {
  token: 'bot',
  run(args, { state }) {
    const viewId = textArg(args, 'view_id');
    const externalId = textArg(args, 'external_id');
    const view = viewId === undefined ? state.views.findExternal(externalId ?? '') : state.views.find(viewId);
    const read = readView(args, { type: view?.type ?? 'modal', replaced: view }, state);
    if ('refusal' in read) return read.refusal;
    if (!view) return refuse('not_found');
    if (isStale(args, view)) return refuse('hash_conflict');
    const changed = state.views.change(view, read.content);
    return { ok: true, view: toWireView(changed, state.workspace) };
  },
};
