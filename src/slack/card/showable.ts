import type { Account, GeneralInfoField } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import { isZone } from '../../account/time.ts';
import type { Reason, Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { CUTS, tidy } from '../kit/text.ts';

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
    note: note && tidy(note, CUTS.note),
  };
}

function showableAccount(account: Account): Account {
  const { zone, status, packageName, packageEndsOn, quota, clientVersion } = account;
  return {
    ...account,
    // Kept answers outlive the settings they were read with.
    zone: { ...zone, id: isZone(zone.id) ? zone.id : 'UTC' },
    status: status.kind === 'not-reported' ? status : { ...status, sent: tidy(status.sent, CUTS.status) },
    packageName: packageName && tidy(packageName, CUTS.packageName),
    packageEndsOn: packageEndsOn && tidy(packageEndsOn, CUTS.fact),
    quota: quota?.kind === 'as-sent' ? { ...quota, text: tidy(quota.text, CUTS.quota) } : quota,
    clientVersion: clientVersion && tidy(clientVersion, CUTS.clientVersion),
  };
}

function showableVerdict(verdict: Verdict): Verdict {
  return { ...verdict, reasons: verdict.reasons.map(showableReason) };
}

function showableReason(reason: Reason): Reason {
  switch (reason.rule) {
    case 'status-unknown':
      return { ...reason, sent: tidy(reason.sent, CUTS.status) };
    case 'package-end-unreadable':
      return { ...reason, sent: tidy(reason.sent, CUTS.moment) };
    case 'package-ended':
      return { ...reason, endedOn: tidy(reason.endedOn, CUTS.fact) };
    case 'package-ends-soon':
      return { ...reason, endsOn: tidy(reason.endsOn, CUTS.fact) };
    case 'client-outdated':
      return {
        ...reason,
        version: tidy(reason.version, CUTS.clientVersion),
        minimum: tidy(reason.minimum, CUTS.clientVersion),
      };
    default:
      return reason;
  }
}

/** Words for a field that has no value: what was sent for it and cannot be read, or that nothing was. */
export function withoutValue({ sent }: Account, field: GeneralInfoField, { card }: Words): string {
  const text = tidy(sent[field] ?? '', CUTS.moment);
  return text === '' || text === 'null' ? card.notReported : card.asSent(text);
}
