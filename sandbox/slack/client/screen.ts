import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel, User } from '../state/workspace.ts';
import { findElements } from './elements.ts';
import { blocksOf, type Surface } from './find-on-screen.ts';

/** What a person can look at, and what they look at now. */
export interface Screen {
  /** The channel that is open at the beginning. */
  readonly first: string;
  /** Throws when the person is not in a channel of that name. */
  channelNamed(name: string): Channel;
  /** `home`, or a channel's name. */
  lookAt(place: string): void;
  /** In a channel, or in all that the person is in; oldest first. */
  messages(channel?: string): StoredMessage[];
  /** Everything within reach, nearest first: an open modal alone; else what they look at, then the rest, newest first. */
  surfaces(): Surface[];
}

const placeOf = ({ isDirect, name }: Channel) => (isDirect ? 'direct' : name);

export function createScreen({ workspace, messages, views }: SlackState, user: User): Screen {
  const channels = workspace.channels.filter(({ memberIds }) => memberIds.includes(user.id));
  const [first = 'oncall'] = channels.map(placeOf);
  let lookingAt = first;

  const channelNamed = (asked: string) => {
    const channel = channels.find((one) => placeOf(one) === asked || one.id === asked);
    if (!channel)
      throw new Error(`${user.name} is not in ${asked}, only in ${channels.map(placeOf).join(', ')}`);
    return channel;
  };
  const seenIn = (shown: readonly Channel[]) =>
    messages.seenBy(
      user.id,
      shown.map(({ id }) => id),
    );
  const messageSurfaces = (channel: Channel): Surface[] =>
    seenIn([channel])
      .reverse()
      .map((message) => ({ kind: 'message', place: placeOf(channel), message }));

  return {
    first,
    channelNamed,
    lookAt(place) {
      lookingAt = place;
    },
    messages: (channel) => seenIn(channel === undefined ? channels : [channelNamed(channel)]),
    surfaces() {
      const modal = views.stack(user.id).at(-1);
      if (modal) return [{ kind: 'view', place: 'modal', view: modal }];
      const home = views.home(user.id);
      const all: Surface[] = [
        ...channels.flatMap(messageSurfaces),
        ...(home ? [{ kind: 'view', place: 'home', view: home } as const] : []),
      ];
      const isNear = ({ place }: Surface) => place === lookingAt;
      return [...all.filter(isNear), ...all.filter((surface) => !isNear(surface))];
    },
  };
}

/** The screen as text, for the error of a wait that timed out. */
export function describeScreen(name: string, surfaces: readonly Surface[]): string {
  if (surfaces.length === 0) return `${name} sees nothing`;
  const lines = surfaces.slice(0, 20).map((surface) => {
    const buttons = findElements(blocksOf(surface)).map(({ actionId }) => actionId);
    const what =
      surface.kind === 'message' ? describeMessage(surface.message) : JSON.stringify(surface.view.content);
    return `- ${surface.place}: ${what.slice(0, 600)}${buttons.length > 0 ? ` [${buttons.join(', ')}]` : ''}`;
  });
  return `${name} sees:\n${lines.join('\n')}`;
}

const describeMessage = ({ text, visibleTo }: { text: string; visibleTo: string | undefined }) =>
  `${visibleTo === undefined ? '' : '(only for them) '}${JSON.stringify(text)}`;
