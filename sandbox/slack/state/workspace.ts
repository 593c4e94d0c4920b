import { readManifest } from '../../read-manifest.ts';

interface Team {
  readonly id: string;
  readonly domain: string;
}

/** `member-1`, `member-2`, …: additional full members. */
export type PersonName = 'ada' | 'bora' | 'guest' | 'outsider' | `member-${number}`;

/** The channels that are not direct messages. */
export type ChannelName = 'oncall' | 'general' | 'alerts' | 'partners';

/** A user with the fields of `users.info`. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  team: Team;
  /** `single-channel-guest`: can see one channel. `stranger`: from another organisation, by Slack Connect. */
  kind: 'member' | 'single-channel-guest' | 'stranger' | 'bot' | 'deleted';
  readonly tz: string;
  readonly tzOffsetSeconds: number;
  /** IETF tag of the language of their Slack, which can change. */
  locale: string;
  /** Their current or next Do Not Disturb, in epoch seconds; absent when they have none. */
  dnd?: { readonly fromS: number; readonly untilS: number };
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly isDirect: boolean;
  /** Whether it is shared with another organisation, by Slack Connect. */
  readonly isShared: boolean;
  /** Whether the app is in it. */
  isBotMember: boolean;
  /** The people in it. */
  readonly memberIds: readonly string[];
}

/**
 * The people and channels of the local Slack. While it runs, only the kinds and locales of people and the app's membership
 * in channels change.
 */
export type Workspace = ReturnType<typeof createWorkspace>;

export const HOME: Team = { id: 'T0LOCAL0001', domain: 'local-workspace' };
export const ELSEWHERE: Team = { id: 'T0ELSEWHERE', domain: 'elsewhere' };
const ISTANBUL = { tz: 'Europe/Istanbul', tzOffsetSeconds: 10_800, locale: 'tr-TR' };
const LONDON = { tz: 'Europe/London', tzOffsetSeconds: 0, locale: 'en-GB' };

/**
 * The workspace at the start of every local Slack. The `extraMembers` are in `oncall` and `alerts`. `locale` replaces
 * everybody's own.
 */
export function createWorkspace(extraMembers = 0, locale?: string) {
  const user = (id: string, name: string, realName: string, kind: User['kind'] = 'member'): User => ({
    id,
    name,
    realName,
    kind,
    team: kind === 'stranger' ? ELSEWHERE : HOME,
    ...(name === 'bora' ? ISTANBUL : LONDON),
    ...(locale && { locale }),
  });
  const more = Array.from({ length: extraMembers }, (_, index) => {
    const place = index + 1;
    return user(`U0MORE${String(place).padStart(5, '0')}`, `member-${place}`, `Member ${place}`);
  });
  const users = [
    user('U0ADA000001', 'ada', 'Ada Byron'),
    user('U0BORA00001', 'bora', 'Bora Demir'),
    user('U0GUEST0001', 'guest', 'Gia Guest', 'single-channel-guest'),
    user('U0OUTSIDER1', 'outsider', 'Otto Outside', 'stranger'),
    user('U0GONE00001', 'gone', 'Gwen Gone', 'deleted'),
    user('U0BOT000001', readManifest().botName, 'Backup Status', 'bot'),
    ...more,
  ];
  const moreNames = more.map(({ name }) => name);
  const idsOf = (names: readonly string[]) =>
    users.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const channel = (id: string, name: string, members: readonly string[]): Channel => ({
    id,
    name,
    isDirect: false,
    isShared: name === 'partners',
    isBotMember: name !== 'general',
    memberIds: idsOf(members),
  });
  return {
    team: HOME,
    appId: 'A0LOCAL0001',
    botId: 'B0LOCAL0001',
    botUserId: 'U0BOT000001',
    users,
    /**
     * `oncall` and `alerts` (with the app), `general` (without it), `partners` (with it, shared with another organisation)
     * and each person's direct messages with the app.
     */
    channels: [
      channel('C0ONCALL001', 'oncall', ['ada', 'bora', 'guest', ...moreNames]),
      channel('C0GENERAL01', 'general', ['ada', 'bora']),
      channel('C0ALERTS001', 'alerts', ['ada', 'bora', ...moreNames]),
      channel('C0PARTNERS1', 'partners', ['ada', 'bora', 'outsider']),
      ...['ada', 'bora', 'guest', ...moreNames].map((name) => {
        const [id = ''] = idsOf([name]);
        return { ...channel(id.replace(/^U/, 'D'), 'directmessage', [name]), isDirect: true };
      }),
    ],
    userGroups: [
      { id: 'S0ONCALL001', name: 'On call', userIds: idsOf(['ada']) },
      { id: 'S0BILLING01', name: 'Billing', userIds: idsOf(['bora']) },
    ] as const,
  };
}
