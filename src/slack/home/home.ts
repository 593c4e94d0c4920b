import { randomUUID } from 'node:crypto';
import type { HomeView, KnownBlock } from '@slack/types';
import type { Person } from '../../account/names.ts';
import { answerIn, type LookupOutcome } from '../../account/outcome.ts';
import type { WatchedState, Workspace } from '../../store/create-store.ts';
import type { BrokenChannel } from '../../watch/posted.ts';
import type { AuthorizedUser } from '../access.ts';
import { ownerText } from '../alerts/alert-blocks.ts';
import { logAudit } from '../audit-log.ts';
import { accountButtons, cardChoices } from '../card/buttons.ts';
import { triageEntry } from '../card/list.ts';
import {
  accountSection,
  button,
  contextLine,
  escapeMrkdwn,
  header,
  input,
  overflow,
  type Parts,
  pair,
  plainText,
  present,
  row,
  section,
} from '../kit/blocks.ts';
import { ACTIONS, encodeAccountAction, HOME_ACTIONS, isSlackId, PINNED } from '../kit/ids.ts';
import { pinOf, type SlackContext } from '../kit/message.ts';
import { dateToken, line, paragraph, richText, timeToken } from '../kit/rich-text.ts';
import { MAX_LENGTHS, OUTAGE_SIGN, QUIET_SIGN, truncate, VERDICT_SIGN, WAITING_SIGN } from '../kit/text.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { exampleList, serviceFailure } from '../lookup/notices.ts';
import { closedTo } from '../web.ts';

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

/** A pin of the person, or one of the worst watched accounts of the workspace. */
export interface HomeAccount {
  readonly id: string;
  /** Absent: nobody watches it, and it is not muted. */
  readonly watched?: WatchedState;
  /** Absent while it is looked up and no earlier answer is known. */
  readonly outcome?: LookupOutcome;
}

/** Everything that Home shows to one person besides their pins, which the context has. */
export interface HomeState {
  readonly accounts: readonly HomeAccount[];
  readonly workspace: Workspace;
  /** Conversations that accept no alerts, in which the person began a watch. */
  readonly broken: readonly BrokenChannel[];
  /** Newest first. */
  readonly recents: readonly string[];
  /** One line of news, until the next action. */
  readonly notice?: string;
  /** Outcomes are earlier ones; new ones are on their way. */
  readonly isAsking: boolean;
}

/** This stays far below Slack's limit of 100 blocks. */
const MAX_ROWS = 20;
const MAX_WORST = 5;

/** The Home tab of one person. Blocks keep their order from one publish to the next. */
export function formatHome(state: HomeState, context: SlackContext): HomeView {
  const { alert, home, buttons } = context.words;
  const byNeed = state.accounts.toSorted(worstFirst);
  const worst = byNeed
    .filter((one) => ['critical', 'attention'].includes(lastKindOf(one)))
    .slice(0, MAX_WORST);
  const pins = byNeed.filter((one) => pinOf(one.id, context) !== undefined && !worst.includes(one));
  const shown = pins.slice(0, MAX_ROWS - worst.length);
  const more = pins.length - shown.length;
  const { critical, attention } = state.workspace.others;
  const rowOf = (account: HomeAccount) => pinRow(account, context);
  const toAccounts = (label: string, value?: string) => button(HOME_ACTIONS.accounts, label, value);
  const sections: Parts<KnownBlock>[] = [
    [
      ...homeLead(state, context),
      state.notice && paragraph(state.notice),
      ...brokenBlocks(state.broken, context),
      ...worst.flatMap((account) => [rowOf(account), ...ownerBlocks(account, context)]),
      ...row(critical + attention > 0 && toAccounts(buttons.seeAll, 'all')),
    ],
    lookUpBlocks(state, context),
    [
      shown.length > 0 && title(home.pinned),
      ...shown.map(rowOf),
      ...row(more > 0 && toAccounts(alert.more(more), PINNED)),
    ],
    recentBlocks(state.recents, context),
    row(
      button(HOME_ACTIONS.watches, buttons.watches),
      toAccounts(buttons.accounts),
      button(HOME_ACTIONS.summary, buttons.summary),
    ),
  ];
  const divided = sections.map(present).filter(({ length }) => length > 0);
  return {
    type: 'home',
    callback_id: state.isAsking ? 'home-asking' : 'home',
    blocks: divided.flatMap((blocks, at) => (at === 0 ? blocks : [{ type: 'divider' }, ...blocks])),
  };
}

const title = (text: string): KnownBlock => contextLine(`*${text}*`);

/** Among equals, accounts that nobody is on come first. */
const worstFirst = (one: HomeAccount, other: HomeAccount): number =>
  KINDS.indexOf(lastKindOf(one)) - KINDS.indexOf(lastKindOf(other)) ||
  Number(one.watched?.owner !== undefined) - Number(other.watched?.owner !== undefined);

/** Two lines with a menu, and a third if the account is muted. */
function pinRow({ id, outcome, watched }: HomeAccount, context: SlackContext): KnownBlock {
  const { sign, title, numbers } = triageEntry(id, outcome, context);
  const isMuted = watched?.level === 'muted';
  const text = isMuted ? `${numbers}\n${QUIET_SIGN} ${context.words.quiet.isMuted}` : numbers;
  const menu = overflow(ACTIONS.more, cardChoices(id, context, ['open']), context.words);
  return accountSection(encodeAccountAction(id), pair(title, text, `${sign} `), menu);
}

/** Who is on it. Empty if nobody is, which the first line counts. Slack shows the time in the viewer's zone. */
const ownerBlocks = ({ watched }: HomeAccount, context: SlackContext): KnownBlock[] =>
  ownerText(watched?.owner, { ...context, zone: 'UTC' }).map(contextLine);

/** More of them usually share one cause, and the list of watches shows all. */
const MAX_BROKEN = 3;

/** Where alerts do not arrive, and what to do. */
function brokenBlocks(broken: readonly BrokenChannel[], { words }: SlackContext): KnownBlock[] {
  const { watches } = words;
  const more = broken.length - MAX_BROKEN;
  return [
    ...broken.slice(0, MAX_BROKEN).map(({ channelId, reason }): KnownBlock => {
      const where = isSlackId('person', channelId) ? watches.test.you : `<#${escapeMrkdwn(channelId)}>`;
      return section(`${OUTAGE_SIGN} ${watches.broken(closedTo(reason), where)}`);
    }),
    ...(more > 0 ? [contextLine(watches.brokenMore(more))] : []),
  ];
}

function recentBlocks(recents: HomeState['recents'], context: SlackContext): KnownBlock[] {
  const buttons = accountButtons(recents, context);
  return buttons.length === 0 ? [] : [title(context.words.home.recent), ...buttons];
}

/** The first line and the one below it, so that a later publish moves nothing below them. */
function homeLead(state: HomeState, context: SlackContext): KnownBlock[] {
  const { home } = context.words;
  if (context.pins === undefined)
    return [header(`${OUTAGE_SIGN} ${home.pinsUnavailable}`), contextLine(home.pinsUnavailableNext)];
  const tally = tallyOf(state);
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  return total > 0 ? counted(tally, total, state, context) : welcome(context);
}

/** An introduction, while nothing is pinned or watched. */
function welcome({ words }: SlackContext): KnownBlock[] {
  const { title, what } = words.home.welcome;
  return [header(title), richText(line(what), exampleList(words.command.help.examples.slice(0, 2)))];
}

/** What somebody has to act on, or how all of them are; below it how fresh that is. */
function counted(tally: HomeTally, total: number, state: HomeState, context: SlackContext): KnownBlock[] {
  const { home, triage } = context.words;
  const owned = state.accounts.filter((one) => kindOf(one) === 'critical' && one.watched?.owner);
  const all = triage.summary(total, tally);
  const needed =
    tally.critical > 0 && home.needed(tally.critical, state.workspace.othersTaken + owned.length);
  const worst = KINDS.find((one) => tally[one] > 0) ?? 'healthy';
  const below = present([freshness(state, context), needed && all]).join(' · ');
  return [header(`${SIGN[worst]} ${needed || all}`), contextLine(below)];
}

const KINDS = ['critical', 'attention', 'unknown', 'notChecked', 'not-read', 'healthy', 'muted'] as const;

const SIGN = {
  ...VERDICT_SIGN,
  notChecked: VERDICT_SIGN.unknown,
  'not-read': WAITING_SIGN,
  muted: QUIET_SIGN,
};

/** Whether newer answers are on their way, why there are none, or how old this is. */
function freshness(state: HomeState, context: SlackContext) {
  const { alert, home, time } = context.words;
  const { outageSinceMs } = state.workspace;
  if (state.isAsking) return home.isAsking;
  const failure = serviceFailure(
    state.accounts.flatMap(({ outcome }) => outcome ?? []),
    context,
  );
  if (failure) return failure;
  if (outageSinceMs !== undefined)
    return `${OUTAGE_SIGN} ${alert.outage.what(timeToken(outageSinceMs, 'UTC', context))}`;
  const read = state.accounts.flatMap(({ outcome }) =>
    outcome?.kind === 'found' ? outcome.answer.readAtMs : [],
  );
  const oldestMs = Math.min(context.nowMs, ...read);
  return read.length > 0 && home.updated(dateToken(oldestMs, '{ago}', time.ago(context.nowMs - oldestMs)));
}

type HomeTally = Workspace['others'] & { notChecked: number };

/**
 * Counts everything watched in the workspace, and the person's pins, each once. `notChecked` includes, in an outage, all that
 * were fine before it.
 */
function tallyOf({ accounts, workspace: { others, outageSinceMs } }: HomeState): HomeTally {
  const isOut = outageSinceMs !== undefined;
  const tally = { ...others, notChecked: 0, ...(isOut && { healthy: 0, notChecked: others.healthy }) };
  for (const account of accounts) tally[kindOf(account)] += 1;
  return tally;
}

/** How an account is: by its live answer, else as its watch has it. */
function kindOf({ outcome, watched }: HomeAccount): keyof HomeTally {
  if (watched?.level === 'muted') return 'muted';
  if (outcome?.kind === 'found' && outcome.answer.source !== 'last-known')
    return outcome.answer.verdict.level;
  const isFailure = outcome !== undefined && outcome.kind !== 'found';
  // What was fine when its watch read it may not be fine now.
  if (isFailure && (watched?.level ?? 'healthy') === 'healthy') return 'notChecked';
  return watched?.level ?? 'not-read';
}

/** The same, or how it was by its last answer. */
function lastKindOf(account: HomeAccount): keyof HomeTally {
  const kind = kindOf(account);
  const isKnown = kind !== 'notChecked' && kind !== 'not-read';
  return isKnown ? kind : (answerIn(account.outcome)?.verdict.level ?? kind);
}

/**
 * The look-up field and its buttons. Slack keeps what is in a field for as long as its `block_id` stays, so another account
 * that was looked up empties it.
 */
function lookUpBlocks({ recents: [newest = ''] }: HomeState, { words }: SlackContext): KnownBlock[] {
  const { home, buttons } = words;
  const element = { type: 'plain_text_input', placeholder: plainText(home.lookUpPlaceholder) } as const;
  const field = input(HOME_ACTIONS.lookUpField, home.lookUpLabel, element);
  return [
    { ...field, block_id: `home_lookup:${truncate(newest, MAX_LENGTHS.id)}`, dispatch_action: true },
    ...row(button(HOME_ACTIONS.lookUp, buttons.lookUp), button(HOME_ACTIONS.refresh, buttons.refresh)),
  ];
}
