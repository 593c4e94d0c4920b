import { toWireView } from '../server/to-wire-view.ts';
import { type ApiMethod, refuse, refuseArgument, textArg } from './api-method.ts';
import { isStale, readView } from './view-args.ts';

/** The Home tab of one person. Like Slack it has no code of its own for a user who does not exist. */
export const viewsPublish: ApiMethod = {
  token: 'bot',
  run(args, { state }) {
    const userId = textArg(args, 'user_id');
    const user = state.workspace.users.find(({ id, kind }) => id === userId && kind !== 'bot');
    if (!user) return refuseArgument('user_id');
    const home = state.views.home(user.id);
    const read = readView(args, { type: 'home', replaced: home }, state);
    if ('refusal' in read) return read.refusal;
    if (isStale(args, home)) return refuse('hash_conflict');
    const view = home
      ? state.views.change(home, read.content)
      : state.views.show({ userId: user.id, type: 'home', content: read.content });
    return { ok: true, view: toWireView(view, state.workspace) };
  },
};
