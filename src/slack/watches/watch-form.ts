import type { KnownBlock, ModalView } from '@slack/types';
import { hasAnswer } from '../../account/outcome.ts';
import {
  covers,
  isTooMany,
  MAX_WATCHES,
  TARGET_NAMES,
  type Target,
  type WatchOptions,
} from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../access.ts';
import { dndText } from '../alerts/alert-blocks.ts';
import { logWatchAudit } from '../audit-log.ts';
import { titleOf } from '../card/card.ts';
import {
  channelField,
  enteredIn,
  input,
  modal,
  multiSelect,
  option,
  plainText,
  present,
  radio,
  section,
  textField,
} from '../kit/blocks.ts';
import { conversationOf, isSlackId } from '../kit/ids.ts';
import { COMMAND, type SlackContext, sentence, toSend } from '../kit/message.ts';
import { truncate } from '../kit/text.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { readPatterns, toType } from '../lookup/input.ts';
import { lookUpAll, questionText, readTypedBy, resolveNames } from '../lookup/names.ts';
import { problemText } from '../lookup/notices.ts';
import { closedTo, isUncertain } from '../web.ts';
import { type Opening, openView, type Refused, type Submitted, showInPlace } from '../windows.ts';
import { formatWatchStarted, type WatchedAccounts } from './watch-messages.ts';

/** The window in which a watch is made: its `callback_id`, and its fields. */
export const WATCH_FORM = {
  callbackId: 'watch_form',
  accounts: 'watch_accounts',
  where: 'watch_tell',
  channel: 'watch_channel',
  when: 'watch_when',
  mention: 'watch_mention',
  groups: 'watch_mention_groups',
  targets: 'watch_targets',
} as const;

/** What is chosen in `WATCH_FORM.where`: a channel, or the person's direct messages. */
export const WHERE = { channel: 'channel', me: 'me' } as const;

/** Opens the window. `accounts`: as typed. */
export async function openWatchForm(
  deps: ListenerDeps,
  opening: Opening & { readonly accounts: string },
): Promise<void> {
  const viewer = deps.contexts.private(opening.person.userId);
  const form = async () => {
    const [groups, chosen] = await Promise.all([deps.userGroups(), optionsOf(deps, opening)]);
    return formatWatchForm({ ...opening, targets: deps.targets.names, groups, chosen }, viewer);
  };
  const isOpen = await openView(deps, opening, { title: viewer.words.watches.form.title, work: form() });
  logWatchAudit(deps.log, opening, { by: 'watch', result: isOpen ? 'opened' : 'not-opened' });
}

/** The present options of a watch of these accounts, so that saving the window again keeps them. */
async function optionsOf(
  deps: ListenerDeps,
  { person, channelId, accounts }: Opening & { readonly accounts: string },
): Promise<Partial<WatchOptions>> {
  const { patterns, rest } = readPatterns(accounts);
  const [[here] = [], typed] = await Promise.all([
    orUndefined(deps.watches.list([conversationOf(channelId, person.userId)])),
    readTypedBy(deps, person, rest),
  ]);
  const ids = typed.accounts.flatMap((one) => [one.typed, ...one.accountIds]);
  return here?.watches.find(({ pattern }) => [...patterns, ...ids].includes(pattern))?.options ?? {};
}

/** Handles the window: first posts a message to the channel. Only if Slack refuses that, there is no watch. */
export async function submitWatch(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { title } = submitted.words.watches.form;
  const form = readForm(submitted, deps.targets.names);
  const work = save(deps, submitted, form).then(async ({ problem, ...audit }) => {
    logWatchAudit(deps.log, { ...submitted, channelId: form.channelId }, { by: 'watch', ...audit });
    return problem ?? (await savedView(deps, submitted, form));
  });
  await showInPlace(deps, submitted, { title, work });
}

/** What the window then says: where alerts go, who would not hear them now, and what to do for a summary. */
async function savedView(deps: ListenerDeps, { person, words }: AuthorizedUser, form: Chosen) {
  const { form: texts, test } = words.watches;
  const where = form.isForMe ? test.you : `<#${form.channelId}>`;
  const people = await deps.mentionable([...(form.isForMe ? [person.userId] : []), ...form.mentions]);
  const silent = dndText(await deps.inDnd(people), words);
  const [here] = (await orUndefined(deps.watches.list([form.channelId ?? '']))) ?? [];
  const next = here?.summary ? [] : [`${texts.summaryNext} \`${COMMAND} ${toType('summary', words)}\``];
  return modal(words, texts.title, [section([texts.saved(where), ...silent, ...next].join('\n'))]);
}

/** What was chosen in the window. */
type Chosen = ReturnType<typeof readForm>;

function readForm({ view, person: { userId } }: Submitted, offered: readonly Target[]) {
  const chosen = (id: string) => enteredIn(view, id);
  const called = (chosen(WATCH_FORM.targets)?.selected_options ?? []).map(({ value }) => value);
  const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? '';
  const isForMe = chosen(WATCH_FORM.where)?.selected_option?.value === WHERE.me;
  const minLevel: WatchOptions['minLevel'] =
    chosen(WATCH_FORM.when)?.selected_option?.value === 'attention' ? 'attention' : 'critical';
  const people = chosen(WATCH_FORM.mention)?.selected_users ?? [];
  const userGroups = chosen(WATCH_FORM.groups)?.selected_options ?? [];
  return {
    /** As typed. */
    accounts: chosen(WATCH_FORM.accounts)?.value ?? '',
    isForMe,
    /** The conversation that is notified. Undefined: no channel is chosen. */
    channelId: isForMe ? userId : isSlackId('channel', channelId) ? channelId : undefined,
    minLevel,
    /** Who is mentioned while nobody is on a critical account: people and user groups. */
    mentions: [...people, ...userGroups.map(({ value = '' }) => value)],
    /** The targets called besides Slack. */
    targets: offered.filter((one) => called.includes(one)),
    /** The mentions and targets that were selected at first: what can have been removed. */
    shown: view.private_metadata.split(' '),
  };
}

/** The result for the audit line, and why nothing was saved. */
interface Saved {
  readonly result: string;
  readonly accountIds?: readonly string[];
  readonly problem?: Refused;
}

const refused = (result: string, field: keyof typeof WATCH_FORM, why: string): Saved => ({
  result,
  problem: { errors: { [WATCH_FORM[field]]: why } },
});

async function save(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { channelId, isForMe, accounts, minLevel, mentions, targets, shown }: Chosen,
): Promise<Saved> {
  const { watches, contexts, messages, now } = deps;
  const { person } = user;
  const own = contexts.private(person.userId);
  const { problem: texts } = own.words.watches;
  if (channelId === undefined) return refused('no-channel', 'channel', texts.noChannel);
  const people = mentions.filter((id) => isSlackId('person', id));
  if ((await deps.mentionable(people)).length < people.length)
    return refused('no-member', 'mention', texts.noMember);
  if (isForMe && mentions.some((id) => id !== person.userId))
    return refused('not-there', 'mention', texts.notInDirect);
  const [here] = await watches.list([channelId]);
  const read = await readAccounts(deps, user, accounts);
  if ('result' in read) return read;
  const accountIds = read.outcomes.map(({ id }) => id);
  const patterns = [...read.patterns, ...accountIds];
  const watched = here?.watches.map(({ pattern }) => pattern) ?? [];
  if (isTooMany(watched, patterns)) return refused('limit-reached', 'accounts', texts.limit(MAX_WATCHES));
  const viewer = isForMe ? own : contexts.channel();
  const started = formatWatchStarted({ ...read, userId: person.userId, minLevel }, viewer);
  const before = here?.watches.filter(({ pattern }) => patterns.includes(pattern)) ?? [];
  // What the window did not show, nobody has removed in it.
  const unseen = <One extends string>(all: readonly One[] = []) => all.filter((one) => !shown.includes(one));
  const kept = {
    mentions: [...new Set([...mentions, ...before.flatMap((row) => unseen(row.options.mentions))])],
    targets: [...new Set([...targets, ...before.flatMap((row) => unseen(row.options.targets))])],
  };
  const options = { minLevel, ...kept, zone: own.zone, createdAtMs: now() };
  const posted = await messages.post({ channel: channelId, ...toSend(started) });
  if (posted.kind !== 'done' && !isUncertain(posted.error)) {
    const why =
      posted.kind === 'conversation' ? texts.closed(closedTo(posted.error)) : own.words.command.notPosted;
    return refused(posted.error, isForMe ? 'where' : 'channel', why);
  }
  await watches.add({ channelId, person, patterns, options }).catch(async (error) => {
    const { channel = channelId, ts } = posted.kind === 'done' ? posted.value : {};
    if (ts) await messages.update({ channel, ts, ...toSend(sentence(viewer.words.watches.notStarted)) });
    throw error;
  });
  return { result: 'saved', accountIds };
}

/**
 * What a text means: prefixes, and accounts, each looked up once. An account that does not exist is a problem; one that
 * cannot be read is not.
 */
async function readAccounts(
  deps: ListenerDeps,
  { person, stopwatch }: AuthorizedUser,
  text: string,
): Promise<WatchedAccounts | Saved> {
  const { names, contexts } = deps;
  const context = contexts.private(person.userId);
  const { words } = context;
  const { problem: texts } = words.watches;
  const problem = (result: string, why: string) => refused(result, 'accounts', why);
  const { patterns, rest } = readPatterns(text);
  const count = names.listed().filter((id) => patterns.some((pattern) => covers(pattern, id))).length;
  if (patterns.length > 0 && count === 0) return problem('none-fits', words.accounts.none);
  if (patterns.length > 0 && rest === '') return { patterns, count, outcomes: [] };
  const typed = await readTypedBy(deps, person, rest);
  if (typed.problem) return problem(typed.problem.kind, problemText(typed.problem, words));
  if (typed.accounts.length === 0) return problem('no-accounts', texts.noAccounts);
  const options = { askedAtMs: stopwatch.startedAtMs };
  const { ids, choices } = await resolveNames(deps.lookup, names, typed.accounts, options);
  const outcomes = await lookUpAll(deps.lookup, ids, options);
  const isKnown = (id: string) => names.isKnown(id) || typed.pins?.some(({ accountId }) => accountId === id);
  // While the service is away, what nobody knows may be a typing mistake, and would be watched in vain.
  const missing = outcomes.filter(
    (one) => !hasAnswer(one) && !(one.kind === 'unavailable' && isKnown(one.id)),
  );
  const problems = [
    ...choices.map((choice) => questionText(choice, context)),
    ...missing.map((one) => `${titleOf(one, context).title}.`),
  ];
  if (problems.length > 0) return problem('unknown-accounts', problems.join(' '));
  return { patterns, count, outcomes };
}

/** A mention of more people would address nobody in particular. */
const MAX_MENTIONS = 5;
/** Slack allows 100 options. */
const MAX_GROUPS = 100;

/** As much as a command may hold. */
const MAX_ACCOUNTS = 1_000;

interface Offered {
  /** As typed. */
  readonly accounts: string;
  /** Where the window was opened. Absent: in Home. */
  readonly channelId?: string;
  readonly groups: Awaited<ReturnType<ListenerDeps['userGroups']>>;
  /** Those that operators have set up. */
  readonly targets: readonly Target[];
  /** What the window begins with. */
  readonly chosen?: Partial<WatchOptions>;
}

export function formatWatchForm(
  { accounts, channelId, groups, targets: offered, chosen = {} }: Offered,
  { words, zone }: SlackContext,
): ModalView {
  const { form } = words.watches;
  const { minLevel = 'critical', mentions = [], targets: toCall = [] } = chosen;
  const people = mentions.filter((id) => isSlackId('person', id)).slice(0, MAX_MENTIONS);
  const places = [option(form.whereChannel, WHERE.channel), option(form.whereMe, WHERE.me)];
  const where = isSlackId('channel', channelId) ? WHERE.channel : WHERE.me;
  const named = groups.slice(0, MAX_GROUPS).map(({ id, name }) => option(truncate(name, 75), id));
  const called = offered.map((name) => option(TARGET_NAMES[name], name));
  const levels = [option(form.critical, 'critical'), option(form.attention, 'attention')];
  const typed = textField(MAX_ACCOUNTS, accounts, { placeholder: plainText(words.home.lookUpPlaceholder) });
  const groupsField = multiSelect(named, mentions, form.mentionGroups);
  const targetsField = multiSelect(called, toCall);
  const toMention = {
    type: 'multi_users_select' as const,
    max_selected_items: MAX_MENTIONS,
    initial_users: people.length > 0 ? people : undefined,
  };
  const blocks = present<KnownBlock>([
    input(WATCH_FORM.accounts, words.buttons.accounts, typed, { hint: form.accountsHint('20*') }),
    input(WATCH_FORM.where, form.where, radio(places, where)),
    input(WATCH_FORM.channel, form.channel, channelField(), { hint: form.channelHint, optional: true }),
    input(WATCH_FORM.when, form.when, radio(levels, minLevel)),
    input(WATCH_FORM.mention, form.mention, toMention, { hint: form.mentionHint, optional: true }),
    named.length > 0 && input(WATCH_FORM.groups, form.mentionGroups, groupsField, { optional: true }),
    called.length > 0 &&
      input(WATCH_FORM.targets, form.targets, targetsField, { hint: form.targetsHint, optional: true }),
    // The zone comes from Slack's profile: text from outside.
    { type: 'context', elements: [plainText(form.zone(zone))] },
  ]);
  const isGone = (id: string) => isSlackId('userGroup', id) && groups.every((one) => one.id !== id);
  // Saving the window also removes groups that are gone.
  const gone = groups.length === 0 ? [] : mentions.filter(isGone);
  const selectable = [...people, ...gone, ...[...named, ...called].map(({ value }) => value)];
  const metadata = [...mentions, ...toCall].filter((one) => selectable.includes(one)).join(' ');
  const sent = { submit: words.buttons.save, callbackId: WATCH_FORM.callbackId, metadata };
  return modal(words, form.title, blocks, sent);
}
