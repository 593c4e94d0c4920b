import { createContext, useContext, useEffect, useState } from 'react';
import type { PageState } from '../page-state.ts';
import type { Act } from '../start-page.ts';

/** What every component may need: the state from the server, the reader and the time, and how to act. */
export interface Client {
  readonly state: PageState;
  /** Acts as the person on the screen. Resolves with whether it succeeded. */
  act(...act: Act): Promise<boolean>;
  readonly theme: 'light' | 'dark';
  /** The time of the workspace. */
  readonly nowMs: number;
  /** What is in progress, or the last error; empty when there is neither. */
  readonly status: string;
}

export const ClientContext = createContext({} as Client);
export const useClient = (): Client => useContext(ClientContext);

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

/** Acts as this person. Resolves with the error as a sentence; undefined on success. */
export async function send(person: string, act: Act): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ person, act });
    const response = await fetch('act', { method: 'POST', headers, body });
    return ((await response.json()) as { error?: string }).error;
  } catch {
    return 'The sandbox does not answer. Is it still running?';
  }
}
