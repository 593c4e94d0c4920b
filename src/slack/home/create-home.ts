import type { HomeView } from '@slack/types';
import type { LookupOptions } from '../../domain/outcome.ts';
import type { Person } from '../../domain/pins.ts';
import type { HomeNotice } from '../../formatters/home/home-view.ts';
import type { LookupLimit } from '../../words/command-words.ts';
import type { PinChange } from '../../words/home-words.ts';
import { parseCommand } from '../input/parse-command.ts';
import type { LookupAllowance } from '../shared/create-lookup-allowance.ts';
import type { PersonalStore } from '../shared/personal-store.ts';
import type { HomeMemories, HomeMemory } from './home-memory.ts';
import type { HomeDone, HomeRounds } from './home-rounds.ts';

/** The view that stood before the person when they did something, as Slack told us. */
export interface SeenHome {
  readonly hash?: string;
  /** As `formatHome` left it there: the page. */
  readonly privateMetadata?: string;
  /** When they did it, epoch milliseconds; absent: now. */
  readonly askedAtMs?: number;
}

/** The Home tabs of all people, as far as this process has seen them lately. */
export interface Home {
  /** Shows last known answers at once and newer ones when they are in. What is under way is not begun twice. */
  open(person: Person, seen: SeenHome): Promise<HomeDone>;
  /** The same, but with every account asked about anew. */
  refresh(person: Person, seen: SeenHome): Promise<HomeDone>;
  /** Answers what was typed into the look-up field. */
  lookUp(person: Person, seen: SeenHome, typed: string): Promise<HomeDone>;
  show(person: Person, seen: SeenHome, id: string): Promise<HomeDone>;
  refreshOne(person: Person, seen: SeenHome, id: string): Promise<HomeDone>;
  pin(person: Person, seen: SeenHome, id: string): Promise<HomeDone>;
  unpin(person: Person, seen: SeenHome, id: string): Promise<HomeDone>;
  /** Says why what was pressed is not done, beside what is known. */
  refuse(person: Person, seen: SeenHome, limit: LookupLimit): Promise<HomeDone>;
  turnTo(person: Person, seen: SeenHome, page: number): Promise<HomeDone>;
  /** Says something at the top of Home, until the next press. Asks nobody anything. */
  tell(person: Person, notice: HomeNotice): Promise<HomeDone>;
  /**
   * Takes away what somebody saw while they were let in, also what is under way. False: this process shows them no Home,
   * and there is nothing to take away that it knows of.
   */
  refuseAccess(userId: string, refusal: HomeView): Promise<boolean>;
  /** Pins were changed elsewhere: shows it, if this person's Home was open lately. */
  pinsChanged(person: Person): Promise<void>;
}

export interface HomeDeps {
  readonly memories: HomeMemories;
  readonly rounds: HomeRounds;
  readonly allowance: LookupAllowance;
  readonly store: PersonalStore;
  readonly now: () => number;
}

/** Pressed again within this, Refresh asks only about what has no answer of the last moments. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;

export function createHome({ memories, rounds, allowance, store, now }: HomeDeps): Home {
  /** What was said about an earlier press is over with the next. Other processes may have changed pins since. */
  async function pressed(person: Person, seen: SeenHome): Promise<HomeMemory> {
    const memory = recall(memories.of(person), seen);
    memory.notice = undefined;
    await rounds.load(memory);
    return memory;
  }

  async function changePin(
    [person, seen, accountId]: readonly [Person, SeenHome, string],
    change: () => Promise<PinChange>,
  ): Promise<HomeDone> {
    const memory = recall(memories.of(person), seen);
    memory.notice = { change: await change(), accountId };
    return rounds.catchUp(memory);
  }

  async function refuse(person: Person, seen: SeenHome, limit: LookupLimit): Promise<HomeDone> {
    const memory = recall(memories.of(person), seen);
    memory.notice = { kind: 'limited', limit };
    return { ...(await rounds.catchUp(memory)), said: 'rate-limited' };
  }

  /** Does what a person asks for if their minute allows for so many look-ups. */
  async function ifAllowed(
    [person, seen, count]: readonly [Person, SeenHome, number],
    act: () => Promise<HomeDone>,
  ): Promise<HomeDone> {
    const limit = allowance.take(person, count);
    return limit === undefined ? act() : refuse(person, seen, limit);
  }

  /** All pins together count as one look-up; a round that is under way is joined and costs nothing. */
  async function round(
    [person, seen]: readonly [Person, SeenHome],
    { fresh }: { readonly fresh: boolean },
  ): Promise<HomeDone> {
    const memory = recall(memories.of(person), seen);
    if (memory.round !== undefined) return memory.round;
    return ifAllowed([person, seen, 1], () => {
      if (fresh) memory.notice = undefined;
      else startAnew(memory);
      const isHammered = now() - (memory.refreshedAtMs ?? -Infinity) < REFRESH_AT_MOST_EVERY_MS;
      const isFresh = fresh && !isHammered;
      if (isFresh) memory.refreshedAtMs = now();
      return rounds.round(memory, { ...sinceOf(seen), fresh: isFresh });
    });
  }

  return {
    refuse,
    open: (...press) => round(press, { fresh: false }),
    refresh: (...press) => round(press, { fresh: true }),
    async lookUp(person, seen, typed) {
      const parsed = parseCommand(typed);
      if (parsed.kind === 'lookup') {
        return ifAllowed([person, seen, parsed.ids.length], async () => {
          const memory = await pressed(person, seen);
          const { ids } = await store.readNames(person, parsed.ids);
          return rounds.show(memory, ids, sinceOf(seen));
        });
      }
      const memory = await pressed(person, seen);
      // Home has no help or check-up of its own: that no id was typed is what there is to say.
      const problem =
        parsed.kind === 'invalid' ? parsed.problem : ({ kind: 'id-unreadable', typed } as const);
      memory.lookedUp = { askedAtMs: now(), problem };
      return rounds.catchUp(memory);
    },
    show: (person, seen, id) =>
      ifAllowed([person, seen, 1], async () => rounds.show(await pressed(person, seen), [id], sinceOf(seen))),
    refreshOne: (person, seen, id) =>
      ifAllowed([person, seen, 1], async () =>
        rounds.answer(await pressed(person, seen), [id], { ...sinceOf(seen), fresh: true }),
      ),
    pin: (...press) => changePin(press, () => store.pin(press[0], press[2])),
    unpin: (...press) => changePin(press, () => store.unpin(press[0], press[2])),
    async turnTo(person, seen, page) {
      const memory = recall(memories.of(person), seen);
      memory.page = page;
      return rounds.catchUp(memory);
    },
    async tell(person, notice) {
      const memory = memories.of(person);
      memory.notice = notice;
      return { outcomes: [], isPublished: await rounds.repaint(memory) };
    },
    async refuseAccess(userId, refusal) {
      const memory = memories.findUser(userId);
      if (memory === undefined) return false;
      memory.refusal = refusal;
      await rounds.repaint(memory);
      return true;
    },
    async pinsChanged(person) {
      const memory = memories.find(person);
      if (memory !== undefined) await rounds.catchUp(memory);
    },
  };
}

const sinceOf = ({ askedAtMs }: SeenHome): LookupOptions => (askedAtMs === undefined ? {} : { askedAtMs });

/** A Home that this process has forgotten, or never drew, goes on where Slack shows it. */
function recall(memory: HomeMemory, { hash, privateMetadata }: SeenHome): HomeMemory {
  // The guard has let them in, again.
  memory.refusal = undefined;
  if (memory.loadsBegun === 0) memory.page = Number.parseInt(privateMetadata ?? '', 10) || 0;
  // Of a view that we have drawn we know better than a press on an older one.
  if (!memory.isPainting) memory.hash ??= hash;
  return memory;
}

/** Whoever comes back sees the worst first, and what they looked up as the account last asked for. */
function startAnew(memory: HomeMemory): void {
  memory.notice = undefined;
  memory.page = 0;
  if (memory.asking.size === 0) memory.lookedUp = undefined;
}
