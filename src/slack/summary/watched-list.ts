import type { KnownBlock } from '@slack/types';
import { daysLeftOf } from '../../account/judge.ts';
import type { Person } from '../../account/pins.ts';
import { DAY_MS } from '../../account/time.ts';
import { inPieces } from '../../async.ts';
import type { BadAccount, KnownAccount, Summary } from '../../watch/summary.ts';
import { accountButtons } from '../card/buttons.ts';
import { contextLine, header, present } from '../kit/blocks.ts';
import { fitting, nameOf, type SlackContext } from '../kit/message.ts';
import { bold, line, paragraph, plain, richText } from '../kit/rich-text.ts';
import { SUMMARY_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { WatchWord } from '../lookup/input.ts';
import type { WatchAnswer } from '../watches/watch-messages.ts';
import { AT_A_TIME, MAX_ROWS, notesOf, overviewFor, quietText, readLine, rowOf } from './summary.ts';

/** Some of the watched accounts in order, each with its blocks. */
interface List {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly blocks: (hasNotes: boolean) => KnownBlock[] }[];
  /** Those that are quiet, unless the title says it. */
  readonly quiet?: string;
}

/** More buttons would be a wall of names on a phone. */
const MAX_OPENED = 5;

/** `bad` and `ending`: the watched accounts that need somebody, or whose package ends soon. Only the person sees it. */
export async function watchedList(
  deps: ListenerDeps,
  person: Person,
  channelId: string,
  word: Extract<WatchWord, { readonly kind: 'bad' | 'ending' }>,
): Promise<WatchAnswer> {
  const context = deps.contexts.private(person.userId, await deps.store.pins(person));
  const asked = await overviewFor(deps, person, channelId, context);
  if ('message' in asked) return asked;
  const { overview, summary } = asked;
  const { title, rows, quiet } =
    word.kind === 'bad'
      ? badList(summary, context, word.forMs)
      : await endingList(overview.accounts, word.withinDays, context);
  const shown = rows.slice(0, MAX_ROWS);
  const opened = shown.slice(0, MAX_OPENED).map(({ id }) => id);
  const message = fitting((hasNotes) => [
    header(title),
    contextLine(present([asked.shown.about, ...notesOf(summary, context)]).join('\n')),
    ...shown.flatMap(({ blocks }) => blocks(hasNotes)),
    rows.length > shown.length && contextLine(context.words.alert.more(rows.length - shown.length)),
    quiet && paragraph(quiet),
    // An account that was not read may belong here, too.
    readLine(summary, context),
    ...accountButtons(opened, context),
  ]);
  return { message, result: 'told' };
}

/** Worst first, and who is on it. */
function badList(summary: Summary, context: SlackContext, forMs = 0): List {
  const { time, triage, watches } = context.words;
  const isAsked = ({ incident }: BadAccount) => incident.startedAtMs <= context.nowMs - forMs;
  const bad = summary.bad.filter(isAsked);
  const quiet = quietText(summary.quiet.filter(isAsked), context);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { incident } of bad) counts[incident.level] += 1;
  const [worst] = bad;
  const duration = time.duration(forMs);
  const isUnknown = summary.outage !== undefined || summary.notReadCount === summary.accountCount;
  const none =
    summary.bad.length + summary.quiet.length > 0
      ? `${SUMMARY_SIGN} ${triage.noneFor(duration)}`
      : `${VERDICT_SIGN[isUnknown ? 'unknown' : 'healthy']} ${watches.nothingOpen}`;
  const forAsLong = forMs === 0 ? '' : ` · ${triage.forAtLeast(duration)}`;
  return {
    title: worst
      ? `${VERDICT_SIGN[worst.incident.level]} ${triage.summary(bad.length, counts)}${forAsLong}`
      : quiet || none,
    quiet: worst && quiet,
    rows: bad.map((one) => ({ id: one.accountId, blocks: (hasNotes) => rowOf(one, context, hasNotes) })),
  };
}

/** Packages that end within these days, soonest first, by the last read. A package that has ended counts as bad. */
async function endingList(
  accounts: readonly KnownAccount[],
  withinDays: number,
  context: SlackContext,
): Promise<List> {
  const { time, triage, verdict } = context.words;
  const found = [];
  for await (const piece of inPieces(accounts, AT_A_TIME))
    for (const { accountId, state } of piece) {
      const daysLeft = state?.account === undefined ? Number.NaN : daysLeftOf(state.account, context.nowMs);
      if (state && daysLeft >= 0 && daysLeft <= withinDays) found.push({ accountId, state, daysLeft });
    }
  const ending = found.toSorted((one, other) => one.daysLeft - other.daysLeft);
  return {
    title: `${SUMMARY_SIGN} ${triage.ending(ending.length, time.duration(withinDays * DAY_MS))}`,
    rows: ending.map(({ accountId, state: { level, account }, daysLeft }) => ({
      id: accountId,
      blocks: () => {
        const ends = verdict.reason({ rule: 'package-ends-soon', level: 'attention', daysLeft });
        const title = bold(`${nameOf(accountId, context)} · ${ends}`);
        const day = plain(`\n${time.day(account?.packageEndsOn ?? '')}`);
        return [richText(line(plain(`${VERDICT_SIGN[level]} `), title, day))];
      },
    })),
  };
}
