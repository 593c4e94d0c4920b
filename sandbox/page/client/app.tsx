// The client draws what the page's server sends for each person, and posts what they do. It must never know the bot, nor
// store any message or view: all of them come from the server.

import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { View } from '../../slack/client/seen.ts';
import type { Act } from '../start-page.ts';
import { Blocks, valuesIn } from './blocks.tsx';
import { Channel, titleOf } from './channel.tsx';
import { type Client, ClientContext, send, useClient, useNow, usePage } from './client.ts';
import { Dialog } from './dialog.tsx';
import { Select } from './field.tsx';
import { Tools } from './tools.tsx';

const HOME = 'home';
const FIRST = 'oncall';
/** From this width there is room for the tools beside the workspace. app.css has the same width. */
const WIDE = '(min-width: 900px)';
const DARK = '(prefers-color-scheme: dark)';

/** The whole page. */
function App() {
  const [person, setPerson] = useState('ada');
  const [place, setPlace] = useState(FIRST);
  const [line, setLine] = useState('');
  const [status, setStatus] = useState('');
  const [theme, setTheme] = useState<Client['theme']>(() => (matchMedia(DARK).matches ? 'dark' : 'light'));
  const [hasTools, setHasTools] = useState(() => matchMedia(WIDE).matches);
  const composer = useRef<HTMLInputElement>(null);
  const state = usePage(person);
  const nowMs = useNow(state?.offsetMinutes ?? 0);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const system = matchMedia(DARK);
    const follow = () => setTheme(system.matches ? 'dark' : 'light');
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);

  const act = async (...asked: Act) => {
    setStatus('Sending…');
    const error = await send(person, asked);
    setStatus(error ?? '');
    return error === undefined;
  };
  if (!state) return <p role="status">Loading…</p>;

  const client: Client = { state, act, theme, nowMs, status };
  const goTo = (next: string) => {
    setPlace(next);
    setStatus('');
    if (next === HOME) void act('openHome');
  };
  const become = (next: string) => {
    setPerson(next);
    goTo(FIRST);
  };
  const compose = (text: string) => {
    if (place === HOME) setPlace(FIRST);
    setLine(text);
    if (!matchMedia(WIDE).matches) setHasTools(false);
    // The composer may not be back on the page yet.
    requestAnimationFrame(() => composer.current?.focus());
  };
  // A person who is not in this channel sees the first that they are in.
  const channel =
    place === HOME ? undefined : (state.channels.find(({ name }) => name === place) ?? state.channels[0]);
  return (
    <ClientContext value={client}>
      <TopBar {...{ person, become, hasTools }} onTools={() => setHasTools(!hasTools)} />
      <div className="floor">
        <Sidebar place={channel?.name ?? HOME} onPlace={goTo} />
        <main>
          {channel ? (
            <Channel {...{ channel, line, setLine, composer }} key={channel.name} />
          ) : (
            <Home view={state.home} />
          )}
        </main>
        {hasTools && <Tools {...{ compose, setTheme }} />}
      </div>
      {state.modal && <Modal view={state.modal} />}
    </ClientContext>
  );
}

const KINDS: Readonly<Record<string, string>> = { 'single-channel-guest': ', guest', stranger: ', outsider' };

interface TopBarProps {
  readonly person: string;
  readonly become: (name: string) => void;
  readonly hasTools: boolean;
  readonly onTools: () => void;
}

/** The person whose screen this is, and the state of the service. */
function TopBar({ person, become, hasTools, onTools }: TopBarProps) {
  const { state, act } = useClient();
  const { people, faults, fault } = state;
  const names = people.map(({ name, realName, kind }) => [name, `${realName}${KINDS[kind] ?? ''}`] as const);
  return (
    <header className="top-bar">
      <h1>Backup Status sandbox</h1>
      <Select label="Person" value={person} options={names} onChoose={become} />
      {faults.length > 0 && (
        <Select
          label="Service"
          value={fault}
          options={faults.map((one) => [one, one])}
          onChoose={(name) => void act('control', name)}
        />
      )}
      <button type="button" className="button" aria-expanded={hasTools} onClick={onTools}>
        Tools
      </button>
    </header>
  );
}

/** The person's channels, and Home. `place`: `home`, or a channel's name. */
function Sidebar({ place, onPlace }: { readonly place: string; readonly onPlace: (place: string) => void }) {
  const { channels } = useClient().state;
  const places = [
    ...channels.map(({ name }) => [name, titleOf(name)] as const),
    [HOME, 'Backup Status Home'] as const,
  ];
  return (
    <nav className="sidebar" aria-label="Workspace">
      {places.map(([name, title]) => (
        <button
          key={name}
          type="button"
          aria-current={place === name ? 'page' : undefined}
          onClick={() => onPlace(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

/** The app's Home tab; empty until the app has published one. */
function Home({ view }: { readonly view: View | null }) {
  const { status } = useClient();
  return (
    <>
      <h2>Backup Status</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="log" aria-label="Home" tabIndex={0}>
        {view ? (
          <form onSubmit={(event) => event.preventDefault()}>
            <Blocks blocks={view.blocks} place={{ in: 'home' }} />
          </form>
        ) : (
          <p className="muted">The app has not published a Home yet.</p>
        )}
      </section>
      <p role="status" className="status">
        {status}
      </p>
    </>
  );
}

/** The modal on top. */
function Modal({ view }: { readonly view: View }) {
  const { act } = useClient();
  const { id, title, submit, close, blocks, errors } = view;
  return (
    <Dialog
      title={title?.text ?? ''}
      close={close?.text ?? (submit ? 'Cancel' : 'Close')}
      submit={submit?.text}
      onClose={() => void act('closeModal')}
      onSubmit={(form) => void act('submit', valuesIn(form))}
    >
      <Blocks key={id} blocks={blocks} place={{ in: 'modal' }} errors={errors} />
    </Dialog>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
