import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import type { Account } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import { type BackupKind, reasonIn, type Verdict } from '../../account/verdict.ts';
import { mrkdwn, pair, present } from '../kit/blocks.ts';
import type { SlackContext } from '../kit/message.ts';
import { dateToken } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/** Whether the judge found this backup dated in the future. */
export const isClockWrong = ({ reasons }: Verdict, backup: BackupKind): boolean =>
  reasons.some((reason) => reason.rule === 'clock-wrong' && reason.backup === backup);

/** Null reads as "never", unless every field is null: then the service has reported nothing at all. */
export const isNever = ({ account, verdict }: Answer, backup: BackupKind): boolean =>
  account[backup].kind === 'never' && !reasonIn(verdict, 'nothing-reported');

/** A backup on a card: its age and its time, or its day if no time is known. */
export function backupField(
  answer: Answer,
  backup: BackupKind,
  { nowMs, words: { card, time } }: SlackContext,
): MrkdwnElement | PlainTextElement {
  const { account, verdict } = answer;
  const label = card.labels[backup];
  const last = account[backup];
  if (isNever(answer, backup)) return pair(label, card.never);
  if (last.kind !== 'at') {
    const sent = last.kind === 'unreadable' ? sanitize(sentOf(account, backup), MAX_LENGTHS.timeText) : '';
    return pair(label, sent === '' ? card.notReported : card.asSent(sent));
  }
  const { atMs } = last;
  const zoned = { atMs, zoneId: account.zone.id, nowMs };
  const wrong = isClockWrong(verdict, backup) && card.clockWrong;
  // Drawn here in the service's zone: Slack would move a date token to the viewer's zone, and so to another day.
  if (last.precision === 'day')
    return pair(label, present([wrong, `${time.dayOf(zoned)}, ${card.timeNotKnown}`]).join('\n'));
  const ago = wrong || dateToken(atMs, '{ago}', time.ago(nowMs - atMs));
  const at = dateToken(atMs, '{date_short_pretty} {time}', time.dateTime(zoned));
  return mrkdwn(`*${label}*\n${ago}\n${at}`);
}

const sentOf = ({ sent }: Account, backup: BackupKind) =>
  backup === 'database'
    ? `${sent.lastBackupDateDb ?? ''} ${sent.lastBackupTimeDb ?? ''}`
    : `${sent.lastBackupDateFolders ?? ''} ${sent.lastBackupTimeFolders ?? ''}`;
