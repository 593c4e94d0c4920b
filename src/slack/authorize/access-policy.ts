import type { AccessRules, Place, RefusalReason } from '../../domain/access.ts';
import type { Person } from '../../domain/pins.ts';
import type { Installation, UserDirectory } from './user-directory.ts';

export type Decision =
  | { readonly kind: 'allowed'; readonly person: Person }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** Whether somebody may ask, and from where: `modal` was opened from a place that was allowed. Never rejects. */
export type AccessPolicy = (actor: {
  readonly userId: string;
  readonly place: Place | 'modal';
}) => Promise<Decision>;

const SLACKBOT = 'USLACKBOT';

/** Full members of the installation's workspace, less those whom the rules leave out. Anything unknown is refused. */
export function createAccessPolicy(
  people: Pick<UserDirectory, 'membership' | 'groupMembers'>,
  /** Undefined until Slack has said where the app is installed. */
  installation: () => Installation | undefined,
  rules: AccessRules,
): AccessPolicy {
  async function isNamed(userId: string): Promise<boolean | undefined> {
    const { users = [], userGroups = [] } = rules;
    if (rules.users === undefined && rules.userGroups === undefined) return true;
    if (users.includes(userId)) return true;
    const groups = await Promise.all(userGroups.map((id) => people.groupMembers(id)));
    if (groups.some((members) => members?.has(userId))) return true;
    return groups.includes(undefined) ? undefined : false;
  }

  return async ({ userId, place }) => {
    if (userId === SLACKBOT) return refused('bot');
    // Starts both requests before waiting for either.
    const [asked, askedForName] = [people.membership(userId), isNamed(userId)];
    const [membership, isOneOfThem] = [await asked, await askedForName];
    const home = installation();
    if (membership !== undefined && membership !== 'member') return refused(membership);
    if (membership === undefined || home === undefined || isOneOfThem === undefined) {
      return refused('unknown');
    }
    if (!isOneOfThem) return refused('not-named');
    if (place !== 'modal' && rules.places?.includes(place) === false) return refused('elsewhere');
    // One installation, one team: whichever workspace of an organisation somebody types or presses in, they are the same.
    return { kind: 'allowed', person: { teamId: home.teamId, userId } };
  };
}

const refused = (reason: RefusalReason): Decision => ({ kind: 'refused', reason });
