import { randomUUID } from 'node:crypto';
import type { HomeView } from '@slack/types';
import { z } from 'zod';
import { compareOutcomes, isPlausibleId, type LookupOutcome } from '../../account/outcome.ts';
import type { Person } from '../../account/pins.ts';
import { withPlaceholder } from '../../async.ts';
import type { Workspace } from '../../watch/watch-list.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { missedIn, type TypedAccount } from '../lookup/names.ts';
import { formatDefectHome } from '../lookup/notices.ts';
import { accountIds } from '../reply.ts';
import { TIME_LIMITS } from '../web.ts';
import type { LookedUp } from './home-look-up.ts';
import { formatHome } from './home-view.ts';

/** What Home was asked about: typed into its field, or one account that was opened. */
const QUESTION = z.union([
  z.object({ askedAtMs: z.number(), typed: z.string() }),
  z.object({ askedAtMs: z.number(), id: z.string().refine(isPlausibleId) }),
]);

export type HomeQuestion = z.infer<typeof QUESTION>;

/** In UTF-16 units. Slack takes 3,000 as `private_metadata`, and the window for a name puts its own beside it. */
const MAX_METADATA = 2_000;

/** What a Home keeps from one press to the next. Text that does not fit was too long to be read, and Home says so. */
export function writeQuestion(question: HomeQuestion | undefined): string {
  const text = JSON.stringify(question ?? {});
  return text.length <= MAX_METADATA ? text : '{}';
}

/** Undefined: nothing was asked, or the Home is one of another version. */
export function readQuestion(privateMetadata = ''): HomeQuestion | undefined {
  try {
    return QUESTION.parse(JSON.parse(privateMetadata));
  } catch {
    return undefined;
  }
}

/** What Home is to show beside what the store has for the person. */
export interface HomeWish {
  /** Absent: nothing was looked up in it. */
  readonly question?: HomeQuestion;
  /** One line of news. */
  readonly notice?: string;
  /** A defect that has just shown itself would show itself again: nothing is asked. */
  readonly isAfterDefect?: boolean;
  /** When the person did something, epoch milliseconds. Absent: now. */
  readonly askedAtMs?: number;
  /** What is asked about again, past answers of the last seconds: everything, or one account. */
  readonly fresh?: 'all' | { readonly id: string };
}

/** What came of something done in Home, for the audit line. */
export interface HomeDone {
  /** Of the accounts that were asked about. */
  readonly outcomes: readonly LookupOutcome[];
  /** Whether Slack took the last view, or has a newer one. */
  readonly isPublished: boolean;
}

/**
 * Publishes a person's Home: the last known answers at once, and newer ones when they are in. Nothing is kept of it but the
 * question, which Slack keeps. Rejects for defects only, when the rest is shown.
 */
export async function showHome(deps: ListenerDeps, person: Person, wish: HomeWish = {}): Promise<HomeDone> {
  const { lookup, names, contexts, now } = deps;
  const { question, notice, isAfterDefect = false, askedAtMs, fresh } = wish;
  const { pins, workspace, broken, ...stored } = await readStored(deps, person);
  const known = pins === 'unavailable' ? [] : pins;
  let { recents } = stored;
  let looked = question && (await readTyped(deps, person, question));
  const watched = new Map(workspace.accounts.map((account) => [account.accountId, account]));
  const ids = [...new Set([...known.map(({ accountId }) => accountId), ...watched.keys()])];
  const mayAsk = !isAfterDefect;
  const outcomes = new Map<string, LookupOutcome>();
  for (const [id, answer] of await deps.lastKnown([...ids, ...(looked?.ids ?? [])]))
    outcomes.set(id, { kind: 'found', id, answer: mayAsk ? answer : { ...answer, source: 'cached' } });
  const isFresh = (id: string) =>
    fresh === 'all' ? !isReadSince(outcomes.get(id), now() - REFRESHED_MS) : fresh?.id === id;

  async function ask(id: string): Promise<LookupOutcome> {
    const outcome = await lookup(id, { askedAtMs, fresh: isFresh(id) });
    outcomes.set(id, outcome);
    return outcome;
  }

  async function answer(accounts: readonly TypedAccount[]) {
    const { ids, choices } = await names.settle(accounts, { askedAtMs });
    const found = await Promise.all(ids.map(ask));
    const near = await names.near(person, missedIn(found), known);
    looked = { ids, hints: { choices, near } };
    // One of an earlier press is among them already.
    const asked = question?.askedAtMs === askedAtMs ? accountIds(found) : [];
    if (recents !== 'unavailable') {
      const others = recents.filter(({ accountId }) => !asked.includes(accountId));
      recents = [...asked.map((accountId) => ({ accountId, askedAtMs: now() })), ...others];
    }
    return { found, asked };
  }

  let isAsking = false;
  const publish = createPublish(deps, person, () => {
    const accounts = ids.map((id) => ({
      ...names.named(id),
      isPinned: known.some(({ accountId }) => accountId === id),
      watched: watched.get(id),
      outcome: outcomes.get(id),
    }));
    const lookedUp = looked && question && toLookedUp(looked, outcomes, mayAsk, question);
    const named = recents === 'unavailable' ? recents : recents.map((one) => names.named(one.accountId));
    const state = { pins, accounts, workspace, broken, recents: named, lookedUp, notice, isAsking };
    const view = formatHome(state, contexts.private(person.userId, pins));
    return { ...view, private_metadata: writeQuestion(question) };
  });

  const answering = mayAsk && looked?.accounts ? answer(looked.accounts) : undefined;
  const isDue = (id: string) => isFresh(id) || !isRecent(outcomes.get(id));
  const asked = new Map(mayAsk ? ids.filter(isDue).map((id) => [id, ask(id)]) : []);
  isAsking = asked.size > 0;
  // A defect with one account must not hide the others: it is thrown once they are shown.
  const others = Promise.allSettled(asked.values()).then(() => {
    isAsking = false;
  });
  const one = typeof fresh === 'object' ? asked.get(fresh.id) : undefined;
  if (answering !== undefined || one !== undefined)
    await withPlaceholder(Promise.allSettled([answering, one]), TIME_LIMITS.loading, publish);
  const isMoreToCome = isAsking;
  let isPublished = await publish();
  await others;
  if (isMoreToCome) isPublished = await publish();
  const answered = await answering;
  const done = [...(answered?.found ?? []), ...(await Promise.all(asked.values()))];
  await deps.store.record(person, answered?.asked ?? []);
  return { outcomes: done, isPublished };
}

/** Pressed again within this, Refresh does not ask again. */
const REFRESHED_MS = 10_000;

const isReadSince = (outcome: LookupOutcome | undefined, sinceMs: number) =>
  outcome?.kind === 'found' && outcome.answer.readAtMs > sinceMs;

const isRecent = (outcome: LookupOutcome | undefined) =>
  outcome?.kind === 'found' && outcome.answer.source === 'cached';

const NOTHING_WATCHED: Workspace = {
  accounts: [],
  others: { critical: 0, attention: 0, unknown: 0, healthy: 0, 'not-read': 0 },
  othersTaken: 0,
};

/** Says nothing about watches that cannot be read: Home already says that the database fails. */
async function readStored({ store, watches }: ListenerDeps, person: Person) {
  const pinned = store.pins(person);
  const [pins, recents, broken, workspace] = await Promise.all([
    pinned,
    store.recents(person),
    watches.broken(person.userId),
    pinned.then((pins) =>
      watches.workspace(pins === 'unavailable' ? [] : pins.map(({ accountId }) => accountId)),
    ),
  ]);
  return {
    pins,
    recents,
    broken: broken === 'unavailable' ? [] : broken,
    workspace: workspace === 'unavailable' ? NOTHING_WATCHED : workspace,
  };
}

/** What a question is about, as far as it is known. `accounts` are absent once it is settled which are meant. */
type Looked = Pick<LookedUp, 'ids' | 'hints' | 'problem'> & { readonly accounts?: readonly TypedAccount[] };

/** Without the service. */
async function readTyped({ names }: ListenerDeps, person: Person, question: HomeQuestion): Promise<Looked> {
  if ('id' in question) return { ids: [question.id], accounts: [{ kind: 'id', id: question.id }] };
  const { typed } = question;
  const read = await names.read(person, typed);
  if (read.kind === 'accounts') {
    const { accounts } = read;
    return { accounts, ids: accounts.map((one) => (one.kind === 'id' ? one.id : meantBy(one))) };
  }
  // Home has no help or check-up of its own: so it says that no id was typed.
  return { ids: [], problem: read.kind === 'invalid' ? read.problem : { kind: 'id-unreadable', typed } };
}

const meantBy = ({ typed, accountIds }: Extract<TypedAccount, { kind: 'name' }>) =>
  accountIds.length === 1 ? (accountIds[0] ?? typed) : typed;

/** Undefined where an answer is missing that nobody asks for. */
function toLookedUp(
  { ids, hints, problem }: Looked,
  outcomes: ReadonlyMap<string, LookupOutcome>,
  mayAsk: boolean,
  { askedAtMs }: HomeQuestion,
): LookedUp | undefined {
  const known = ids.flatMap((id) => outcomes.get(id) ?? []);
  const isAsking = known.length < ids.length;
  if (isAsking && !mayAsk) return undefined;
  return { askedAtMs, ids, isAsking, outcomes: known.toSorted(compareOutcomes), hints, problem };
}

/**
 * Publishes what `draw` makes. The first view replaces whatever Slack shows; each further one only the one before it, so that
 * a Home that somebody has drawn since, in whichever process, is left alone. False: Slack does not take it.
 */
function createPublish({ views, contexts, log }: ListenerDeps, person: Person, draw: () => HomeView) {
  const { userId } = person;
  let hash: string | undefined;
  let isReplaced = false;

  async function send(view: HomeView) {
    const called = await views.publish({ user_id: userId, view, hash });
    // Without an answer it is unknown which view Slack has.
    hash = called.kind === 'done' ? called.value.view?.hash : undefined;
    isReplaced = called.kind !== 'done' && called.error === 'hash_conflict';
    return called.kind;
  }

  return async (): Promise<boolean> => {
    if (isReplaced) return true;
    const sent = await send(draw());
    if (sent !== 'malformed') return sent === 'done' || isReplaced;
    // A defect. The person reads so, and what still works.
    const reference = randomUUID().slice(0, 8);
    log.error({ reference }, 'Slack could not draw a Home; a plain one takes its place');
    return (await send(formatDefectHome(reference, contexts.private(userId)))) === 'done';
  };
}
