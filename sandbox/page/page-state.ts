// sandbox/page/ owns the workspace in a browser: what it shows, and what a person can do and control there. It must never
// know src, and is not part of the shipped product.

import { CUSTOMERS } from '../backup-service/accounts/accounts.ts';
import type { Fault, FaultScope } from '../backup-service/faults.ts';
import type { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import { withStanding } from '../slack/state/elements.ts';
import { type Channel, type ChannelName, isShared } from '../slack/state/workspace.ts';
import type { Sandbox } from '../start-sandbox.ts';

/** The parts of a sandbox that the page shows and controls. */
export type PageSandbox = Pick<
  Sandbox,
  'slack' | 'service' | 'passTime' | 'runBackups' | 'clock' | 'clockIsSet' | 'resetClock'
>;

/** Late enough for "Still asking", early enough that the client does not give up. */
export const SLOW_MS = 4_000;

/** Faults of the reference service, by the labels of the page's control. */
export const SERVICE_FAULTS: Readonly<Record<string, readonly [Fault, FaultScope?] | undefined>> = {
  Works: undefined,
  Down: [{ kind: 'reset' }],
  Slow: undefined,
  // Not for logins: after a refused login the bot waits a while, even when the fault is gone.
  'Refuses the token (401)': [{ kind: 'status', status: 401 }, { operation: 'general-info' }],
  'Fails (500)': [{ kind: 'status', status: 500 }],
  'Answers HTML': [{ kind: 'html-page', status: 200 }],
  // Short enough for a person at the page to wait.
  'Rate limited (429)': [{ kind: 'rate-limited', retryAfterSeconds: 5 }],
};

export type PageState = ReturnType<typeof readState>;
export type PageChannel = PageState['channels'][number];
export type PageMessage = PageChannel['messages'][number];

/** Everything that this person sees now. It is JSON, so null means absent. `fault`: the key of `SERVICE_FAULTS`. */
export function readState(
  { slack, service, clock }: PageSandbox,
  { slashCommands, messageShortcuts }: ReturnType<typeof readManifest>,
  person: Person,
  fault: string,
) {
  const { workspace } = slack;
  const { users, channels } = workspace;
  const isShown = ({ isDirect, memberIds }: Channel) => !isDirect || memberIds.includes(person.id);
  const modal = person.modal();
  const authorOf = (id: string) => users.find((user) => user.id === id);
  return {
    person: {
      name: person.name,
      realName: authorOf(person.id)?.realName ?? '',
      locale: person.locale,
      tz: person.tz,
    },
    /** The people whose screen the page can show: two members, a guest, and a person from another organisation. */
    people: users
      .filter(({ kind }) => kind !== 'bot' && kind !== 'deleted')
      .map(({ id, name, realName, kind }) => ({ id, name, realName, kind })),
    /** Without `direct` for a person who has no direct messages with the app. */
    channels: channels.filter(isShown).map((channel) => {
      const { id, name, isDirect, memberIds } = channel;
      const isMember = memberIds.includes(person.id);
      const messages = (isMember ? person.messages(id) : []).map((message) => ({
        ...message,
        authorName: authorOf(message.authorId)?.realName ?? message.authorId,
        isApp: message.authorId === workspace.botUserId,
        atMs: Math.floor(Number(message.ts) * 1000),
      }));
      // The local Slack has only these channels.
      const place: ChannelName | 'direct' = isDirect ? 'direct' : (name as ChannelName);
      return { id, name: place, isMember, isShared: isShared(workspace, channel), messages };
    }),
    /** Null until the app has published one. */
    home: person.home() ?? null,
    /** The top modal of the stack. Its inputs start with their current values. */
    modal: modal ? { ...modal, blocks: withStanding(modal.blocks, modal.state.values) } : null,
    /** Display names, by user id. */
    users: Object.fromEntries(users.map(({ id, realName }) => [id, realName])),
    commands: slashCommands,
    /** The shortcuts in the menu of a message. */
    shortcuts: messageShortcuts,
    /** Only for the reference service: a developer's own service has no faults to choose. */
    faults: service ? Object.keys(SERVICE_FAULTS) : [],
    fault,
    accounts: service ? CUSTOMERS : [],
    /** How far the clocks of Slack, bot and reference service are ahead of this machine's. */
    offsetMinutes: clock.aheadMs() / 60_000,
  };
}
