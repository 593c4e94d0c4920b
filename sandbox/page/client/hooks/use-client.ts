import { createContext, useContext } from 'react';
import type { Act, PageState } from '../../page-state.ts';

/** What everything that is drawn may need: who reads, when and where, and how to do something. */
export interface Client {
  /** Does it for the person on the screen. Resolves with whether it went through. */
  act(act: Act): Promise<boolean>;
  /** What the menu of a message offers. */
  readonly shortcuts: PageState['shortcuts'];
  /** Those of the person on the screen. */
  readonly channels: PageState['channels'];
  readonly people: PageState['people'];
  readonly theme: 'light' | 'dark';
  /** The reader's; an IANA name. */
  readonly timeZone: string;
  /** Of the reader's Slack. */
  readonly locale: string;
  readonly nowMs: number;
  /** Display names by user id. */
  readonly users: Readonly<Record<string, string>>;
  /** What is going on, or what went wrong last; empty when nothing. */
  readonly status: string;
}

export const ClientContext = createContext<Client | undefined>(undefined);

/** Throws outside of a `ClientContext`. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('used outside of ClientContext');
  return client;
}
