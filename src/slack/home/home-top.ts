import type { KnownBlock } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import type { HomeCount, HomeLead } from '../../words/en/home.ts';
import type { Unavailable } from '../card/failure-text.ts';
import { serviceFailureText } from '../card/service-failure.ts';
import { dateToken } from '../kit/date-token.ts';
import type { FormatContext } from '../kit/message.ts';
import { bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';
import type { HomeState, PinnedAccount } from './home-state.ts';

/** The first line and the one under it: always two blocks, so that nothing below moves when news comes in. */
export function homeTop(
  state: Pick<HomeState, 'pins' | 'isAsking'> & {
    readonly isFirstVisit: boolean;
    readonly failure: Unavailable | undefined;
    /** How the accounts are that the person watches. Absent: none is watched. */
    readonly watches: string | undefined;
  },
  context: FormatContext,
): KnownBlock[] {
  const { home } = context.words;
  if (state.isFirstVisit) return welcome(context);
  if (state.pins === 'unavailable') {
    return [header(`${OUTAGE_SIGN} ${home.pinsUnavailable}`), contextLine(home.pinsUnavailableNext)];
  }
  if (state.pins.length === 0)
    return [header(state.watches ?? home.nonePinned), contextLine(home.nonePinnedNext)];
  return counted(state.pins, state, context);
}

function counted(
  pins: readonly PinnedAccount[],
  state: { readonly isAsking: boolean; readonly failure: Unavailable | undefined },
  context: FormatContext,
): KnownBlock[] {
  const { home } = context.words;
  const tally = tallyPins(pins.map(({ outcome }) => outcome));
  const lead = chooseHomeLead(tally);
  const said = [state.isAsking && 'asking', state.failure && 'notChecked'];
  const counts = countsBeside(lead, tally)
    .filter(([what]) => !said.includes(what))
    .map(([what, count]) => home.counted(what, count));
  return [
    header(`${SIGN[lead.kind]} ${home.lead(lead)}`),
    contextLine([stateText(pins, state, context), ...counts].join(' · ')),
  ];
}

const SIGN = {
  critical: VERDICT_SIGN.critical,
  attention: VERDICT_SIGN.attention,
  'cannot-tell': VERDICT_SIGN.unknown,
  'not-checked': OUTAGE_SIGN,
  asking: WAITING_SIGN,
  'fine-so-far': VERDICT_SIGN.healthy,
  fine: VERDICT_SIGN.healthy,
} as const;

/** How fresh all this is. */
function stateText(
  pins: readonly PinnedAccount[],
  { isAsking, failure }: { readonly isAsking: boolean; readonly failure: Unavailable | undefined },
  context: FormatContext,
): string {
  const { nowMs, words } = context;
  if (isAsking) return words.home.isAsking;
  if (failure !== undefined) return serviceFailureText(failure, context).markup;
  const readAtMs = oldestReading(pins) ?? nowMs;
  return words.home.updated(dateToken(readAtMs, '{ago}', words.time.ago(nowMs - readAtMs)));
}

/** A list is as old as the oldest answer in it. */
function oldestReading(pins: readonly PinnedAccount[]): number | undefined {
  const read = pins.flatMap(({ outcome }) => (outcome?.kind === 'found' ? [outcome.answer.readAtMs] : []));
  return read.length === 0 ? undefined : Math.min(...read);
}

/** An introduction for somebody who has done nothing here yet. */
function welcome({ words, command }: FormatContext): KnownBlock[] {
  const { title, what } = words.home.welcome;
  const examples = words.command.help.examples.slice(0, 2);
  return [
    header(title),
    richText(
      line(plain(what)),
      bullets(...examples.map(({ typed, gives }) => line(code(`${command} ${typed}`), plain(`\n${gives}`)))),
    ),
  ];
}

/** Pinned accounts by what is to be said of them. Only `healthy` ones are fine. */
export type HomeTally = Readonly<Record<'critical' | 'healthy' | HomeCount, number>>;

/** Counts outcomes; one that is absent is still being asked for. */
function tallyPins(outcomes: readonly (LookupOutcome | undefined)[]): HomeTally {
  const tally = {
    critical: 0,
    attention: 0,
    unknown: 0,
    notChecked: 0,
    notFound: 0,
    asking: 0,
    healthy: 0,
  };
  for (const outcome of outcomes) tally[kindOf(outcome)] += 1;
  return tally;
}

/** What was not read live proves nothing. */
function kindOf(outcome: LookupOutcome | undefined): keyof HomeTally {
  if (outcome === undefined) return 'asking';
  if (outcome.kind === 'found')
    return outcome.answer.source === 'last-known' ? 'asking' : outcome.answer.verdict.level;
  return outcome.kind === 'not-found' ? 'notFound' : 'notChecked';
}

/** The lead: whatever is worst. */
function chooseHomeLead(tally: HomeTally): HomeLead {
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const { critical, attention, unknown, notChecked, notFound, asking, healthy } = tally;
  const unsure = unknown + notChecked + notFound;
  if (critical > 0) return { kind: 'critical', count: critical, total };
  if (attention > 0) return { kind: 'attention', count: attention, total };
  if (asking === total) return { kind: 'asking', count: total, total };
  if (unsure > 0)
    return { kind: unsure === notChecked ? 'not-checked' : 'cannot-tell', count: unsure, total };
  if (asking > 0) return { kind: 'fine-so-far', count: healthy, total };
  return { kind: 'fine', count: total, total };
}

const SAID: Readonly<Partial<Record<HomeLead['kind'], HomeCount>>> = {
  attention: 'attention',
  'not-checked': 'notChecked',
  asking: 'asking',
};

/** The counts that follow the lead. */
function countsBeside({ kind }: HomeLead, tally: HomeTally): [what: HomeCount, count: number][] {
  const kinds = ['attention', 'unknown', 'notChecked', 'notFound', 'asking'] as const;
  return kinds.filter((what) => tally[what] > 0 && what !== SAID[kind]).map((what) => [what, tally[what]]);
}
