// sandbox/page/ owns the workspace in a browser: what it shows, and what a person can do and control there. It must never
// know src, and is not part of the shipped product.

import { CUSTOMERS } from '../backup-service/accounts/accounts.ts';
import type { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import { withStanding } from '../slack/state/elements.ts';
import type { Controls, PageSandbox } from './controls.ts';

export type PageState = ReturnType<typeof readState>;
export type PageChannel = PageState['channels'][number];
export type PageMessage = PageChannel['messages'][number];

/** Everything that this person sees now. It is JSON, so null means absent. */
export function readState(
  { slack, service, clock }: PageSandbox,
  { commands, shortcuts }: ReturnType<typeof readManifest>,
  person: Person,
  controls: Controls,
) {
  const { users, channels, botUserId } = slack.workspace;
  const modal = person.modal();
  const nameOf = (userId: string) => users.find(({ id }) => id === userId)?.realName ?? userId;
  return {
    person: { name: person.name, realName: nameOf(person.id), locale: person.locale, tz: person.tz },
    /** The people whose screen the page can show: two members, a guest, and a person from another organisation. */
    people: users
      .filter(({ kind }) => kind !== 'bot' && kind !== 'deleted')
      .map(({ id, name, realName, kind }) => ({ id, name, realName, kind })),
    /** Those of the person. */
    channels: channels
      .filter(({ memberIds }) => memberIds.includes(person.id))
      .map(({ id, name, isDirect, isShared }) => ({
        id,
        name: isDirect ? 'direct' : name,
        isDirect,
        isShared,
        messages: person.messages(id).map((message) => ({
          ...message,
          authorName: nameOf(message.authorId),
          isApp: message.authorId === botUserId,
          atMs: Math.floor(Number(message.ts) * 1000),
        })),
      })),
    /** Null until the app has published one. */
    home: person.home() ?? null,
    /** The top modal of the stack. Its inputs start with their current values. */
    modal: modal ? { ...modal, blocks: withStanding(modal.blocks, modal.state.values) } : null,
    /** How mentions read, by the id of a person or channel. */
    mentions: Object.fromEntries([
      ...users.map(({ id, realName }) => [id, `@${realName}`]),
      ...channels.map(({ id, name }) => [id, `#${name}`]),
    ]),
    command: commands[0] ?? '',
    /** The shortcuts in the menu of a message. */
    shortcuts,
    ...controls.shown(person),
    accounts: service ? CUSTOMERS : [],
    /** How far the clocks of Slack, bot and reference service are ahead of this machine's. */
    offsetMinutes: clock.aheadMs() / 60_000,
  };
}
