import type { KnownBlock } from '@slack/types';
import { answerIn } from '../../account/outcome.ts';
import type { VerdictLevel } from '../../account/verdict.ts';
import type { HomeCount, HomeLead } from '../../words/en/windows.ts';
import { serviceFailureIn, serviceFailureText } from '../card/failure.ts';
import { dateToken } from '../kit/date-token.ts';
import type { FormatContext } from '../kit/message.ts';
import { bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';
import type { HomeAccount, HomeState } from './home-state.ts';

/** The first line and the one under it: always two blocks, so that nothing below moves when news comes in. */
export function homeLead(state: HomeState, context: FormatContext): KnownBlock[] {
  const { home } = context.words;
  if (state.pins === 'unavailable')
    return [header(`${OUTAGE_SIGN} ${home.pinsUnavailable}`), contextLine(home.pinsUnavailableNext)];
  const tally = tallyOf(state);
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  if (total > 0) return counted(tally, total, state, context);
  const isFirstVisit = state.recents.length === 0 && state.lookedUp === undefined;
  return isFirstVisit ? welcome(context) : [header(home.nonePinned), contextLine(home.nonePinnedNext)];
}

/** An introduction for somebody who has done nothing here yet. */
function welcome({ words, command }: FormatContext): KnownBlock[] {
  const { title, what } = words.home.welcome;
  const examples = words.command.help.examples('Acme').slice(0, 2);
  return [
    header(title),
    richText(
      line(plain(what)),
      bullets(...examples.map(({ typed, gives }) => line(code(`${command} ${typed}`), plain(`\n${gives}`)))),
    ),
  ];
}

function counted(tally: HomeTally, total: number, state: HomeState, context: FormatContext): KnownBlock[] {
  const { home } = context.words;
  const failure = state.isAsking ? undefined : failureIn(state);
  const lead = chooseLead(tally, total, state);
  const said = [lead.kind, state.isAsking && 'asking', failure && 'not-checked'];
  const counts = COUNTED.filter((what) => tally[what] > 0 && !said.includes(what));
  const fresh = state.isAsking
    ? home.isAsking
    : failure === undefined
      ? updatedText(state, context)
      : serviceFailureText(failure, context);
  return [
    header(`${SIGN[lead.kind]} ${home.lead(lead)}`),
    contextLine([fresh, ...counts.map((what) => home.counted(what, tally[what]))].join(' · ')),
  ];
}

/** What ails the service, where that is worth saying once. Undefined: nothing, as far as the accounts shown know. */
export const failureIn = ({ accounts }: Pick<HomeState, 'accounts'>) =>
  serviceFailureIn(accounts.flatMap(({ outcome }) => outcome ?? []));

const SIGN = {
  critical: VERDICT_SIGN.critical,
  attention: VERDICT_SIGN.attention,
  'not-checked': VERDICT_SIGN.unknown,
  asking: WAITING_SIGN,
  'fine-so-far': VERDICT_SIGN.healthy,
  fine: VERDICT_SIGN.healthy,
} as const satisfies Record<HomeLead['kind'], string>;

/** A list is as old as the oldest answer in it. */
function updatedText({ accounts }: HomeState, { nowMs, words }: FormatContext): string {
  const read = accounts.flatMap(({ outcome }) =>
    outcome?.kind === 'found' ? [outcome.answer.readAtMs] : [],
  );
  const readAtMs = Math.min(nowMs, ...read);
  return words.home.updated(dateToken(readAtMs, '{ago}', words.time.ago(nowMs - readAtMs)));
}

/** Accounts by what is said of them; `not-checked` those, too, of which nothing can be said. */
type HomeTally = Readonly<Record<'critical' | 'healthy' | HomeCount, number>>;

/** All that is watched in the workspace, and the person's pins; each once. */
function tallyOf({ accounts, workspace: { others } }: HomeState): HomeTally {
  const { 'not-read': asking, unknown, ...levels } = others;
  const tally = { ...levels, 'not-checked': unknown, asking };
  for (const account of accounts) tally[kindOf(account)] += 1;
  return tally;
}

/** How an account is: as it was read live, or else as its watch has it. Undefined: nobody knows. */
function levelOfAccount({ outcome, watched }: HomeAccount): VerdictLevel | undefined {
  const isLive = outcome?.kind === 'found' && outcome.answer.source !== 'last-known';
  return isLive ? outcome.answer.verdict.level : watched?.level;
}

/** The same, or as bad as it was when it was last read. */
export const lastLevelOf = (account: HomeAccount): VerdictLevel | undefined =>
  levelOfAccount(account) ?? answerIn(account.outcome)?.verdict.level;

function kindOf(account: HomeAccount): keyof HomeTally {
  const level = levelOfAccount(account);
  if (level !== undefined) return level === 'unknown' ? 'not-checked' : level;
  const { outcome } = account;
  return outcome === undefined || outcome.kind === 'found' ? 'asking' : 'not-checked';
}

/** The lead: whatever is worst. */
function chooseLead(tally: HomeTally, total: number, { accounts, workspace }: HomeState): HomeLead {
  const { critical, attention, 'not-checked': notChecked, asking, healthy } = tally;
  if (critical > 0) {
    const taken = accounts.filter((one) => levelOfAccount(one) === 'critical' && one.watched?.owner);
    return { kind: 'critical', count: critical, total, taken: workspace.othersTaken + taken.length };
  }
  if (attention > 0) return { kind: 'attention', count: attention, total };
  if (asking === total) return { kind: 'asking', count: total, total };
  if (notChecked > 0) return { kind: 'not-checked', count: notChecked, total };
  return asking > 0 ? { kind: 'fine-so-far', count: healthy, total } : { kind: 'fine', count: total, total };
}

/** The counts that may follow the lead, in this order. */
const COUNTED = ['attention', 'not-checked', 'asking'] as const satisfies readonly HomeCount[];
