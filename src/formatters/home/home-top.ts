import type { KnownBlock } from '@slack/types';
import type { Unavailable } from '../failure/failure-text.ts';
import { dateToken } from '../kit/date-token.ts';
import { bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';
import { serviceFailureText } from '../list/service-failure.ts';
import type { FormatContext } from '../message.ts';
import { chooseHomeLead, countsBeside, tallyPins } from './home-lead.ts';
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
