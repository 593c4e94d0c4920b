import { createContext, useContext, useEffect, useState } from 'react';
import type { PageState } from '../page-state.ts';
import type { Act } from '../start-page.ts';

/** What every component may need: the state from the server, the reader and the time, and how to act. */
export interface Client {
  readonly state: PageState;
  /** Acts as the person on the screen. Resolves with whether it succeeded. */
  act(...act: Act): Promise<boolean>;
  /** Uses the control of the sandbox that has this text. */
  control(control: string): void;
  readonly theme: 'light' | 'dark';
  /** The time of the workspace. */
  readonly nowMs: number;
  /** What is in progress, or the last error; empty when there is neither. */
  readonly status: string;
}

export const ClientContext = createContext<Client | undefined>(undefined);

/** Throws outside of a `ClientContext`. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('used outside of ClientContext');
  return client;
}

/** What this person sees; undefined until the first event. */
export function usePage(person: string): PageState | undefined {
  const [state, setState] = useState<PageState>();
  useEffect(() => {
    const events = new EventSource(`events?person=${encodeURIComponent(person)}`);
    events.addEventListener('message', ({ data }) => setState(JSON.parse(data)));
    return () => events.close();
  }, [person]);
  return state;
}

const TICK_MS = 10_000;

/** The time of the workspace, whose clock can be ahead. It keeps running, so that "3 minutes ago" stays current. */
export function useNow(offsetMinutes: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + offsetMinutes * 60_000;
}

/** Posts to the page's server. Resolves with the error as a sentence; undefined on success. */
export async function send(path: 'act' | 'control', body: object): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { error?: string }).error;
  } catch {
    return 'The sandbox does not answer. Is it still running?';
  }
}
