import type { PageState } from '../../page-state.ts';

interface SidebarProps {
  readonly state: PageState;
  /** `home`, or a channel's name. */
  readonly place: string;
  readonly onPlace: (place: string) => void;
}

/** The places of the workspace. */
export function Sidebar({ state, place, onPlace }: SidebarProps) {
  const current = (one: string) => (place === one ? 'page' : undefined);
  return (
    <nav className="sidebar" aria-label="Workspace">
      {state.channels.map(({ id, name, isMember }) => (
        <button
          key={id}
          type="button"
          aria-current={current(name)}
          disabled={!isMember}
          title={isMember ? undefined : `${state.person.realName} is not in this channel`}
          onClick={() => onPlace(name)}
        >
          {titleOf(name)}
        </button>
      ))}
      <button type="button" aria-current={current('home')} onClick={() => onPlace('home')}>
        Backup Status Home
      </button>
    </nav>
  );
}

/** What a channel is called where it is shown. */
export const titleOf = (name: string): string => (name === 'direct' ? 'Backup Status Messages' : `#${name}`);
