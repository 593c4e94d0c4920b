import type { Account, GeneralInfoField } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import { isZone } from '../../account/time.ts';
import type { Reason, Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/**
 * The same answer with every text from outside tidied and cut, so that every view may put it into a line. `sent`, the
 * e-mail and the contact stay as they are: Details alone shows them.
 */
export function showableAnswer(answer: Answer): Answer {
  const { account, verdict, note } = answer;
  return {
    ...answer,
    account: showableAccount(account),
    verdict: showableVerdict(verdict),
    note: note && sanitize(note, MAX_LENGTHS.note),
  };
}

function showableAccount(account: Account): Account {
  const { zone, status, packageName, packageEndsOn, quota, clientVersion } = account;
  return {
    ...account,
    // Kept answers outlive the settings they were read with.
    zone: { ...zone, id: isZone(zone.id) ? zone.id : 'UTC' },
    status:
      status.kind === 'not-reported'
        ? status
        : { ...status, sent: sanitize(status.sent, MAX_LENGTHS.status) },
    packageName: packageName && sanitize(packageName, MAX_LENGTHS.packageName),
    packageEndsOn: packageEndsOn && sanitize(packageEndsOn, MAX_LENGTHS.fact),
    quota: quota?.kind === 'as-sent' ? { ...quota, text: sanitize(quota.text, MAX_LENGTHS.quota) } : quota,
    clientVersion: clientVersion && sanitize(clientVersion, MAX_LENGTHS.clientVersion),
  };
}

function showableVerdict(verdict: Verdict): Verdict {
  return { ...verdict, reasons: verdict.reasons.map(showableReason) };
}

function showableReason(reason: Reason): Reason {
  switch (reason.rule) {
    case 'status-unknown':
      return { ...reason, sent: sanitize(reason.sent, MAX_LENGTHS.status) };
    case 'package-end-unreadable':
      return { ...reason, sent: sanitize(reason.sent, MAX_LENGTHS.timeText) };
    case 'package-ended':
      return { ...reason, endedOn: sanitize(reason.endedOn, MAX_LENGTHS.fact) };
    case 'package-ends-soon':
      return { ...reason, endsOn: sanitize(reason.endsOn, MAX_LENGTHS.fact) };
    case 'client-outdated':
      return {
        ...reason,
        version: sanitize(reason.version, MAX_LENGTHS.clientVersion),
        minimum: sanitize(reason.minimum, MAX_LENGTHS.clientVersion),
      };
    default:
      return reason;
  }
}

/** Words for a field that has no value: what was sent for it and cannot be read, or that nothing was. */
export function withoutValue({ sent }: Account, field: GeneralInfoField, { card }: Words): string {
  const text = sanitize(sent[field] ?? '', MAX_LENGTHS.timeText);
  return text === '' || text === 'null' ? card.notReported : card.asSent(text);
}
