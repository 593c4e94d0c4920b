import { findElements, type PlacedElement } from '../state/elements.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { Channel, User } from '../state/workspace.ts';

/** What to press or fill in. All given fields must match. */
export interface PressTarget {
  readonly actionId: string;
  /** The button's value, or the value of the option to choose; the chosen id or time in pickers. */
  readonly value?: string | undefined;
  readonly blockId?: string | undefined;
  readonly messageTs?: string;
  /** The only place to look in: `home`, `modal`, or a channel's name (`direct` for direct messages). */
  readonly in?: string;
}

/** An element, and the message or view that contains it. */
export interface Spot {
  readonly shown: StoredMessage | StoredView;
  readonly placed: PlacedElement;
}

/** One thing a person looks at. `place`: `home`, `modal`, or a channel's name. */
type Surface = Pick<Spot, 'shown'> & { readonly place: string };

const placeOf = ({ isDirect, name }: Channel) => (isDirect ? 'direct' : name);

/** What a person can look at, and what they look at now. The first of their channels at the start. */
export function createScreen({ workspace, messages, views }: SlackState, user: User) {
  const channels = workspace.channels.filter(({ memberIds }) => memberIds.includes(user.id));
  const [first = 'oncall'] = channels.map(placeOf);
  let lookingAt = first;

  /** Throws when the person is not in a channel of that name. */
  const channelNamed = (asked: string): Channel => {
    const channel = channels.find((one) => placeOf(one) === asked || one.id === asked);
    if (channel) return channel;
    throw new Error(`${user.name} is not in ${asked}, only in ${channels.map(placeOf).join(', ')}`);
  };
  /** The messages of one channel, or of all that the person is in; oldest first. */
  const messagesIn = (channel?: string): readonly StoredMessage[] => {
    const ids = (channel === undefined ? channels : [channelNamed(channel)]).map(({ id }) => id);
    return messages.seenBy(user.id, ids);
  };
  /** Everything within reach: only the modal if one is open; else what they look at, then the rest, newest first. */
  const surfaces = (): readonly Surface[] => {
    const modal = views.stack(user.id).at(-1);
    if (modal) return [{ place: 'modal', shown: modal }];
    const home = views.home(user.id);
    const newestFirst = (place: string) => messagesIn(place).toReversed();
    const all: readonly Surface[] = [
      ...channels.map(placeOf).flatMap((place) => newestFirst(place).map((shown) => ({ place, shown }))),
      ...(home ? [{ place: 'home', shown: home }] : []),
    ];
    const isNear = ({ place }: Surface) => place === lookingAt;
    return [...all.filter(isNear), ...all.filter((surface) => !isNear(surface))];
  };
  /** The screen as text, for errors. */
  const describe = (): string => {
    const lines = surfaces().map(({ place, shown }) => {
      const text = 'ts' in shown ? shown.text : '';
      return `- ${place}: ${text} ${JSON.stringify(shown.filledBlocks).slice(0, 1_000)}`;
    });
    return `${user.name} sees:\n${lines.slice(0, 20).join('\n') || 'nothing'}`;
  };

  return {
    first,
    channelNamed,
    messages: messagesIn,
    describe,
    /** `home`, or a channel's name. */
    lookAt(place: string) {
      lookingAt = place;
    },
    /** The channel, which they look at from then on. Throws as `channelNamed` does. */
    enter(name: string): Channel {
      lookingAt = name;
      return channelNamed(name);
    },
    /** The element on the first surface that has it. Throws when none has, and when that surface has several that match. */
    find(target: PressTarget): Spot {
      const isMeant = ({ place, shown }: Surface) =>
        (target.in ?? place) === place &&
        (target.messageTs === undefined || ('ts' in shown && shown.ts === target.messageTs));
      const fitting = surfaces()
        .filter(isMeant)
        .map(({ shown }) => {
          const fit = findElements(shown.filledBlocks).filter((placed) => fits(placed, target));
          return fit.map((placed) => ({ shown, placed }));
        });
      const [spot, ...others] = fitting.find(({ length }) => length > 0) ?? [];
      if (spot && others.length === 0) return spot;
      const problem = spot ? 'fits several elements' : 'is not on the screen';
      throw new Error(`${JSON.stringify(target)} ${problem}; ${describe()}`);
    },
  };
}

function fits(placed: PlacedElement, { actionId, blockId, value }: PressTarget): boolean {
  if (placed.actionId !== actionId || (blockId ?? placed.blockId) !== placed.blockId) return false;
  if (value === undefined) return true;
  if (placed.type === 'button') return placed.element.value === value;
  return placed.options?.some((option) => option.value === value) ?? true;
}
