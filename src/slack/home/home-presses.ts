import type { Person } from '../../domain/pins.ts';
import type { LookupLimit } from '../../words/command-problem.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import type { HomeAccounts } from './home-accounts.ts';
import type { HomeModel } from './home-model.ts';
import type { HomePublisher } from './home-publisher.ts';
import type { HomeDone, HomeRun } from './home-run.ts';

/** The view that the person saw when they did something, as Slack sent it. */
export interface SeenHome {
  readonly hash: string | undefined;
  /** As `formatHome` left it there: the page. */
  readonly privateMetadata: string | undefined;
  /** When they did it, epoch milliseconds. */
  readonly askedAtMs: number;
}

export interface HomePressesDeps {
  readonly accounts: Pick<HomeAccounts, 'change' | 'isLoaded'>;
  readonly publisher: Pick<HomePublisher, 'saw'>;
  readonly run: (run: HomeRun) => Promise<HomeDone>;
  readonly rateLimit: RateLimit;
  readonly person: Person;
}

export type HomePresses = ReturnType<typeof createHomePresses>;

/** What all presses in one person's Home have in common. */
export function createHomePresses(deps: HomePressesDeps) {
  const { accounts, publisher, run, rateLimit, person } = deps;
  let round: Promise<HomeDone> | undefined;

  /**
   * Every press begins with this. A Home that this process has forgotten, or never drew, continues with the view that
   * Slack shows.
   */
  function pressed({ hash, privateMetadata }: SeenHome, changes: Partial<HomeModel>): void {
    const page = Number.parseInt(privateMetadata ?? '', 10) || 0;
    // The press was allowed: an earlier refusal is over.
    accounts.change({ refusal: undefined, ...(!accounts.isLoaded() && { page }), ...changes });
    publisher.saw(hash);
  }

  async function refuse(seen: SeenHome, limit: LookupLimit): Promise<HomeDone> {
    pressed(seen, { notice: { kind: 'limited', limit } });
    return { ...(await run({})), said: 'rate-limited' };
  }

  /** Does what a person asks for if their minute allows for so many look-ups. */
  async function ifAllowed(seen: SeenHome, count: number, act: () => Promise<HomeDone>): Promise<HomeDone> {
    const limit = rateLimit.take(person, count);
    return limit === undefined ? act() : refuse(seen, limit);
  }

  return {
    pressed,
    refuse,
    ifAllowed,
    /** Asks about one account. */
    askFor: (seen: SeenHome, options: HomeRun) =>
      ifAllowed(seen, 1, () => {
        pressed(seen, { notice: undefined });
        return run({ ...options, askedAtMs: seen.askedAtMs });
      }),
    /** Looks at all accounts. They count as one look-up together; a round that is under way is joined and costs nothing. */
    async joinRound(seen: SeenHome, begin: () => HomeRun): Promise<HomeDone> {
      if (round !== undefined) return round;
      return ifAllowed(seen, 1, () => {
        round = run({ ...begin(), askedAtMs: seen.askedAtMs }).finally(() => {
          round = undefined;
        });
        return round;
      });
    },
    isInRound: () => round !== undefined,
  };
}
