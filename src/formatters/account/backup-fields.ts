import type { MrkdwnElement, PlainTextElement, SectionBlock } from '@slack/types';
import type { Account, LastBackup } from '../../domain/account.ts';
import type { Answer } from '../../domain/outcome.ts';
import type { BackupKind } from '../../domain/verdict.ts';
import { dayNumber } from '../../domain/zoned-time.ts';
import { dateToken, isShowable } from '../kit/date-token.ts';
import { CUTS } from '../kit/limits.ts';
import { escapeMrkdwn, hasMarkup, mrkdwn, plainText } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import type { FormatContext } from '../message.ts';
import { isClockWrong, isNever } from './backup-age.ts';
import { withoutValue } from './showable.ts';

/** The four pairs that are looked at first: both backups, quota, today. */
export function backupFields(answer: Answer, context: FormatContext): SectionBlock {
  const { account, verdict } = answer;
  const { labels } = context.words.card;
  return {
    type: 'section',
    fields: [
      backupField({ account, verdict }, 'database', context),
      backupField({ account, verdict }, 'folders', context),
      pair(labels.quota, quotaText(account, context)),
      pair(labels.backupsToday, todayText(answer, context)),
    ],
  };
}

function backupField(
  { account, verdict }: Pick<Answer, 'account' | 'verdict'>,
  backup: BackupKind,
  context: FormatContext,
): MrkdwnElement | PlainTextElement {
  const { card } = context.words;
  const label = card.labels[backup];
  const last = account[backup];
  if (last.kind === 'at' && isShowable(last.atMs)) {
    const clockIsWrong = isClockWrong(verdict, backup);
    if (last.precision === 'day') {
      const day = dayText({ account, backup }, last, context);
      return pair(label, clockIsWrong ? `${card.clockWrong}\n${day}` : day);
    }
    const ago = context.words.time.ago(context.nowMs - last.atMs);
    const relative = clockIsWrong ? card.clockWrong : dateToken(last.atMs, '{ago}', ago);
    return mrkdwn(`*${label}*\n${relative}\n${exactTime(last, account, context)}`);
  }
  if (isNever({ account, verdict }, backup)) return pair(label, card.never);
  const unread = asSent(account, backup);
  return pair(label, unread === '' ? card.notReported : card.asSent(unread));
}

type Moment = Extract<LastBackup, { kind: 'at' }>;

function exactTime({ atMs }: Moment, account: Account, { nowMs, words }: FormatContext): string {
  const zoned = { atMs, zoneId: account.zone.id, nowMs };
  return dateToken(atMs, '{date_short_pretty} {time}', words.time.moment(zoned));
}

/** A bare date, drawn in the service's zone by us: a token would be moved to the reader's, and to another day. */
function dayText(
  { account, backup }: { readonly account: Account; readonly backup: BackupKind },
  { atMs }: Moment,
  { nowMs, words }: FormatContext,
): string {
  const { time = '' } = sentOf(account, backup);
  const unread = time === 'null' ? '' : tidy(time, CUTS.moment);
  const timeText = unread === '' ? words.card.timeNotReported : words.card.timeAsSent(unread);
  return `${words.time.dayOf({ atMs, zoneId: account.zone.id, nowMs })}, ${timeText}`;
}

/** The words of a time that could not be read; empty when there are none. */
function asSent(account: Account, backup: BackupKind): string {
  if (account[backup].kind !== 'unreadable' && account[backup].kind !== 'at') return '';
  const { date = '', time = '' } = sentOf(account, backup);
  return tidy(`${date} ${time}`, CUTS.moment);
}

const sentOf = ({ sent }: Account, backup: BackupKind) =>
  backup === 'database'
    ? { date: sent.lastBackupDateDb, time: sent.lastBackupTimeDb }
    : { date: sent.lastBackupDateFolders, time: sent.lastBackupTimeFolders };

function quotaText(account: Account, { words }: FormatContext): string {
  const { quota } = account;
  if (quota?.kind === 'size') return words.card.quota(quota.amount, quota.unit);
  return quota?.text ? words.card.asSent(quota.text) : withoutValue(account, 'quota', words);
}

function todayText({ account, readAtMs, source }: Answer, { nowMs, words }: FormatContext): string {
  const { todayBackupCount, dailyBackupCount, zone } = account;
  const made = todayBackupCount ?? withoutValue(account, 'todayBackupCount', words);
  const allowed = dailyBackupCount ?? withoutValue(account, 'dailyBackupCount', words);
  const { notReported } = words.card;
  if (made === notReported && allowed === notReported) return notReported;
  const text = words.card.backupsToday(made, allowed);
  // What was counted on an earlier day is not of today.
  if (source !== 'last-known' || dayNumber(readAtMs, zone.id) === dayNumber(nowMs, zone.id)) return text;
  return isShowable(readAtMs)
    ? `${text} · ${words.time.dayOf({ atMs: readAtMs, zoneId: zone.id, nowMs })}`
    : text;
}

/** A pair whose value would be read as markup is plain text throughout: its label loses its weight, nothing else. */
function pair(label: string, value: string): MrkdwnElement | PlainTextElement {
  return hasMarkup(value) ? plainText(`${label}\n${value}`) : mrkdwn(`*${label}*\n${escapeMrkdwn(value)}`);
}
