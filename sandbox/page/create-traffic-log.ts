import type { ServedRequest } from '../backup-service/create-request-listener.ts';
import type { TrafficRecord } from '../slack/server/traffic.ts';
import type { Sandbox } from '../start-sandbox.ts';
import type { TrafficEntry } from './page-state.ts';
import { serviceEntry, slackEntry } from './traffic-entry.ts';

/** The exchanges between Slack, the bot and the service, in the order in which they began. */
export interface TrafficLog {
  /** Those that are new or changed since `version`, and the version to ask with next; 0 asks for all that is kept. */
  since(version: number): { readonly entries: readonly TrafficEntry[]; readonly version: number };
  close(): void;
}

interface Kept {
  entry: TrafficEntry;
  version: number;
}

/** As many as the page shows. */
const KEPT = 300;

/** Follows the traffic of the local Slack and the requests that the reference service serves; `onNews`: after each of these. */
export function createTrafficLog(
  { slack, onServed }: Pick<Sandbox, 'slack' | 'onServed'>,
  onNews: () => void,
): TrafficLog {
  const kept = new Map<TrafficRecord | ServedRequest, Kept>();
  const seen = new WeakSet<TrafficRecord>();
  let lastId = 0;
  let version = 0;

  const keep = (record: TrafficRecord | ServedRequest, toEntry: (id: number) => TrafficEntry) => {
    const known = kept.get(record);
    const entry = toEntry(known?.entry.id ?? lastId + 1);
    // A delivery is written down when it leaves and completed when it is acknowledged.
    if (known && known.entry.ms === entry.ms) return;
    lastId = Math.max(lastId, entry.id);
    version += 1;
    kept.set(record, { entry, version });
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest) kept.delete(oldest);
  };
  const readSlack = () => {
    for (const record of slack.traffic.slice(-KEPT)) {
      const isForgotten = !kept.has(record) && seen.has(record);
      if (!isForgotten) keep(record, (id) => slackEntry(id, record));
      seen.add(record);
    }
  };
  const stop = onServed((served) => {
    readSlack();
    keep(served, (id) => serviceEntry(id, served));
    onNews();
  });

  return {
    since(asked) {
      readSlack();
      const news = [...kept.values()].filter((one) => one.version > asked);
      return { entries: news.map(({ entry }) => entry), version };
    },
    close: stop,
  };
}
