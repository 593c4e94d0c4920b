import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import type { Account } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import { type BackupKind, reasonIn, type Verdict } from '../../account/verdict.ts';
import { mrkdwn, pair } from '../kit/blocks.ts';
import type { SlackContext } from '../kit/message.ts';
import { dateToken } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/** Whether the judge found this backup dated in the future. */
export function isClockWrong({ reasons }: Verdict, backup: BackupKind): boolean {
  return reasons.some((reason) => reason.rule === 'clock-wrong' && reason.backup === backup);
}

/** Null reads as "never", unless every field is null: then the service has reported nothing at all. */
export function isNever({ account, verdict }: Answer, backup: BackupKind): boolean {
  return account[backup].kind === 'never' && !reasonIn(verdict, 'nothing-reported');
}

/** A backup on a card: its age and its time. Below a date without a time: what was sent as its time, if anything. */
export function backupField(
  answer: Answer,
  backup: BackupKind,
  { nowMs, words: { card, time } }: SlackContext,
): MrkdwnElement | PlainTextElement {
  const { account, verdict } = answer;
  const label = card.labels[backup];
  const last = account[backup];
  const [date = '', timeOfDay = ''] = sentOf(account, backup);
  if (last.kind === 'at') {
    const { atMs } = last;
    const zoned = { atMs, zoneId: account.zone.id, nowMs };
    const isWrong = isClockWrong(verdict, backup);
    if (last.precision === 'day') {
      // Drawn here in the service's zone: Slack would move a date token to the viewer's zone, and so to another day.
      const unread = timeOfDay === 'null' ? '' : sanitize(timeOfDay, MAX_LENGTHS.timeText);
      const day = `${time.dayOf(zoned)}, ${unread === '' ? card.timeNotReported : card.timeAsSent(unread)}`;
      return pair(label, isWrong ? `${card.clockWrong}\n${day}` : day);
    }
    const ago = isWrong ? card.clockWrong : dateToken(atMs, '{ago}', time.ago(nowMs - atMs));
    return mrkdwn(
      `*${label}*\n${ago}\n${dateToken(atMs, '{date_short_pretty} {time}', time.dateTime(zoned))}`,
    );
  }
  if (isNever(answer, backup)) return pair(label, card.never);
  const unread = last.kind === 'unreadable' ? sanitize(`${date} ${timeOfDay}`, MAX_LENGTHS.timeText) : '';
  return pair(label, unread === '' ? card.notReported : card.asSent(unread));
}

const sentOf = ({ sent }: Account, backup: BackupKind) =>
  backup === 'database'
    ? [sent.lastBackupDateDb, sent.lastBackupTimeDb]
    : [sent.lastBackupDateFolders, sent.lastBackupTimeFolders];
