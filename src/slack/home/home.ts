import { randomUUID } from 'node:crypto';
import type { HomeView } from '@slack/types';
import { answerIn, type LookupOutcome } from '../../account/outcome.ts';
import type { Person } from '../../account/pins.ts';
import type { Workspace } from '../../store/create-store.ts';
import type { AuthorizedUser } from '../access.ts';
import { logAudit } from '../audit-log.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { formatHome } from './home-view.ts';

/**
 * Publishes a person's Home: the last known answers at once, and newer ones when they arrive. `notice`: one line of news.
 * Rejects only for defects.
 */
export async function showHome(
  deps: ListenerDeps,
  user: AuthorizedUser & { readonly notice?: string },
): Promise<void> {
  const { person, stopwatch, notice } = user;
  const publish = createPublish(deps, person);
  const { pins, workspace, broken, recents } = await readStored(deps, person);
  const watched = new Map(workspace.accounts.map((account) => [account.accountId, account]));
  const ids = [...new Set([...(pins ?? []).map(({ accountId }) => accountId), ...watched.keys()])];
  const outcomes = new Map<string, LookupOutcome>();
  for (const [id, answer] of await deps.lastKnown(ids)) outcomes.set(id, { kind: 'found', id, answer });

  function draw(isAsking: boolean): HomeView {
    const accounts = ids.map((id) => ({ id, watched: watched.get(id), outcome: outcomes.get(id) }));
    const state = { accounts, workspace, broken, recents, notice, isAsking };
    return formatHome(state, deps.contexts.private(person.userId, pins));
  }

  async function ask(id: string): Promise<LookupOutcome> {
    const options = { askedAtMs: stopwatch.startedAtMs, isBackground: true };
    const outcome = await deps.lookup(id, options).catch((error) => {
      // A defect with one account must not hide the others.
      deps.log.error({ reference: randomUUID().slice(0, 8), error }, 'a listener failed');
      return { kind: 'unavailable', id, reason: 'bad-response' } as const;
    });
    outcomes.set(id, outcome);
    return outcome;
  }

  const due = ids.filter((id) => answerIn(outcomes.get(id))?.source !== 'cached');
  const asked = Promise.all(due.map(ask));
  if (due.length > 0) await publish(draw(true));
  const done = await asked;
  const delivery = (await publish(draw(false))) ? 'deferred' : 'refused';
  logAudit(deps.log, user, { by: 'home', outcomes: done, delivery });
}

const NOTHING_WATCHED: Workspace = {
  accounts: [],
  others: { critical: 0, attention: 0, unknown: 0, healthy: 0, muted: 0, 'not-read': 0 },
  othersTaken: 0,
};

/** Leaves out watches that cannot be read: Home already says that the database fails. */
async function readStored({ store, watches }: ListenerDeps, person: Person) {
  const pins = await store.pins(person);
  const [recents, broken = [], workspace = NOTHING_WATCHED] = await Promise.all([
    store.recents(person),
    orUndefined(watches.broken(person.userId)),
    orUndefined(watches.workspace((pins ?? []).map(({ accountId }) => accountId))),
  ]);
  return { pins, recents, broken, workspace };
}

/**
 * Publishes views. Made before anything is read. The first view replaces whatever Slack shows, each other one only the one
 * before it, so that a newer Home stays. False: Slack did not accept it. Throws if Slack cannot draw it.
 */
function createPublish({ views }: ListenerDeps, { userId }: Person) {
  const drawing = views.newDrawing(userId);
  let hash: string | undefined;
  return async (view: HomeView): Promise<boolean> => {
    const called = await views.publish({ user_id: userId, view, hash }, drawing);
    // Without an answer it is unknown which view Slack has. A Home that was replaced never has the present one.
    if (called.kind !== 'gone') hash = called.kind === 'done' ? called.value.view?.hash : undefined;
    if (called.kind === 'malformed') throw new Error(`Slack could not draw a Home: ${called.error}`);
    return called.kind === 'done' || called.kind === 'gone';
  };
}
