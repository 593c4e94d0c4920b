import type { MrkdwnElement, PlainTextElement, SectionBlock } from '@slack/types';
import type { Account, LastBackup } from '../domain/account.ts';
import type { Answer } from '../domain/outcome.ts';
import type { BackupKind } from '../domain/verdict.ts';
import { agoOf } from './backup-age.ts';
import { isClockWrong, isNever } from './backup-state.ts';
import { dateToken, isShowable } from './date-token.ts';
import { CUTS } from './limits.ts';
import type { FormatContext } from './message.ts';
import { escapeMrkdwn, hasMarkup, mrkdwn, plainText } from './text-objects.ts';
import { tidy } from './tidy.ts';

/** The four pairs that are looked at first: both backups, quota, today. */
export function backupFields({ account, verdict }: Answer, context: FormatContext): SectionBlock {
  const { labels } = context.words.card;
  return {
    type: 'section',
    fields: [
      backupField({ account, verdict }, 'database', context),
      backupField({ account, verdict }, 'folders', context),
      pair(labels.quota, quotaText(account, context)),
      pair(labels.backupsToday, todayText(account, context)),
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
    const relative = clockIsWrong ? card.clockWrong : relativeTime(last, account, context);
    return mrkdwn(`*${label}*\n${relative}\n${exactTime(last, account, context)}`);
  }
  if (isNever({ account, verdict }, backup)) return pair(label, card.never);
  return pair(label, asSent(account, backup) || card.notReported);
}

type Moment = Extract<LastBackup, { kind: 'at' }>;

// A bare date is drawn in the service's zone by us: a token would be moved to the reader's, and to another day.
function relativeTime(moment: Moment, account: Account, context: FormatContext): string {
  const ago = agoOf(moment, account, context);
  return moment.precision === 'second' ? dateToken(moment.atMs, '{ago}', ago) : ago;
}

function exactTime(moment: Moment, account: Account, { nowMs, words }: FormatContext): string {
  const zoned = { atMs: moment.atMs, zoneId: account.zone.id, nowMs };
  return moment.precision === 'second'
    ? dateToken(moment.atMs, '{date_short_pretty} {time}', words.time.moment(zoned))
    : `${words.time.dayOf(zoned)}, ${words.card.timeNotReported}`;
}

/** The words of a time that could not be read; empty when there are none. */
function asSent({ sent, ...account }: Account, backup: BackupKind): string {
  if (account[backup].kind !== 'unreadable' && account[backup].kind !== 'at') return '';
  const [date, time] =
    backup === 'database'
      ? [sent.lastBackupDateDb, sent.lastBackupTimeDb]
      : [sent.lastBackupDateFolders, sent.lastBackupTimeFolders];
  return tidy(`${date ?? ''} ${time ?? ''}`, CUTS.moment);
}

function quotaText({ quota }: Account, { words }: FormatContext): string {
  if (quota === undefined) return words.card.notReported;
  return quota.kind === 'size'
    ? words.card.quota(quota.amount, quota.unit)
    : quota.text || words.card.notReported;
}

function todayText({ todayBackupCount, dailyBackupCount }: Account, { words }: FormatContext): string {
  return todayBackupCount === undefined && dailyBackupCount === undefined
    ? words.card.notReported
    : words.card.backupsToday(todayBackupCount, dailyBackupCount);
}

/** A pair whose value would be read as markup is plain text throughout: its label loses its weight, nothing else. */
function pair(label: string, value: string): MrkdwnElement | PlainTextElement {
  return hasMarkup(value) ? plainText(`${label}\n${value}`) : mrkdwn(`*${label}*\n${escapeMrkdwn(value)}`);
}
