import type {
  ContextBlock,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  SectionBlock,
} from '@slack/types';
import type { Account, LastBackup } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import { dayNumber } from '../../account/time.ts';
import type { BackupKind, Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { dateToken, isShowable } from '../kit/date-token.ts';
import { CUTS } from '../kit/limits.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { escapeMrkdwn, hasMarkup, mrkdwn, plainText } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
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

const CELLS = 10;

/** Folder usage and package: what explains a full or ended account. */
export function usageBlock({ account, verdict }: Answer, words: Words): RichTextBlock {
  const { labels } = words.card;
  return richText(
    line(
      bold(labels.folderUsage),
      plain(`  ${folderUsage(account, words)}\n`),
      bold(labels.package),
      plain(`  ${packageText({ account, verdict }, words)}`),
    ),
  );
}

function folderUsage(account: Account, words: Words): string {
  const { foldersFilesCount, maxFolderCount } = account;
  const count = foldersFilesCount ?? withoutValue(account, 'foldersFilesCount', words);
  const limit = maxFolderCount ?? withoutValue(account, 'maxFolderCount', words);
  const { notReported } = words.card;
  if (count === notReported && limit === notReported) return notReported;
  const numbers = words.card.folderUsage(count, limit);
  const bar = usageBar(foldersFilesCount, maxFolderCount, words);
  return bar === undefined ? numbers : `${bar}\n${numbers}`;
}

/** Undefined where a percentage would be wrong: `count` holds files too, so it may exceed the limit on folders. */
function usageBar(count: number | undefined, limit: number | undefined, words: Words): string | undefined {
  if (count === undefined || limit === undefined) return undefined;
  if (!(limit > 0 && count >= 0 && count <= limit)) return undefined;
  const share = count / limit;
  const full = Math.floor(share * CELLS);
  return `${'▰'.repeat(full)}${'▱'.repeat(CELLS - full)} ${words.numbers.percent(Math.floor((count * 100) / limit))}`;
}

function packageText({ account, verdict }: Pick<Answer, 'account' | 'verdict'>, words: Words): string {
  return `${account.packageName || withoutValue(account, 'packageName', words)} · ${packageEnd({ account, verdict }, words)}`;
}

function packageEnd({ account, verdict }: Pick<Answer, 'account' | 'verdict'>, words: Words): string {
  const { packageEndsOn } = account;
  const rules = verdict.reasons.map(({ rule }) => rule);
  if (packageEndsOn === undefined || rules.includes('package-end-unreadable')) {
    return words.card.packageEndWithout(withoutValue(account, 'endDate', words));
  }
  const state = rules.includes('package-ended')
    ? 'ended'
    : rules.includes('package-ends-soon')
      ? 'ends-soon'
      : 'running';
  return words.card.packageEnd(words.time.day(packageEndsOn), state);
}

/**
 * For a healthy account with its own limits, those limits: `Own limits here: late after 80 h (weekly customers)`.
 * Elsewhere the reasons say their limits.
 */
export function ownLimits({ level, thresholds, exceptions }: Verdict, { card }: Words): ContextBlock[] {
  if (level !== 'healthy') return [];
  const { late, stale } = thresholds;
  const limits = [
    { text: card.lateAfter(late), rule: ruleIn(late.setBy) },
    { text: card.staleAfter(stale), rule: ruleIn(stale.setBy) },
    { text: card.weekdaysOnly, rule: ruleIn(exceptions?.weekdaysOnly?.setBy ?? '') },
  ].flatMap(({ text, rule }) => (rule === '' ? [] : [{ text, rule }]));
  const byRule = Object.entries(Object.groupBy(limits, ({ rule }) => rule));
  const said = byRule.map(([rule, own = []]) => card.ownLimit(own.map(({ text }) => text).join(', '), rule));
  return said.length === 0 ? [] : [{ type: 'context', elements: [plainText(card.ownLimits(said))] }];
}

/** The rule in `file: rule`; empty for the name of a setting. */
function ruleIn(setBy: string): string {
  const at = setBy.indexOf(': ');
  return at === -1 ? '' : tidy(setBy.slice(at + 2), CUTS.fact);
}
