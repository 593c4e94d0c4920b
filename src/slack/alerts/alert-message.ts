import type { TermsOf } from '../../account/terms.ts';
import type { Summary } from '../../watch/summary.ts';
import type { Told } from '../../watch/told.ts';
import type { WatchedIncident } from '../../watch/watch-store.ts';
import type { Words } from '../../words/words.ts';
import { accountInList } from '../card/account-name.ts';
import { type Message, sentence, toMessage } from '../kit/message.ts';
import { OUTAGE_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { escapeMrkdwn, mrkdwn } from '../kit/text-objects.ts';
import { closedTo } from '../slack-errors.ts';
import { summaryMessage } from '../summary/summary-message.ts';
import { formatStoppedHere } from '../watches/watch-messages.ts';
import { alertRows, type FineRow } from './alert-rows.ts';
import { formatSituation, type Moment, momentsIn } from './situation.ts';

/** What is to be told. */
export interface AlertCall {
  readonly kind: 'post' | 'edit' | 'reply';
  /** The key of the message, or of that under which a reply stands. */
  readonly id: string;
  /** What the message says then; for a reply its root, with what stands in the thread. */
  readonly told: Told;
  /** What it said before: a reply tells the difference. */
  readonly before?: Told;
  /** With those that `told` names. One that is missing is not watched here any more. */
  readonly incidents: readonly WatchedIncident[];
  /** What a summary says; every call for one has it. */
  readonly summary?: Summary;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

export interface AlertContext {
  readonly words: Words;
  readonly termsOf: TermsOf;
}

const RECOVERED_AT_MOST = 5;

/**
 * Every message to a channel about its watched accounts. The first line is the notification. Contains no e-mail
 * addresses and no personal names of accounts.
 */
export function alertMessage(call: AlertCall, context: AlertContext): Message {
  const { id, told, before, incidents, summary, nowMs } = call;
  const { words, termsOf } = context;
  const zoneId = incidents[0]?.terms.zone ?? 'UTC';
  const moment = momentsIn(words, zoneId, nowMs);
  switch (told.kind) {
    case 'alert': {
      const rows = alertRows(told.rows, { incidents, nowMs, ...context });
      if (call.kind !== 'reply') return formatSituation(rows, { ...told, id, words, moment });
      const rowsBefore = before?.kind === 'alert' ? before.rows : [];
      const toldBefore = new Set(
        rowsBefore.flatMap(({ incidentId, isRecoveryTold }) => (isRecoveryTold ? [incidentId] : [])),
      );
      const news = rows.fine.filter(({ incidentId }) => !toldBefore.has(incidentId));
      return recoveries(news, words);
    }
    case 'outage':
      return outageMessage(told, { isReply: call.kind === 'reply', words, moment });
    case 'absence': {
      const [from, to] = [moment(told.fromMs), moment(told.toMs)];
      return paragraph(
        OUTAGE_SIGN,
        words.alert.absence(from.plain, to.plain),
        words.alert.absence(from.markup, to.markup),
      );
    }
    case 'broken':
      return brokenMessage(told, words);
    case 'stopped': {
      const nameOf = (accountId: string, index: number) => {
        const name = termsOf(accountId).displayName ?? told.names?.[index] ?? undefined;
        return accountInList(accountId, { audience: 'channel', words }, name);
      };
      const areAccounts = told.what === 'accounts' || told.what === 'retired';
      return formatStoppedHere(told, areAccounts ? told.ids.map(nameOf) : [], words);
    }
    case 'summary':
      if (summary === undefined) throw new Error('a summary has nothing to say');
      return summaryMessage({ ...told, summary }, { ...context, audience: 'channel' });
    default:
      return told satisfies never;
  }
}

/** The line in the thread: an edit of the root notifies nobody. */
function recoveries(fine: readonly FineRow[], { alert, time }: Words): Message {
  const shown = fine
    .slice(0, RECOVERED_AT_MOST)
    .map(({ name, lastedMs }) => ({ account: name(), duration: time.duration(lastedMs) }));
  const [only, ...others] = shown;
  if (only !== undefined && others.length === 0) {
    return sentence(`${VERDICT_SIGN.healthy} ${alert.fineAfter(only.account, only.duration)}`);
  }
  return sentence(`${VERDICT_SIGN.healthy} ${alert.severalFine(shown, fine.length - shown.length)}`);
}

function outageMessage(
  { sinceMs, overAtMs, accountCount }: Extract<Told, { kind: 'outage' }>,
  { isReply, words, moment }: { readonly isReply: boolean; readonly words: Words; readonly moment: Moment },
): Message {
  const { outage } = words.alert;
  const since = moment(sinceMs);
  if (overAtMs === undefined) {
    const meanwhile = outage.meanwhile(accountCount);
    return paragraph(
      OUTAGE_SIGN,
      `${outage.what(since.plain)} ${meanwhile}`,
      `*${outage.what(since.markup)}*\n${meanwhile}`,
    );
  }
  const duration = words.time.duration(overAtMs - sinceMs);
  if (isReply) return sentence(`${VERDICT_SIGN.healthy} ${outage.over(accountCount, duration)}`);
  const over = moment(overAtMs);
  return paragraph(
    OUTAGE_SIGN,
    outage.was(since.plain, over.plain, duration),
    outage.was(since.markup, over.markup, duration),
  );
}

/** For the person who began to watch there, since the channel itself takes no messages. */
function brokenMessage(
  { channelId, reason, isOver }: Extract<Told, { kind: 'broken' }>,
  { watches }: Words,
): Message {
  const say = (place?: string) =>
    isOver ? watches.brokenNoMore(place) : watches.broken(closedTo(reason), place);
  return paragraph(isOver ? VERDICT_SIGN.healthy : OUTAGE_SIGN, say(), say(`<#${escapeMrkdwn(channelId)}>`));
}

const paragraph = (sign: string, plain: string, markup: string): Message =>
  toMessage([`${sign} ${plain}`], [{ type: 'section', text: mrkdwn(`${sign} ${markup}`) }]);
