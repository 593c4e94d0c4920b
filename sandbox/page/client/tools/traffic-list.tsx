import { useState } from 'react';
import type { TrafficEntry } from '../../page-state.ts';

interface TrafficListProps {
  /** Newest first. */
  readonly traffic: readonly TrafficEntry[];
  readonly timeZone: string;
}

const WAYS: Readonly<Record<TrafficEntry['direction'], string>> = {
  'to-bot': 'Slack → bot',
  'from-bot': 'bot → Slack',
  service: 'bot → service',
};

/** What went between the parts, newest first. */
export function TrafficList({ traffic, timeZone }: TrafficListProps) {
  return (
    <section aria-label="Traffic">
      <details open>
        <summary>Traffic</summary>
        {traffic.length === 0 && <p className="muted">Nothing yet.</p>}
        <ol className="traffic">
          {traffic.map((entry) => (
            <Entry key={entry.id} entry={entry} timeZone={timeZone} />
          ))}
        </ol>
      </details>
    </section>
  );
}

function Entry({ entry, timeZone }: { readonly entry: TrafficEntry; readonly timeZone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { atMs, direction, summary, ms, detail } = entry;
  const at = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(atMs);
  return (
    <li className={direction}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <span className="muted">
            {at} {WAYS[direction]}
          </span>
          <span className="took">{ms !== undefined && `${Math.round(ms)} ms`}</span>
          <span className="summary">{summary}</span>
        </summary>
        {isOpen && <pre>{JSON.stringify(detail, null, 2)}</pre>}
      </details>
    </li>
  );
}
