import { useEffect, useState } from 'react';
import type { PageState, TrafficEntry } from '../../page-state.ts';

/** What the server says, live. */
export interface Page {
  /** Undefined until the first word. */
  readonly state: PageState | undefined;
  /** Newest first. */
  readonly traffic: readonly TrafficEntry[];
  /** Whether the server is out of reach; the browser keeps trying. */
  readonly isLost: boolean;
}

const KEPT = 300;

/** Follows what this person sees. */
export function usePage(person: string): Page {
  const [page, setPage] = useState<Page>({ state: undefined, traffic: [], isLost: false });
  useEffect(() => {
    const events = new EventSource(`events?person=${encodeURIComponent(person)}`);
    events.addEventListener('open', () => setPage((before) => ({ ...before, isLost: false })));
    events.addEventListener('error', () => setPage((before) => ({ ...before, isLost: true })));
    events.addEventListener('state', ({ data }) => {
      const state = JSON.parse(data) as PageState;
      setPage((before) => ({ ...before, state }));
    });
    events.addEventListener('traffic', ({ data }) => {
      const entries = [JSON.parse(data)].flat() as TrafficEntry[];
      setPage((before) => ({ ...before, traffic: withNews(before.traffic, entries) }));
    });
    return () => events.close();
  }, [person]);
  return page;
}

/** A record comes again once it was acknowledged. */
function withNews(before: readonly TrafficEntry[], news: readonly TrafficEntry[]): readonly TrafficEntry[] {
  const byId = new Map([...before].reverse().map((entry) => [entry.id, entry]));
  for (const entry of news) byId.set(entry.id, entry);
  return [...byId.values()].reverse().slice(0, KEPT);
}
