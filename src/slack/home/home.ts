import { randomUUID } from 'node:crypto';
import type { HomeView } from '@slack/types';
import { answerIn, type LookupOutcome } from '../../account/outcome.ts';
import type { Person } from '../../account/pins.ts';
import { withPlaceholder } from '../../async.ts';
import type { Workspace } from '../../store/create-store.ts';
import type { AuthorizedUser } from '../access.ts';
import { logAudit } from '../audit-log.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { TIME_LIMITS } from '../web.ts';
import { formatHome } from './home-view.ts';

/** What Home shows besides what the store has for the person. */
interface HomeWish extends AuthorizedUser {
  /** One line of news. */
  readonly notice?: string;
  /** The account that is looked up again although its answer is only seconds old. */
  readonly freshId?: string;
}

/**
 * Publishes a person's Home: the last known answers at once, and newer ones when they arrive. Rejects only for defects.
 */
export async function showHome(deps: ListenerDeps, wish: HomeWish): Promise<void> {
  const { lookup, contexts } = deps;
  const { person, stopwatch, freshId, notice } = wish;
  const { startedAtMs: askedAtMs } = stopwatch;
  const publish = createPublish(deps, person, draw);
  const { pins, workspace, broken, recents } = await readStored(deps, person);
  const known = pins ?? [];
  const watched = new Map(workspace.accounts.map((account) => [account.accountId, account]));
  const ids = [...new Set([...known.map(({ accountId }) => accountId), ...watched.keys()])];
  const outcomes = new Map<string, LookupOutcome>();
  for (const [id, answer] of await deps.lastKnown(ids)) outcomes.set(id, { kind: 'found', id, answer });
  let isAsking = false;

  function draw(): HomeView {
    const accounts = ids.map((id) => ({
      id,
      isPinned: known.some(({ accountId }) => accountId === id),
      watched: watched.get(id),
      outcome: outcomes.get(id),
    }));
    const state = { pins, accounts, workspace, broken, recents, notice, isAsking };
    return formatHome(state, contexts.private(person.userId, pins));
  }

  async function ask(id: string): Promise<LookupOutcome> {
    const fresh = id === freshId;
    const outcome = await lookup(id, { askedAtMs, fresh, isBackground: !fresh }).catch((error) => {
      // A defect with one account must not hide the others.
      deps.log.error({ reference: randomUUID().slice(0, 8), error }, 'a listener failed');
      return { kind: 'unavailable', id, reason: 'bad-response' } as const;
    });
    outcomes.set(id, outcome);
    return outcome;
  }

  const isDue = (id: string) => id === freshId || answerIn(outcomes.get(id))?.source !== 'cached';
  const asked = new Map(ids.filter(isDue).map((id) => [id, ask(id)]));
  isAsking = asked.size > 0;
  const others = Promise.all(asked.values()).finally(() => {
    isAsking = false;
  });
  const one = freshId === undefined ? undefined : asked.get(freshId);
  // Only what was pressed is worth a wait before the first view.
  if (one !== undefined) await withPlaceholder(one, TIME_LIMITS.loading, publish);
  const isMoreToCome = isAsking;
  let isPublished = await publish();
  const done = await others;
  if (isMoreToCome) isPublished = await publish();
  const delivery = isPublished ? 'deferred' : 'refused';
  logAudit(deps.log, wish, { by: 'home', outcomes: done, delivery });
}

const NOTHING_WATCHED: Workspace = {
  accounts: [],
  others: { critical: 0, attention: 0, unknown: 0, healthy: 0, muted: 0, 'not-read': 0 },
  othersTaken: 0,
};

/** Leaves out watches that cannot be read: Home already says that the database fails. */
async function readStored({ store, watches }: ListenerDeps, person: Person) {
  const pinned = store.pins(person);
  const [pins, recents, broken, workspace] = await Promise.all([
    pinned,
    store.recents(person),
    orUndefined(watches.broken(person.userId)),
    pinned.then((pins) => orUndefined(watches.workspace((pins ?? []).map(({ accountId }) => accountId)))),
  ]);
  return { pins, recents, broken: broken ?? [], workspace: workspace ?? NOTHING_WATCHED };
}

/**
 * Publishes what `draw` makes. Made before anything is read. The first view replaces whatever Slack shows, each other one
 * only the one before it, so that a newer Home stays. False: Slack did not accept it. Throws if Slack cannot draw it.
 */
function createPublish({ views }: ListenerDeps, { userId }: Person, draw: () => HomeView) {
  const drawing = views.newDrawing(userId);
  let hash: string | undefined;
  return async (): Promise<boolean> => {
    const called = await views.publish({ user_id: userId, view: draw(), hash }, drawing);
    // Without an answer it is unknown which view Slack has. A Home that was replaced never has the present one.
    if (called.kind !== 'gone') hash = called.kind === 'done' ? called.value.view?.hash : undefined;
    if (called.kind === 'malformed') throw new Error(`Slack could not draw a Home: ${called.error}`);
    return called.kind === 'done' || called.kind === 'gone';
  };
}
