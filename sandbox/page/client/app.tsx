import { useEffect, useRef, useState } from 'react';
import type { Control } from '../page-request.ts';
import { Channel, titleOf } from './channel.tsx';
import { type Client, ClientContext, send, useClient, useNow, usePage } from './client.ts';
import { Tools } from './tools.tsx';
import { Home, Modal } from './views.tsx';

const HOME = 'home';
/** From here on there is room for the tools beside the workspace; as in app.css. */
const WIDE = '(min-width: 900px)';
const DARK = '(prefers-color-scheme: dark)';

/** The whole page. */
export function App() {
  const [person, setPerson] = useState('ada');
  const [place, setPlace] = useState('oncall');
  const [line, setLine] = useState('');
  const [status, setStatus] = useState('');
  const [theme, setTheme] = useState<Client['theme']>(() => (matchMedia(DARK).matches ? 'dark' : 'light'));
  const [hasTools, setHasTools] = useState(() => matchMedia(WIDE).matches);
  const composer = useRef<HTMLInputElement>(null);
  const { state, isLost } = usePage(person);
  const nowMs = useNow(state?.offsetMinutes ?? 0);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  // Who cannot be here any more goes to the first channel that they are in.
  const isOut = state?.channels.some(({ name, isMember }) => name === place && !isMember) ?? false;
  const first = state?.channels.find(({ isMember }) => isMember)?.name;
  useEffect(() => {
    if (isOut && first) setPlace(first);
  }, [isOut, first]);

  const tell = async (asked: Promise<string | undefined>) => {
    setStatus('Sending…');
    const error = await asked;
    setStatus(error ?? '');
    return error === undefined;
  };
  const control = (one: Control) => void tell(send('control', one));
  if (!state) return <p role="status">{isLost ? 'The sandbox does not answer.' : 'Loading…'}</p>;

  const client: Client = {
    state,
    act: (act) => tell(send('act', { person, act })),
    theme,
    nowMs,
    status: isLost ? 'The sandbox does not answer; trying again.' : status,
  };
  const goTo = (next: string) => {
    setPlace(next);
    setStatus('');
    if (next === HOME) void client.act({ kind: 'open-home' });
  };
  const become = (next: string) => {
    setPerson(next);
    setPlace('oncall');
    setStatus('');
  };
  const compose = (text: string) => {
    if (place === HOME) setPlace('oncall');
    setLine(text);
    if (!matchMedia(WIDE).matches) setHasTools(false);
    // The composer may only just be coming back.
    requestAnimationFrame(() => composer.current?.focus());
  };
  const channel = state.channels.find(({ name }) => name === place);
  return (
    <ClientContext value={client}>
      <TopBar {...{ person, hasTools, control }} onPerson={become} onTools={setHasTools} />
      <div className="floor">
        <div className="workspace">
          <div className="behind" inert={state.modal !== null}>
            <Sidebar place={place} onPlace={goTo} />
            <main>
              {channel ? (
                <Channel {...{ channel, line, setLine, composer }} key={channel.name} />
              ) : (
                <Home view={state.home} />
              )}
            </main>
          </div>
          {state.modal && <Modal view={state.modal} />}
        </div>
        {hasTools && <Tools {...{ control, compose, setTheme }} />}
      </div>
    </ClientContext>
  );
}

const KINDS: Readonly<Record<string, string>> = { 'single-channel-guest': ', guest', stranger: ', outsider' };

interface TopBarProps {
  readonly person: string;
  readonly hasTools: boolean;
  readonly control: (control: Control) => void;
  readonly onPerson: (name: string) => void;
  readonly onTools: (hasTools: boolean) => void;
}

/** Who looks, and how the service does. */
function TopBar({ person, hasTools, control, onPerson, onTools }: TopBarProps) {
  const { people, faults, fault } = useClient().state;
  return (
    <header className="top-bar">
      <h1>Backup Status sandbox</h1>
      <label>
        Person
        <select value={person} onChange={({ target }) => onPerson(target.value)}>
          {people.map(({ name, realName, kind }) => (
            <option key={name} value={name}>
              {`${realName}${KINDS[kind] ?? ''}`}
            </option>
          ))}
        </select>
      </label>
      {faults.length > 0 && (
        <label>
          Service
          <select
            value={fault}
            onChange={({ target }) => control({ kind: 'service-fault', fault: target.value })}
          >
            {faults.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="button" aria-expanded={hasTools} onClick={() => onTools(!hasTools)}>
        Tools
      </button>
    </header>
  );
}

/** The places of the workspace; `place`: `home`, or a channel's name. */
function Sidebar({ place, onPlace }: { readonly place: string; readonly onPlace: (place: string) => void }) {
  const { channels, person } = useClient().state;
  const current = (one: string) => (place === one ? 'page' : undefined);
  return (
    <nav className="sidebar" aria-label="Workspace">
      {channels.map(({ id, name, isMember }) => (
        <button
          key={id}
          type="button"
          aria-current={current(name)}
          disabled={!isMember}
          title={isMember ? undefined : `${person.realName} is not in this channel`}
          onClick={() => onPlace(name)}
        >
          {titleOf(name)}
        </button>
      ))}
      <button type="button" aria-current={current(HOME)} onClick={() => onPlace(HOME)}>
        Backup Status Home
      </button>
    </nav>
  );
}
