import { randomUUID } from 'node:crypto';
import type { HomeView } from '@slack/types';
import type { Logger } from 'pino';
import type { Person } from '../../account/pins.ts';
import { createLatestWins } from '../../async.ts';
import type { Contexts } from '../contexts.ts';
import { formatDefectHome } from '../kit/defect-message.ts';
import type { SlackFailure, Web } from '../web.ts';
import type { HomeAccounts } from './home-accounts.ts';
import { toHomeState } from './home-model.ts';
import { formatHome } from './home-view.ts';

export interface HomePublisherDeps {
  readonly views: Pick<Web['views'], 'publish'>;
  readonly contexts: Contexts;
  readonly log: Logger;
  /** Before each further attempt at a Home that Slack did not take. Default 5, 15 and 45 seconds. */
  readonly republishAfterMs?: readonly number[];
}

/** Publishes one person's Home as it is now, one publish at a time. */
export type HomePublisher = ReturnType<typeof createHomePublisher>;

/** Several processes may publish at once; each time one of them has succeeded. */
const CONFLICTS_AT_MOST = 3;
/** Slack may ask for a longer pause; a Home that changes later than this surprises its reader. */
const LONGEST_WAIT_MS = 60_000;

export function createHomePublisher(
  deps: HomePublisherDeps,
  person: Person,
  accounts: Pick<HomeAccounts, 'model' | 'load' | 'isAsking'>,
) {
  const { log, republishAfterMs = [5_000, 15_000, 45_000] } = deps;
  let hash: string | undefined;

  /** Undefined when Slack took it. */
  async function send(view: HomeView): Promise<SlackFailure | undefined> {
    const on = hash;
    // If this fails, it is unknown which view Slack has.
    hash = undefined;
    const called = await deps.views.publish({ user_id: person.userId, view, hash: on });
    if (called.kind !== 'done') return called;
    hash = called.value.view?.hash;
    return undefined;
  }

  async function publishOnce(): Promise<SlackFailure | undefined> {
    let failure = await send(draw(deps, person, accounts));
    for (let conflicts = 0; isOutdated(failure) && conflicts < CONFLICTS_AT_MOST; conflicts += 1) {
      // Another process has published since: publish the newest state over it.
      await accounts.load();
      failure = await send(draw(deps, person, accounts));
    }
    return failure?.kind === 'malformed' ? send(drawPlain(deps, person)) : failure;
  }

  const latest = createLatestWins<SlackFailure | undefined>({
    work: publishOnce,
    retryInMs: (failure, failures) => retryInMs(failure, republishAfterMs[failures]),
    onRetryError: (err) => log.error({ err }, 'a Home could not be drawn again'),
  });
  return {
    /** False when Slack did not take it; if that may pass, it is tried again by itself. Rejects for defects only. */
    publish: async () => (await latest.run()) === undefined,
    /** The hash of a view that stands before the person: Slack takes the next one only on top of it. */
    saw(seen: string | undefined) {
      // This process knows the view that it has published better than a press on an older one does.
      if (!latest.isRunning()) hash ??= seen;
    },
  };
}

const isOutdated = (failure: SlackFailure | undefined) => failure?.error === 'hash_conflict';

function retryInMs(failure: SlackFailure | undefined, backOffMs: number | undefined): number | undefined {
  if (failure === undefined || backOffMs === undefined) return undefined;
  const mayPass = failure.kind === 'passing' || isOutdated(failure);
  return mayPass ? Math.min(failure.retryAfterMs ?? backOffMs, LONGEST_WAIT_MS) : undefined;
}

function draw(
  { contexts }: HomePublisherDeps,
  { userId }: Person,
  accounts: Pick<HomeAccounts, 'model' | 'isAsking'>,
): HomeView {
  const model = accounts.model();
  if (model.refusal !== undefined) return model.refusal;
  return formatHome(toHomeState(model, accounts.isAsking()), contexts.private(userId, model.pins));
}

/** Slack could not draw the Home: a defect. The person is told so, and what still works. */
function drawPlain({ contexts, log }: HomePublisherDeps, { userId }: Person): HomeView {
  const reference = randomUUID().slice(0, 8);
  log.error({ reference }, 'Slack could not draw a Home; a plain one takes its place');
  return formatDefectHome(reference, contexts.private(userId));
}
