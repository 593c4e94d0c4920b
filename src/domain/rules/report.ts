import type { Account } from '../account.ts';
import type { Rule } from './rule.ts';

/**
 * No field carries a value. The service knows the id and tells nothing about it, which is
 * not the same as "never backed up"; it stands alone, as every other rule would only repeat it.
 */
export const nothingReported: Rule<'nothing-reported'> = ({ account }) =>
  carriesAnything(account) ? [] : [{ rule: 'nothing-reported', level: 'unknown' }];

/** A status word outside the three of the interface: shown as sent, and never taken for healthy. */
export const statusUnknown: Rule<'status-unknown'> = ({ account: { status } }) =>
  status.kind === 'unknown' ? [{ rule: 'status-unknown', level: 'unknown', sent: status.sent }] : [];

/** No status was sent. The backups' times tell more than it would, so this is only said. */
export const statusNotReported: Rule<'status-not-reported'> = ({ account: { status } }) =>
  status.kind === 'not-reported' ? [{ rule: 'status-not-reported', level: 'note' }] : [];

/** All backups allowed for today are made: the next one waits until tomorrow. */
export const dailyAllowanceUsed: Rule<'daily-allowance-used'> = ({ account }) => {
  const { todayBackupCount: made, dailyBackupCount: allowed } = account;
  if (made === undefined || allowed === undefined || allowed <= 0 || made < allowed) return [];
  return [{ rule: 'daily-allowance-used', level: 'note', made, allowed }];
};

function carriesAnything(account: Account): boolean {
  const { status, database, folders, quota } = account;
  return (
    status.kind !== 'not-reported' ||
    (quota !== undefined && (quota.kind === 'size' || isText(quota.text))) ||
    [database, folders].some((backup) => backup.kind === 'at' || backup.kind === 'unreadable') ||
    Object.values(account.sent).some((text) => isText(text) && text !== 'null') ||
    plainValues(account).some((value) => value !== undefined && (typeof value !== 'string' || isText(value)))
  );
}

/** Checked last: nearly every account has a status, and checking all fields takes longer than all other rules. */
const plainValues = ({ id, zone, status, database, folders, sent, quota, ...plain }: Account) =>
  Object.values(plain);

const isText = (text: string | undefined) => text !== undefined && text.trim() !== '';
