import { useEffect, useRef, useState } from 'react';
import type { Act, Control } from '../page-state.ts';
import { type Client, ClientContext } from './hooks/use-client.ts';
import { useKeptFocus } from './hooks/use-kept-focus.ts';
import { useLook } from './hooks/use-look.ts';
import { useNow } from './hooks/use-now.ts';
import { usePage } from './hooks/use-page.ts';
import { send } from './send.ts';
import { Tools } from './tools/tools.tsx';
import { TopBar } from './tools/top-bar.tsx';
import { Channel } from './workspace/channel.tsx';
import { Home } from './workspace/home.tsx';
import { Modal } from './workspace/modal.tsx';
import { Sidebar } from './workspace/sidebar.tsx';

const HOME = 'home';
/** From here on there is room for the tools beside the workspace; as in app.css. */
const WIDE = '(min-width: 900px)';

/** The whole page. */
export function App() {
  const [person, setPerson] = useState('ada');
  const [place, setPlace] = useState('oncall');
  const [line, setLine] = useState('');
  const [status, setStatus] = useState('');
  const [hasTools, setHasTools] = useState(() => matchMedia(WIDE).matches);
  const composer = useRef<HTMLInputElement>(null);
  const workspace = useRef<HTMLDivElement>(null);
  const look = useLook();
  const { state, traffic, isLost } = usePage(person);
  const nowMs = useNow(state?.clock.offsetMinutes ?? 0);
  useKeptFocus(workspace);

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
  const control = (one: Control) => void tell(send('/control', one));
  if (!state) return <p role="status">{isLost ? 'The sandbox does not answer.' : 'Loading…'}</p>;

  const client: Client = {
    act: (act: Act) => tell(send('/act', { person, act })),
    theme: look.theme,
    shortcuts: state.shortcuts,
    channels: state.channels,
    people: state.people,
    timeZone: look.timeZone,
    locale: state.person.locale,
    nowMs,
    users: state.users,
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
      <TopBar {...{ state, person, hasTools, control }} onPerson={become} onTools={setHasTools} />
      <div className="floor">
        <div ref={workspace} className={`workspace ${look.isPhone ? 'phone' : ''}`}>
          <div className="behind" inert={state.modal !== null}>
            <Sidebar state={state} place={place} onPlace={goTo} />
            <main>
              {channel ? (
                <Channel
                  {...{ channel, line, setLine, composer }}
                  key={channel.name}
                  commands={state.commands}
                />
              ) : (
                <Home view={state.home} />
              )}
            </main>
          </div>
          {state.modal && <Modal view={state.modal} />}
        </div>
        {hasTools && <Tools {...{ state, traffic, look, control, compose }} />}
      </div>
    </ClientContext>
  );
}
