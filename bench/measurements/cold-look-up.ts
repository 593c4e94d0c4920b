import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { LookUpJob, LookUpResult } from '../load/look-up-load.ts';
import { startWorker } from '../processes/start-worker.ts';
import { milliseconds } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { median, percentile } from '../statistics.ts';
import { serviceSettings, type World } from '../world.ts';
import { closing } from './closing.ts';

const AT_ONCE = [1, 8, 100];
/** What the goals are about. */
const GOALS_AT = 8;
const HOW = ['use case', 'bare'] as const;
type How = (typeof HOW)[number];

/** 3: accounts nobody has asked for before, beside the same reads without any of ours. */
export const coldLookUp = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const worker = add(startWorker<LookUpJob, LookUpResult>('load/look-up-load.ts'));
    const settings = serviceSettings(world.service);
    const found = new Map<number, Record<How, LookUpResult[]>>();
    for (const atOnce of sizes.onlyGoals ? [GOALS_AT] : AT_ONCE) {
      // A hundred at once take a dozen times as long, and are as many look-ups.
      const waves = Math.max(2, Math.ceil(sizes.waves * Math.min(1, 8 / atOnce)));
      const job = { settings, atOnce, waves, durationMs: 10_000 };
      const subjects = HOW.map((how) => [how, () => worker.run({ ...job, how })]);
      found.set(atOnce, await alternate<How, LookUpResult>(Object.fromEntries(subjects), sizes.rounds));
    }
    return toFinding(found);
  });

function toFinding(found: ReadonlyMap<number, Record<How, LookUpResult[]>>): Finding {
  /** The median of the rounds. */
  const at = (atOnce: number, how: How, p: number) =>
    median((found.get(atOnce)?.[how] ?? []).map(({ latenciesMs }) => percentile(latenciesMs, p)));
  const over = (atOnce: number, p: number) => at(atOnce, 'use case', p) - at(atOnce, 'bare', p);
  return {
    title: '3. A cold look-up',
    about:
      'Accounts nobody has asked for before, so many at a time, from a service that takes 20 ms: the use case, beside a plain keep-alive undici GET of the same accounts over as many connections as the product opens.',
    columns: ['At once', 'p50', 'p50 of the plain GET', 'over it', 'p99', 'p99 of the plain GET', 'over it'],
    rows: [...found.keys()].map((atOnce) => [
      String(atOnce),
      ...[0.5, 0.99].flatMap((p) => [
        milliseconds(at(atOnce, 'use case', p)),
        milliseconds(at(atOnce, 'bare', p)),
        milliseconds(over(atOnce, p)),
      ]),
    ]),
    goals: [
      {
        name: 'p50 over the plain GET, 8 at once',
        value: over(GOALS_AT, 0.5),
        should: 'at most',
        limit: 2,
        unit: 'ms',
      },
      {
        name: 'p99 over the plain GET, 8 at once',
        value: over(GOALS_AT, 0.99),
        should: 'at most',
        limit: 10,
        unit: 'ms',
      },
    ],
  };
}
