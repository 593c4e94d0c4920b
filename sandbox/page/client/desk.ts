import { createContext, useContext } from 'react';
import type { Act, PageState } from '../page-state.ts';

/** What everything that is drawn may need: who reads, when and where, and how to do something. */
export interface Desk {
  /** Does it for the person on the screen. Resolves with whether it went through. */
  act(act: Act): Promise<boolean>;
  /** What the menu of a message offers. */
  readonly shortcuts: PageState['shortcuts'];
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

export const DeskContext = createContext<Desk | undefined>(undefined);

/** The desk that the component stands on. Throws outside of one. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('drawn outside of a desk');
  return desk;
}
