import type { KnownBlock, ModalView } from '@slack/types';
import { TARGET_NAMES, type Target } from '../../watch/deliveries.ts';
import { covers, isTooMany, MAX_WATCHES, type WatchOptions } from '../../watch/watch-list.ts';
import type { AuthorizedUser, UserGroup } from '../access.ts';
import { dndText } from '../alerts/alert-blocks.ts';
import { logWatchAudit } from '../audit-log.ts';
import { failureText } from '../card/failure.ts';
import { enteredIn, input, modal, multiSelect, option, plainText, radio, section } from '../kit/blocks.ts';
import { isSlackId } from '../kit/ids.ts';
import { COMMAND, notice, type SlackContext, sentence, toSend } from '../kit/message.ts';
import { truncate } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { readPatterns } from '../lookup/input.ts';
import { lookUpAll, questionText, readTypedBy, resolveNames } from '../lookup/names.ts';
import { problemText } from '../lookup/notices.ts';
import { closedTo } from '../slack-errors.ts';
import { NO_PREVIEW } from '../web.ts';
import { type Opening, openForm, type Submitted, showInPlace } from '../windows.ts';
import { formatWatchStarted, type WatchedAccounts } from './watch-messages.ts';

/** The modal in which a watch is made: its `callback_id`, and the inputs in it, each under the same `block_id` and `action_id`. */
export const WATCH_FORM = {
  callbackId: 'watch_form',
  accounts: 'watch_accounts',
  target: 'watch_tell',
  channel: 'watch_channel',
  when: 'watch_when',
  mention: 'watch_mention',
  groups: 'watch_mention_groups',
  targets: 'watch_targets',
} as const;

/** What is chosen in `WATCH_FORM.target`. */
export const TARGETS = { channel: 'channel', me: 'me' } as const;

/** Opens the window, filled in. `accounts`: as typed. */
export async function openWatchForm(
  deps: ListenerDeps,
  opening: Opening & { readonly accounts: string },
): Promise<void> {
  const target = isSlackId('channel', opening.channelId) ? 'channel' : 'me';
  const form: WatchForm = {
    ...{ accounts: opening.accounts, target, channelId: undefined, minLevel: 'critical' },
    ...{ mentions: [], targets: [], offered: deps.targets.names, groups: await deps.userGroups() },
  };
  const view = formatWatchForm(form, deps.contexts.private(opening.person.userId));
  const isOpen = await openForm(deps, opening, view);
  logWatchAudit(deps.log, opening, { by: 'watch', result: isOpen ? 'opened' : 'not-opened' });
}

/** Handles the window: first posts a message to the channel. If Slack refuses that, there is no watch. */
export async function submitWatch(deps: ListenerDeps, { view, ack, ...user }: Submitted): Promise<void> {
  const { userId } = user.person;
  const viewer = deps.contexts.private(userId);
  const form = readForm(view, await deps.userGroups(), deps.targets.names);
  const channelId = form.target === 'me' ? userId : form.channelId;
  const saving = save(deps, user, form, channelId);
  const viewOf = async ({ problem }: Saved): Promise<ModalView> => {
    if (problem !== undefined) return formatWatchForm(form, viewer, problem);
    const texts = viewer.words.watches.form;
    const isForMe = channelId === undefined || channelId === userId;
    const conversation = isForMe ? undefined : `<#${channelId}>`;
    const people = await deps.peopleOf([...(isForMe ? [userId] : []), ...form.mentions]);
    const silent = dndText(await deps.inDnd(people), viewer.words);
    const next = `${texts.summaryNext(conversation)} \`${COMMAND} summary 08:00\``;
    const saved = conversation === undefined ? texts.savedForMe : texts.saved(conversation);
    return formatWatchSaved([saved, ...silent, next].join('\n'), viewer);
  };
  const loading = formatWatchSaved(viewer.words.watches.form.saving, viewer);
  await showInPlace(deps, { ...user, ack }, { work: saving.then(viewOf), loading });
  const { result, accountIds } = await saving;
  logWatchAudit(deps.log, { ...user, channelId }, { by: 'watch', result, accountIds });
}

/** The content of the window that makes a watch. */
export type WatchForm = ReturnType<typeof readForm>;

function readForm(view: Submitted['view'], groups: readonly UserGroup[], offered: readonly Target[]) {
  const chosen = (id: string) => enteredIn(view, id);
  const targets = (chosen(WATCH_FORM.targets)?.selected_options ?? []).map(({ value }) => value);
  const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? '';
  const target: keyof typeof TARGETS =
    chosen(WATCH_FORM.target)?.selected_option?.value === TARGETS.me ? 'me' : 'channel';
  const minLevel: WatchOptions['minLevel'] =
    chosen(WATCH_FORM.when)?.selected_option?.value === 'attention' ? 'attention' : 'critical';
  const people = chosen(WATCH_FORM.mention)?.selected_users ?? [];
  const userGroups = chosen(WATCH_FORM.groups)?.selected_options ?? [];
  return {
    /** As typed. */
    accounts: chosen(WATCH_FORM.accounts)?.value ?? '',
    target,
    /** Undefined: none is chosen. The window then begins with the channel in which it was opened, if Slack offers that. */
    channelId: isSlackId('channel', channelId) ? channelId : undefined,
    minLevel,
    /** Who is mentioned while nobody is on a critical account: people and user groups. */
    mentions: [
      ...people.filter((id) => isSlackId('person', id)),
      ...userGroups.map(({ value = '' }) => value).filter((id) => isSlackId('userGroup', id)),
    ],
    /** Those that can be chosen. */
    groups,
    /** The targets called besides Slack, out of those that operators have set up. */
    targets: offered.filter((one) => targets.includes(one)),
    offered,
  };
}

/** The result for the audit line, and why nothing was saved: the form is shown again, with the problem above it. */
interface Saved {
  readonly result: string;
  readonly problem?: { readonly what: string; readonly next: string };
  readonly accountIds?: readonly string[];
}

async function save(
  deps: ListenerDeps,
  user: AuthorizedUser,
  form: WatchForm,
  channelId: string | undefined,
): Promise<Saved> {
  const { watches, contexts, messages, now } = deps;
  const { person } = user;
  const own = contexts.private(person.userId);
  const { problem: texts } = own.words.watches;
  if (channelId === undefined) return { result: 'no-channel', problem: texts.noChannel };
  const listed = await watches.list([channelId]);
  if (listed === 'unavailable') return { result: 'store-failed', problem: texts.storeFailed };
  const [here] = listed;
  const read = await readAccounts(deps, user, form.accounts);
  if ('result' in read) return read;
  const accountIds = read.outcomes.map(({ id }) => id);
  const patterns = [...read.patterns, ...accountIds];
  const watched = here?.watches.map(({ pattern }) => pattern) ?? [];
  if (isTooMany(watched, patterns)) return { result: 'limit-reached', problem: texts.limit(MAX_WATCHES) };
  const { minLevel, mentions, targets } = form;
  const viewer = form.target === 'me' ? own : contexts.channel({ sharedBy: person.userId });
  const started = formatWatchStarted({ ...read, userId: person.userId, minLevel }, viewer);
  const options = { minLevel, mentions, targets, zone: own.zone, createdAtMs: now() };
  const posted = await messages.post({ channel: channelId, ...NO_PREVIEW, ...toSend(started) });
  if (posted.kind !== 'done') {
    const problem = posted.kind === 'conversation' ? texts.closed(closedTo(posted.error)) : texts.notPosted;
    return { result: posted.error, problem };
  }
  if ((await watches.add({ channelId, person, patterns, options })) !== 'unavailable')
    return { result: 'saved', accountIds };
  const { channel = channelId, ts = '' } = posted.value;
  await messages.update({ channel, ts, ...toSend(sentence(viewer.words.watches.notStarted)) });
  return { result: 'store-failed', problem: texts.storeFailed };
}

/** How long to wait for names from the database, since the request arrived. */
const NAMES_WITHIN_MS = 1_500;

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
  const { patterns, rest } = readPatterns(text);
  const count = names.ids().filter((id) => patterns.some((pattern) => covers(pattern, id))).length;
  if (patterns.length > 0 && count === 0) return { result: 'none-fits', problem: texts.noneFits };
  if (patterns.length > 0 && rest === '') return { patterns, count, outcomes: [] };
  const withinMs = stopwatch.leftMs(NAMES_WITHIN_MS);
  const { problem, accounts } = await readTypedBy(deps, person, rest, { withinMs });
  if (problem !== undefined) {
    const { what } = problemText(problem, words);
    return { result: problem.kind, problem: { what, next: texts.correctThem } };
  }
  if (accounts.length === 0) return { result: 'no-accounts', problem: texts.noAccounts };
  const options = { askedAtMs: stopwatch.startedAtMs };
  const { ids, choices } = await resolveNames(deps.lookup, names, accounts, options);
  const outcomes = await lookUpAll(deps.lookup, ids, options);
  const missing = outcomes.filter((one) => one.kind !== 'found' && one.kind !== 'unavailable');
  const problems = [
    ...choices.map((choice) => questionText(choice, context)),
    ...missing.map((one) => failureText(one, words).what),
  ];
  if (problems.length > 0)
    return { result: 'unknown-accounts', problem: { what: problems.join(' '), next: texts.correctThem } };
  return { patterns, count, outcomes };
}

/** A mention of more people would address nobody in particular. */
const MAX_MENTIONS = 5;
/** Slack allows 100 options. */
const MAX_GROUPS = 100;

/** As much as a command may hold. */
const MAX_ACCOUNTS = 1_000;

/** `problem`: why it was not saved. Shown above everything else. */
export function formatWatchForm(
  { accounts, target, channelId, minLevel, mentions, groups, targets: chosen, offered }: WatchForm,
  { words, zone }: SlackContext,
  problem?: Saved['problem'],
): ModalView {
  const { form } = words.watches;
  const targets = [option(form.targetChannel, TARGETS.channel), option(form.targetMe, TARGETS.me)];
  const people = mentions.filter((id) => isSlackId('person', id));
  const named = groups.slice(0, MAX_GROUPS).map(({ id, name }) => option(truncate(name, 75), id));
  const called = offered.map((name) => option(TARGET_NAMES[name], name));
  const levels = [option(form.critical, 'critical'), option(form.attention, 'attention')];
  const blocks: (KnownBlock | false)[] = [
    ...(problem ? notice(problem.what, problem.next) : []),
    input(
      WATCH_FORM.accounts,
      form.accounts,
      {
        type: 'plain_text_input',
        max_length: MAX_ACCOUNTS,
        placeholder: plainText(form.accountsPlaceholder),
        initial_value: truncate(accounts, MAX_ACCOUNTS) || undefined,
      },
      { hint: form.accountsHint('20*') },
    ),
    input(WATCH_FORM.target, form.target, radio(targets, target)),
    input(
      WATCH_FORM.channel,
      form.channel,
      {
        type: 'conversations_select',
        // The filter does not exclude guests in direct messages, so no direct messages are offered.
        filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
        // Only Slack knows whether it offers the channel in which the window was opened.
        default_to_current_conversation: channelId === undefined,
        initial_conversation: channelId,
      },
      { hint: form.channelHint, optional: true },
    ),
    input(WATCH_FORM.when, form.when, radio(levels, minLevel)),
    input(
      WATCH_FORM.mention,
      form.mention,
      {
        type: 'multi_users_select',
        max_selected_items: MAX_MENTIONS,
        initial_users: people.length > 0 ? people : undefined,
      },
      { hint: form.mentionHint, optional: true },
    ),
    groups.length > 0 &&
      input(WATCH_FORM.groups, form.mentionGroups, multiSelect(named, mentions, form.mentionGroups), {
        optional: true,
      }),
    offered.length > 0 &&
      input(WATCH_FORM.targets, form.targets, multiSelect(called, chosen), {
        hint: form.targetsHint,
        optional: true,
      }),
    // The zone comes from Slack's profile: text from outside.
    { type: 'context', elements: [plainText(form.zone(zone))] },
  ];
  const shown = blocks.filter((block) => block !== false);
  return modal(words, form.title, shown, { submit: form.save, callbackId: WATCH_FORM.callbackId });
}

/** The same window while it is saved, and afterwards. `text` is markup of ours. */
export const formatWatchSaved = (text: string, { words }: SlackContext): ModalView =>
  modal(words, words.watches.form.title, [section(text)]);
