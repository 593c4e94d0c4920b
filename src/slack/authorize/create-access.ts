import type { AccessRules, Place, RefusalReason } from '../../domain/access.ts';
import type { Person } from '../../domain/pins.ts';
import type { SlackPeople } from './create-slack-people.ts';
import type { Installation } from './standing-of.ts';

export type Decision =
  | { readonly kind: 'allowed'; readonly person: Person }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** Whether somebody may ask, and from where: `modal` was opened from a place that was allowed. Never rejects. */
export type DecideAccess = (asking: {
  readonly userId: string;
  readonly place: Place | 'modal';
}) => Promise<Decision>;

export interface AccessDeps {
  readonly people: Pick<SlackPeople, 'standing' | 'groupMembers'>;
  /** Undefined until Slack has said where the app is installed. */
  readonly installation: () => Installation | undefined;
  readonly rules: AccessRules;
  /** Whether Slack refuses the bot token, so that it says nothing about anybody. */
  readonly isSignedOut: () => boolean;
}

const SLACKBOT = 'USLACKBOT';

/** Full members of the installation's workspace, less those whom the rules leave out. What nobody knows is refused. */
export function createAccess({ people, installation, rules, isSignedOut }: AccessDeps): DecideAccess {
  async function isNamed(userId: string): Promise<boolean | undefined> {
    const { users = [], userGroups = [] } = rules;
    if (rules.users === undefined && rules.userGroups === undefined) return true;
    if (users.includes(userId)) return true;
    const groups = await Promise.all(userGroups.map((id) => people.groupMembers(id)));
    if (groups.some((members) => members?.has(userId))) return true;
    return groups.includes(undefined) ? undefined : false;
  }

  const unknown = () => refused(isSignedOut() ? 'signed-out' : 'unknown');

  return async ({ userId, place }) => {
    if (userId === SLACKBOT) return refused('bot');
    // Both are asked before either is waited for.
    const [asked, askedForName] = [people.standing(userId), isNamed(userId)];
    const [standing, isOneOfThem] = [await asked, await askedForName];
    const home = installation();
    if (standing !== undefined && standing !== 'member') return refused(standing);
    if (isOneOfThem === false) return standing === undefined ? unknown() : refused('not-named');
    if (standing === undefined || home === undefined || isOneOfThem === undefined) {
      return unknown();
    }
    if (place !== 'modal' && rules.places?.includes(place) === false) return refused('elsewhere');
    // One installation, one team: whichever workspace of an organisation somebody types or presses in, they are the same.
    return { kind: 'allowed', person: { teamId: home.teamId, userId } };
  };
}

const refused = (reason: RefusalReason): Decision => ({ kind: 'refused', reason });
