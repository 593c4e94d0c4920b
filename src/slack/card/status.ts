import type { AccountStatus } from '../../account/account.ts';
import type { Words } from '../../words/words.ts';
import { STATUS_SIGN } from '../kit/text.ts';

/** `🟢 Online`. A status that is not one of the three has no sign and is quoted as it was sent. */
export function signedStatus(status: AccountStatus, { details, status: names }: Words): string {
  if (status.kind === 'not-reported') return names['not-reported'];
  if (status.kind !== 'unknown') return `${STATUS_SIGN[status.kind]} ${names[status.kind]}`;
  return status.sent === '' ? names.unknown : `${details.fields.status}: “${status.sent}”`;
}
