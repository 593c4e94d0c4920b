import type { HomeView } from '@slack/types';
import { LRUCache } from 'lru-cache';
import type { LookupOptions, LookupOutcome } from '../../account/outcome.ts';
import { type Person, PINS_AT_MOST, type PinChange } from '../../account/pins.ts';
import { atMost, withPlaceholder } from '../../async.ts';
import type { NameChoice } from '../lookup/name-messages.ts';
import type { Names } from '../lookup/names.ts';
import { accountIds } from '../reply.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { createHomeAccounts, type HomeAccounts, type HomeAccountsDeps } from './home-accounts.ts';
import { type HomeModel, shownIds, withRecents } from './home-model.ts';
import { createHomePublisher, type HomePublisher, type HomePublisherDeps } from './home-publisher.ts';
import type { HomeNotice } from './home-state.ts';

/** One person's Home. All of it rejects for defects only. */
export type HomeSession = ReturnType<typeof createHomeSession>;

export interface HomeSessionDeps extends HomeAccountsDeps, HomePublisherDeps {
  readonly names: Names;
}

/** The view that the person saw when they did something, as Slack sent it. */
export interface SeenHome {
  readonly hash: string | undefined;
  /** As `formatHome` left it there: the page. */
  readonly privateMetadata: string | undefined;
  /** When they did it, epoch milliseconds. */
  readonly askedAtMs: number;
}

/** What is asked and shown after a press. */
interface HomeRun extends LookupOptions {
  /** What the person asked for: shown the moment it is answered, before the others. */
  readonly ids?: readonly string[];
  /** Whether `ids` are shown in full, and are among the recent accounts from now on. */
  readonly isInFull?: boolean;
  /** Names among what was typed that several accounts have. */
  readonly choices?: readonly NameChoice[];
  /** Of the other accounts shown: whether to ask about one. By default, when nothing is known of it. */
  readonly isDue?: (outcome: LookupOutcome | undefined) => boolean;
}

/** What came of something done in Home, for the audit line. */
export interface HomeDone {
  /** Of the accounts that were asked about. */
  readonly outcomes: readonly LookupOutcome[];
  /** Whether Slack took the last view. */
  readonly isPublished: boolean;
}

/** Pressed again within this, Refresh asks only about what has no answer of the last moments. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;

export function createHomeSession(deps: HomeSessionDeps, person: Person) {
  const { names, now } = deps;
  const accounts = createHomeAccounts(deps, person);
  const publisher = createHomePublisher(deps, person, accounts);
  const run = createHomeRun(deps, person, accounts, publisher);
  const { pressed, askFor, joinRound } = createHomePresses(accounts, publisher, run);
  let refreshedAtMs = -Infinity;

  async function publish(): Promise<HomeDone> {
    return { outcomes: [], isPublished: await publisher.publish() };
  }

  return {
    /** Shows last known answers at once and newer ones when they are in. A round under way is joined. */
    open: (seen: SeenHome) =>
      joinRound(seen, () => {
        // The worst comes first again, and what was looked up is the account last asked for.
        const lookedUp = accounts.isAsking() ? {} : { lookedUp: undefined };
        pressed(seen, { notice: undefined, page: 0, ...lookedUp });
        return { isDue: isNotOfTheLastMoments };
      }),
    /** The same, with every account asked about anew. */
    refresh: (seen: SeenHome) =>
      joinRound(seen, () => {
        pressed(seen, { notice: undefined });
        const fresh = now() - refreshedAtMs >= REFRESH_AT_MOST_EVERY_MS;
        if (fresh) refreshedAtMs = now();
        return { fresh, isDue: (outcome) => fresh || isNotOfTheLastMoments(outcome) };
      }),
    /** Answers what was typed into the look-up field. */
    async lookUp(seen: SeenHome, typed: string) {
      const { askedAtMs } = seen;
      const read = await names.read(person, typed);
      if (read.kind === 'accounts') {
        pressed(seen, { notice: undefined });
        const { ids, choices } = await names.settle(read.accounts, { askedAtMs });
        return run({ ids, choices, isInFull: true, askedAtMs });
      }
      // Home has no help or check-up of its own: so it says that no id was typed.
      const problem = read.kind === 'invalid' ? read.problem : ({ kind: 'id-unreadable', typed } as const);
      pressed(seen, { notice: undefined, lookedUp: { askedAtMs: now(), problem } });
      return run({});
    },
    /** Shows one account in full. */
    show: (seen: SeenHome, id: string) => askFor(seen, { ids: [id], isInFull: true }),
    refreshOne: (seen: SeenHome, id: string) => askFor(seen, { ids: [id], fresh: true }),
    /** Says what became of a change to a pin. */
    tellPinChange(seen: SeenHome, accountId: string, change: PinChange) {
      pressed(seen, { notice: { change, accountId } });
      return run({});
    },
    turnTo(seen: SeenHome, page: number) {
      pressed(seen, { page });
      return run({});
    },
    /** Says something at the top of Home, until the next press. Makes no request to the service. */
    async tell(notice: HomeNotice) {
      accounts.change({ notice });
      if (!accounts.isLoaded()) await accounts.load();
      return publish();
    },
    /** Takes away what the person saw while they were let in, and what is under way. */
    refuseAccess(refusal: HomeView) {
      accounts.change({ refusal });
      return publish();
    },
    /** Pins or watches were changed elsewhere. */
    storeChanged: () => run({}),
  };
}

const isNotOfTheLastMoments = (outcome: LookupOutcome | undefined) =>
  outcome?.kind !== 'found' || outcome.answer.source === 'last-known';

/** What all presses in one person's Home have in common. */
function createHomePresses(
  accounts: HomeAccounts,
  publisher: HomePublisher,
  run: (run: HomeRun) => Promise<HomeDone>,
) {
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

  return {
    pressed,
    /** Asks about one account. */
    askFor(seen: SeenHome, options: HomeRun) {
      pressed(seen, { notice: undefined });
      return run({ ...options, askedAtMs: seen.askedAtMs });
    },
    /** Looks at all accounts. A round that is under way is joined. */
    joinRound(seen: SeenHome, begin: () => HomeRun): Promise<HomeDone> {
      round ??= run({ ...begin(), askedAtMs: seen.askedAtMs }).finally(() => {
        round = undefined;
      });
      return round;
    },
  };
}

/** Loads what is known, shows it, and shows answers as they come in: one publish where there is nothing to ask. */
function createHomeRun(
  { store, names, now }: HomeSessionDeps,
  person: Person,
  accounts: HomeAccounts,
  publisher: HomePublisher,
) {
  return async ({
    ids = [],
    choices = [],
    isInFull = false,
    isDue = isUnknown,
    ...options
  }: HomeRun): Promise<HomeDone> => {
    await accounts.load();
    const question = { askedAtMs: now(), ids, hints: { choices, near: [] } };
    if (isInFull) accounts.change({ lookedUp: question });
    const { outcomes } = accounts.model();
    const due = shownIds(accounts.model()).filter((id) => !ids.includes(id) && isDue(outcomes.get(id)));
    const asked = accounts.ask(ids, options);
    const othersOptions = ids.length === 0 ? options : {};
    // Pins come first. Opening Home never asks for more; the others show the last known answer.
    const most = othersOptions.fresh ? due.length : PINS_AT_MOST;
    const others = accounts.ask(due.slice(0, most), othersOptions);
    // A defect with one account must not hide the others: it is thrown once they are shown.
    const settled = Promise.allSettled([asked]);
    const othersSettled = Promise.allSettled([others]);
    let isPublished = false;
    const publish = async () => {
      isPublished = await publisher.publish();
    };
    if (ids.length === 0) await publish();
    else await withPlaceholder(settled, TIME_LIMITS.loading, publish);
    const [answers] = await settled;
    const recent = isInFull && answers.status === 'fulfilled' ? accountIds(answers.value) : [];
    if (recent.length > 0) accounts.change(withRecents(accounts.model(), recent, now()));
    if (isInFull && answers.status === 'fulfilled') {
      const { pins } = accounts.model();
      const near = await names.near(person, answers.value, pins === 'unavailable' ? undefined : pins);
      // Somebody may have asked for something else by now.
      if (near.length > 0 && accounts.model().lookedUp === question) {
        accounts.change({ lookedUp: { ...question, hints: { choices, near } } });
      }
    }
    if (ids.length > 0) await publish();
    await othersSettled;
    if (due.length > 0) await publish();
    const done = { outcomes: [...(await asked), ...(await others)], isPublished };
    await store.record(person, recent);
    return done;
  };
}

const isUnknown = (outcome: LookupOutcome | undefined) => outcome === undefined;

/** Not used for so long: forgotten. */
const FORGET_AFTER_MS = 30 * 60_000;
/** Those not used for the longest time go once there are more. */
const MAX_COUNT = 1_000;

/** The Homes of all people, as far as this process has seen them lately: by user id, as there is one team. */
export function createHomeSessions(create: (person: Person) => HomeSession, now: () => number) {
  const recent = new LRUCache<string, HomeSession, Person>({
    ...atMost(MAX_COUNT),
    ttl: FORGET_AFTER_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
    memoMethod: (_userId, _old, { context }) => create(context),
  });
  return {
    /** Undefined when this person's Home was not open lately. */
    find: (userId: string) => recent.get(userId),
    /** The one of this person, a new one if it was forgotten. */
    of: (person: Person) => recent.memo(person.userId, { context: person }),
  };
}
