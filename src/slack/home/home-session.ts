import type { HomeView } from '@slack/types';
import type { LookupOutcome } from '../../domain/outcome.ts';
import type { Person, PinChange } from '../../domain/pins.ts';
import type { HomeNotice } from '../../formatters/home/home-state.ts';
import type { LookupLimit } from '../../words/command-problem.ts';
import type { Names } from '../shared/names.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { createHomeAccounts, type HomeAccountsDeps } from './home-accounts.ts';
import { createHomePresses, type HomePresses, type SeenHome } from './home-presses.ts';
import { createHomePublisher, type HomePublisherDeps } from './home-publisher.ts';
import { createHomeRun, type HomeDone, type HomeRun } from './home-run.ts';

/** One person's Home. All of it rejects for defects only. */
export interface HomeSession {
  /** Shows last known answers at once and newer ones when they are in. A round under way is joined. */
  open(seen: SeenHome): Promise<HomeDone>;
  /** The same, with every account asked about anew. */
  refresh(seen: SeenHome): Promise<HomeDone>;
  /** Answers what was typed into the look-up field. */
  lookUp(seen: SeenHome, typed: string): Promise<HomeDone>;
  /** Shows one account in full. */
  show(seen: SeenHome, id: string): Promise<HomeDone>;
  refreshOne(seen: SeenHome, id: string): Promise<HomeDone>;
  /** Says what became of a change to a pin. */
  tellPinChange(seen: SeenHome, id: string, change: PinChange): Promise<HomeDone>;
  turnTo(seen: SeenHome, page: number): Promise<HomeDone>;
  /** Says why the press had no effect, beside what is known. */
  refuse(seen: SeenHome, limit: LookupLimit): Promise<HomeDone>;
  /** Says something at the top of Home, until the next press. Makes no request to the service. */
  tell(notice: HomeNotice): Promise<HomeDone>;
  /** Takes away what the person saw while they were let in, and what is under way. */
  refuseAccess(refusal: HomeView): Promise<HomeDone>;
  /** Pins or watches were changed elsewhere. */
  storeChanged(): Promise<HomeDone>;
  /** Whether something is under way. */
  isBusy(): boolean;
}

export interface HomeSessionDeps extends HomeAccountsDeps, HomePublisherDeps {
  readonly rateLimit: RateLimit;
  readonly names: Names;
}

/** Pressed again within this, Refresh asks only about what has no answer of the last moments. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;

export function createHomeSession(deps: HomeSessionDeps, person: Person): HomeSession {
  const { now } = deps;
  const accounts = createHomeAccounts(deps, person);
  const publisher = createHomePublisher(deps, person, accounts);
  const run = createHomeRun({ ...deps, accounts, publisher, person });
  const presses = createHomePresses({ ...deps, accounts, publisher, run, person });
  const { pressed, refuse, askFor, joinRound, isInRound } = presses;
  let refreshedAtMs = -Infinity;

  async function publish(): Promise<HomeDone> {
    return { outcomes: [], isPublished: await publisher.publish() };
  }

  return {
    refuse,
    open: (seen) =>
      joinRound(seen, () => {
        // The worst comes first again, and what was looked up is the account last asked for.
        const lookedUp = accounts.isAsking() ? {} : { lookedUp: undefined };
        pressed(seen, { notice: undefined, page: 0, ...lookedUp });
        return { isDue: isNotOfTheLastMoments };
      }),
    refresh: (seen) =>
      joinRound(seen, () => {
        pressed(seen, { notice: undefined });
        const fresh = now() - refreshedAtMs >= REFRESH_AT_MOST_EVERY_MS;
        if (fresh) refreshedAtMs = now();
        return { fresh, isDue: (outcome) => fresh || isNotOfTheLastMoments(outcome) };
      }),
    lookUp: (seen, typed) => lookUpTyped({ ...deps, presses, run, person }, seen, typed),
    show: (seen, id) => askFor(seen, { ids: [id], isInFull: true }),
    refreshOne: (seen, id) => askFor(seen, { ids: [id], fresh: true }),
    tellPinChange(seen, accountId, change) {
      pressed(seen, { notice: { change, accountId } });
      return run({});
    },
    turnTo(seen, page) {
      pressed(seen, { page });
      return run({});
    },
    async tell(notice) {
      accounts.change({ notice });
      if (!accounts.isLoaded()) await accounts.load();
      return publish();
    },
    refuseAccess(refusal) {
      accounts.change({ refusal });
      return publish();
    },
    storeChanged: () => run({}),
    isBusy: () => isInRound() || publisher.isPublishing() || accounts.isBusy(),
  };
}

interface TypedDeps extends Pick<HomeSessionDeps, 'names' | 'now'> {
  readonly presses: HomePresses;
  readonly run: (run: HomeRun) => Promise<HomeDone>;
  readonly person: Person;
}

async function lookUpTyped(
  { names, now, presses: { pressed, ifAllowed }, run, person }: TypedDeps,
  seen: SeenHome,
  typed: string,
): Promise<HomeDone> {
  const { askedAtMs } = seen;
  const read = await names.read(person, typed);
  if (read.kind === 'accounts') {
    return ifAllowed(seen, read.accounts.length, async () => {
      pressed(seen, { notice: undefined });
      const { ids, choices } = await names.settle(read.accounts, { askedAtMs });
      return run({ ids, choices, isInFull: true, askedAtMs });
    });
  }
  // Home has no help or check-up of its own: so it says that no id was typed.
  const problem = read.kind === 'invalid' ? read.problem : ({ kind: 'id-unreadable', typed } as const);
  pressed(seen, { notice: undefined, lookedUp: { askedAtMs: now(), problem } });
  return run({});
}

const isNotOfTheLastMoments = (outcome: LookupOutcome | undefined) =>
  outcome?.kind !== 'found' || outcome.answer.source === 'last-known';
