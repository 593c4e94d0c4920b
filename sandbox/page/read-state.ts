import { ACCOUNTS } from '../backup-service/accounts/accounts.ts';
import type { Person } from '../slack/client/person.ts';
import type { SeenMessage } from '../slack/client/seen.ts';
import type { Channel, ChannelName, PersonName, User } from '../slack/state/workspace.ts';
import { isShared } from '../slack/state/workspace.ts';
import type { PageContext } from './page-context.ts';
import type { PageChannel, PageService, PageState } from './page-state.ts';

/** Undefined when nobody at the page has this name. */
export function findPerson({ sandbox }: PageContext, name: string): Person | undefined {
  const isThere = peopleIn(sandbox.slack.workspace.users).some((user) => user.name === name);
  return isThere ? sandbox.slack.person(name as PersonName) : undefined;
}

/** All that this person sees now. */
export function readState(context: PageContext, person: Person): PageState {
  const { sandbox, slashCommands, messageShortcuts } = context;
  const { users } = sandbox.slack.workspace;
  const user = users.find(({ id }) => id === person.id);
  if (!user) throw new Error(`${person.name} is not in the workspace`);
  const { id, name, realName, kind, locale } = user;
  return {
    person: { id, name, realName, kind, locale },
    people: peopleIn(users).map(({ id, name, realName, kind }) => ({ id, name, realName, kind })),
    channels: channelsOf(context, person),
    home: person.home() ?? null,
    modal: person.modal() ?? null,
    users: namesOf(users),
    commands: slashCommands,
    shortcuts: messageShortcuts.map(({ name, callback_id }) => ({ name, callback_id })),
    service: serviceOf(context),
    clock: { offsetMinutes: sandbox.clock.aheadMs() / 60_000 },
    transport: sandbox.transport,
    sockets: sandbox.slack.connectedSockets(),
  };
}

const peopleIn = (users: readonly User[]) => users.filter(({ kind }) => kind !== 'bot' && kind !== 'deleted');

const namesOf = (users: readonly User[]) =>
  Object.fromEntries(users.map(({ id, realName }) => [id, realName]));

function channelsOf({ sandbox }: PageContext, person: Person): readonly PageChannel[] {
  const { workspace } = sandbox.slack;
  const { users, channels } = workspace;
  const isShown = ({ isDirect, memberIds }: Channel) => !isDirect || memberIds.includes(person.id);
  return channels.filter(isShown).map((channel) => {
    const { id, name, isDirect, memberIds } = channel;
    const isMember = memberIds.includes(person.id);
    const messages = isMember ? person.messages(id).map((message) => toPageMessage(message, users)) : [];
    // The local Slack has these channels and no others.
    const place = isDirect ? 'direct' : (name as ChannelName);
    return { id, name: place, isMember, isShared: isShared(workspace, channel), messages };
  });
}

function toPageMessage(message: SeenMessage, users: readonly User[]) {
  const author = users.find(({ id }) => id === message.authorId);
  return {
    ...message,
    authorName: author?.realName ?? message.authorId,
    isApp: author?.kind === 'bot',
    atMs: Math.floor(Number(message.ts) * 1000),
  };
}

function serviceOf({ sandbox: { service, serviceUrl: url }, serviceSwitch }: PageContext): PageService {
  const fault = serviceSwitch.current();
  if (!service) return { isReference: false, url, accounts: [], fault, counts: null };
  const accounts = ACCOUNTS.map(({ id, title }) => ({ id, title }));
  return { isReference: true, url, accounts, fault, counts: { ...service.counts } };
}
