// sandbox/page/ owns the workspace in a browser: what it shows, and what a person may do and switch there.
// It must never know src, and nothing of it is shipped.

import { CUSTOMERS } from '../backup-service/accounts/accounts.ts';
import type { Fault, FaultScope } from '../backup-service/faults.ts';
import type { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import { withStanding } from '../slack/state/elements.ts';
import { type Channel, type ChannelName, isShared } from '../slack/state/workspace.ts';
import type { Sandbox } from '../start-sandbox.ts';

/** The parts of a sandbox that the page shows and switches. */
export type PageSandbox = Pick<
  Sandbox,
  'slack' | 'service' | 'passTime' | 'runBackups' | 'clock' | 'clockIsSet' | 'resetClock'
>;

/** Late enough for "Still asking", soon enough for the client not to give up. */
export const SLOW_MS = 4_000;

/** What can be wrong with the reference service, by the name of the switch, and the faults that make it so. */
export const SERVICE_FAULTS: Readonly<Record<string, readonly [Fault, FaultScope?] | undefined>> = {
  Works: undefined,
  Down: [{ kind: 'reset' }],
  Slow: undefined,
  // Not the login: a refused one would keep the bot from trying again for a while after the switch is back.
  'Refuses the token (401)': [{ kind: 'status', status: 401 }, { operation: 'general-info' }],
  'Fails (500)': [{ kind: 'status', status: 500 }],
  'Answers HTML': [{ kind: 'html-page', status: 200 }],
  // The wait that a person at the page is willing to sit through.
  'Rate limited (429)': [{ kind: 'rate-limited', retryAfterSeconds: 5 }],
};

export type PageState = ReturnType<typeof readState>;
export type PageChannel = PageState['channels'][number];
export type PageMessage = PageChannel['messages'][number];

/** All that this person sees now; JSON, so absence is null. `fault`: the key of `SERVICE_FAULTS`. */
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
    /** Those whose eyes one can look through: two members, a guest, somebody of another organisation. */
    people: users
      .filter(({ kind }) => kind !== 'bot' && kind !== 'deleted')
      .map(({ id, name, realName, kind }) => ({ id, name, realName, kind })),
    /** No `direct` for a person who has no direct messages with the app. */
    channels: channels.filter(isShown).map((channel) => {
      const { id, name, isDirect, memberIds } = channel;
      const isMember = memberIds.includes(person.id);
      const messages = (isMember ? person.messages(id) : []).map((message) => ({
        ...message,
        authorName: authorOf(message.authorId)?.realName ?? message.authorId,
        isApp: message.authorId === workspace.botUserId,
        atMs: Math.floor(Number(message.ts) * 1000),
      }));
      // The local Slack has these channels and no others.
      const place: ChannelName | 'direct' = isDirect ? 'direct' : (name as ChannelName);
      return { id, name: place, isMember, isShared: isShared(workspace, channel), messages };
    }),
    /** Null until the app has published one. */
    home: person.home() ?? null,
    /** The top of the stack of modals; its inputs begin with what stands in them. */
    modal: modal ? { ...modal, blocks: withStanding(modal.blocks, modal.state.values) } : null,
    /** Names to show, by user id. */
    users: Object.fromEntries(users.map(({ id, realName }) => [id, realName])),
    commands: slashCommands,
    /** What the menu of a message offers. */
    shortcuts: messageShortcuts,
    /** Of the reference service: a service of one's own has no accounts to list and no faults. */
    faults: service ? Object.keys(SERVICE_FAULTS) : [],
    fault,
    accounts: service ? CUSTOMERS : [],
    /** How far ahead of this machine the clocks of Slack, bot and reference service are. */
    offsetMinutes: clock.aheadMs() / 60_000,
  };
}
