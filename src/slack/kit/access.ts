/** What somebody is to the workspace in which the app is installed. */
export type Membership = 'member' | 'guest' | 'outsider' | 'deactivated' | 'bot';

/**
 * Why somebody gets no answer, as in the log. `unknown`: Slack could not say who they are. `not-named`: a member, but not
 * among those who may ask. `elsewhere`: not in this channel.
 */
export type RefusalReason = Exclude<Membership, 'member'> | 'unknown' | 'not-named' | 'elsewhere';

/** Where somebody asks: a channel by its id, `home`, or `direct` for direct messages; `nowhere` matches no setting. */
export type Place = string;

/** Restrictions of "every full member, everywhere". An absent list restricts nothing. */
export interface AccessRules {
  /** Places where the app answers. If set, Home and direct messages are closed unless listed. */
  readonly places?: readonly Place[];
  /** Who may ask, by user id, beside the members of `userGroups`. */
  readonly users?: readonly string[];
  /** The same by the id of a user group. */
  readonly userGroups?: readonly string[];
}

/** The bot scopes that the app needs; manifest.yml asks for exactly these. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read'];

/** The same, and the scope that the rules need. */
export const scopesFor = ({ userGroups }: AccessRules): readonly string[] =>
  userGroups === undefined ? BOT_SCOPES : [...BOT_SCOPES, 'usergroups:read'];

/** Where the app is installed, as `auth.test` has it. */
export interface Installation {
  readonly teamId: string;
  /** Of the Enterprise organisation that the workspace belongs to. */
  readonly enterpriseId?: string;
  /** Of the workspace, or of Slack, ends with a slash. */
  readonly url: string;
  /** Which bot scopes the app has, optional ones included. Absent: Slack does not say. */
  readonly scopes?: readonly string[];
}

/** For the log and the doctor. */
export function whoMayAsk({ users = [], userGroups = [], places }: AccessRules): string {
  const named = [...users, ...userGroups];
  const people = named.length > 0 ? `full members among ${named.join(', ')}` : 'every full member';
  return `${people}, ${places ? `in ${places.join(', ')}` : 'everywhere'}`;
}
