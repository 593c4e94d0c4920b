interface Team {
  readonly id: string;
  readonly domain: string;
}

/** `member-1`, `member-2`, …: as many more full members as were asked for. */
export type PersonName = 'ada' | 'bora' | 'guest' | 'outsider' | `member-${number}`;

/** What is not a direct message. */
export type ChannelName = 'oncall' | 'general' | 'alerts' | 'partners';

/** Someone with an account, as `users.info` knows them. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly team: Team;
  /** `single-channel-guest`: may see one channel. `stranger`: from another organisation, by Slack Connect. */
  readonly kind: 'member' | 'single-channel-guest' | 'stranger' | 'bot' | 'deleted';
  readonly tz: string;
  readonly tzOffsetSeconds: number;
  /** IETF tag of the language of their Slack, which they may change. */
  locale: string;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly isDirect: boolean;
  /** Whether the app is in it. */
  isBotMember: boolean;
  isArchived: boolean;
  /** A preference of the workspace keeps the app from posting there. */
  isRestricted: boolean;
  /** The people in it. */
  readonly memberIds: readonly string[];
}

/** What stands between the app and a channel. */
export type ChannelAccess = Pick<Channel, 'isBotMember' | 'isArchived' | 'isRestricted'>;

/** Who and what exists in the local Slack. Nothing in it changes while it runs, except what people are, their locales and the app's access to channels. */
export interface Workspace {
  readonly team: Team;
  readonly appId: string;
  readonly botId: string;
  readonly botUserId: string;
  readonly users: readonly User[];
  /** `oncall` and `alerts` (with the app), `general` (without it), `partners` (with it, shared with another organisation) and each person's direct messages with the app. */
  readonly channels: readonly Channel[];
  readonly userGroups: readonly { readonly id: string; readonly userIds: readonly string[] }[];
}

const HOME: Team = { id: 'T0LOCAL0001', domain: 'local-workspace' };
const ELSEWHERE: Team = { id: 'T0ELSEWHERE', domain: 'elsewhere' };
const ISTANBUL = { tz: 'Europe/Istanbul', tzOffsetSeconds: 10_800, locale: 'tr-TR' };
const LONDON = { tz: 'Europe/London', tzOffsetSeconds: 0, locale: 'en-GB' };

const USERS: readonly User[] = [
  { id: 'U0ADA000001', name: 'ada', realName: 'Ada Byron', team: HOME, kind: 'member', ...LONDON },
  { id: 'U0BORA00001', name: 'bora', realName: 'Bora Demir', team: HOME, kind: 'member', ...ISTANBUL },
  {
    id: 'U0GUEST0001',
    name: 'guest',
    realName: 'Gia Guest',
    team: HOME,
    kind: 'single-channel-guest',
    ...LONDON,
  },
  {
    id: 'U0OUTSIDER1',
    name: 'outsider',
    realName: 'Otto Outside',
    team: ELSEWHERE,
    kind: 'stranger',
    ...LONDON,
  },
  { id: 'U0GONE00001', name: 'gone', realName: 'Gwen Gone', team: HOME, kind: 'deleted', ...LONDON },
  { id: 'U0BOT000001', name: 'backup_status', realName: 'Backup Status', team: HOME, kind: 'bot', ...LONDON },
];

/** A full member like the others, in `oncall`. */
const extraMember = (_: unknown, index: number): User => ({
  id: `U0MORE${String(index + 1).padStart(5, '0')}`,
  name: `member-${index + 1}`,
  realName: `Member ${index + 1}`,
  team: HOME,
  kind: 'member',
  ...LONDON,
});

const OPEN: ChannelAccess = { isBotMember: true, isArchived: false, isRestricted: false };

/** The workspace that every local Slack starts with, and `extraMembers` more people in it. `locale`: everybody's, in place of their own. */
export function createWorkspace(extraMembers = 0, locale?: string): Workspace {
  const more = Array.from({ length: extraMembers }, extraMember);
  // Copies: what somebody becomes is the matter of one Slack alone.
  const users = [...USERS, ...more].map((user) => ({ ...user, ...(locale && { locale }) }));
  const moreNames = more.map(({ name }) => name);
  const idsOf = (...names: string[]) => users.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const direct = idsOf('ada', 'bora', 'guest', ...moreNames).map((id) => ({
    id: id.replace(/^U/, 'D'),
    name: 'directmessage',
    isDirect: true,
    ...OPEN,
    memberIds: [id],
  }));
  return {
    team: HOME,
    appId: 'A0LOCAL0001',
    botId: 'B0LOCAL0001',
    botUserId: idsOf('backup_status')[0] ?? '',
    users,
    channels: [
      {
        id: 'C0ONCALL001',
        name: 'oncall',
        isDirect: false,
        ...OPEN,
        memberIds: idsOf('ada', 'bora', 'guest', ...moreNames),
      },
      {
        id: 'C0GENERAL01',
        name: 'general',
        isDirect: false,
        ...OPEN,
        isBotMember: false,
        memberIds: idsOf('ada', 'bora'),
      },
      {
        id: 'C0ALERTS001',
        name: 'alerts',
        isDirect: false,
        ...OPEN,
        memberIds: idsOf('ada', 'bora', ...moreNames),
      },
      {
        id: 'C0PARTNERS1',
        name: 'partners',
        isDirect: false,
        ...OPEN,
        memberIds: idsOf('ada', 'bora', 'outsider'),
      },
      ...direct,
    ],
    userGroups: [
      { id: 'S0ONCALL001', userIds: idsOf('ada') },
      { id: 'S0BILLING01', userIds: idsOf('bora') },
    ],
  };
}

/** Makes somebody a guest, a bot, … in the place where they stand. A stranger also belongs to another team. */
export function become({ users }: Workspace, name: string, kind: User['kind']): void {
  const user = users.find((one) => one.name === name);
  if (user === undefined) throw new Error(`there is no ${name} in the local Slack`);
  Object.assign(user, { kind, team: kind === 'stranger' ? ELSEWHERE : HOME });
}
