import type { PinChange, PinNameProblem } from '../../domain/pins.ts';
import { counted } from './numbers.ts';

const NOT_KEPT = 'This app’s storage is not responding, so the change may not be saved.';

export const pins = {
  /** `Acme (1004)` */
  named: (name: string, id: string) => `${name} (${id})`,
  change,
  nameProblem,
  /** Beside an id of which there is no account, while nobody can tell whether it was a name. */
  namesUnavailable: 'Short names cannot be read right now, so only account ids work.',
  nameView: {
    /** At most 24 characters each (Slack, title and buttons of a view). */
    title: 'Short name',
    save: 'Save',
    cancel: 'Cancel',
    label: (account: string) => `Short name for ${account}`,
    hint: 'Works in place of the id, for you alone. Leave it empty for no name.',
    placeholder: 'Acme',
  },
};

/** What happened and what to do. `account` is how the account is shown, `name` the name it was to have. */
function change(change: PinChange, account: string, name: string | undefined): string {
  switch (change.kind) {
    case 'pinned':
      return name === undefined
        ? `${account} is pinned and appears in Home.`
        : `${account} is pinned and appears in Home. “${name}” works in place of the id.`;
    case 'already-pinned':
      return `${account} is pinned already.`;
    case 'unpinned':
      return `${account} is no longer pinned.`;
    case 'not-pinned':
      return `${account} is not pinned. Pin it first.`;
    case 'named':
      return name === undefined
        ? `${account} has no short name now.`
        : `${account}: “${name}” works in place of the id now.`;
    case 'limit-reached':
      return `${account} was not pinned: ${counted(change.limit, 'account', 'accounts')} can be pinned at most. Unpin one first.`;
    case 'name-taken':
      return `${nameTaken(change)} ${account} is unchanged.`;
    case 'store-failed':
      return `${account}: ${NOT_KEPT} Try again in a minute.`;
    default:
      return change satisfies never;
  }
}

function nameProblem(problem: PinNameProblem): string {
  switch (problem.kind) {
    case 'name-taken':
      return `${nameTaken(problem)} Choose another.`;
    case 'not-pinned':
      return 'The account is not pinned any more. Pin it first.';
    case 'name-unusable':
      return 'This cannot be typed as a name. Use 1 to 40 letters or digits.';
    case 'store-failed':
      return `${NOT_KEPT} Try again in a minute.`;
    default:
      return problem satisfies never;
  }
}

const nameTaken = ({ name, accountId }: { readonly name: string; readonly accountId: string }) =>
  `“${name}” is your name for ${accountId} already.`;
