import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { LookUpJob, LookUpResult } from '../load/look-up-load.ts';
import { startWorker } from '../processes/start-worker.ts';
import { milliseconds, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { percentile, summarise } from '../statistics.ts';
import { SERVICE_LATENCY_MS, serviceSettings, type World } from '../world.ts';
import { closing } from './closing.ts';

const LIFETIMES_MS = { 'an hour': 3_600_000, 'two seconds': 2_000 } as const;
type Lifetime = keyof typeof LIFETIMES_MS;
const LIFETIMES = Object.keys(LIFETIMES_MS) as Lifetime[];

/** 4: what people pay for renewals of the token. */
export const renewal = (_: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const worker = add(startWorker<LookUpJob, LookUpResult>('load/look-up-load.ts'));
    const subjects = await Promise.all(
      LIFETIMES.map(async (lifetime) => {
        const tokenLifetimeMs = LIFETIMES_MS[lifetime];
        const service = await startBackupService({ latencyMs: SERVICE_LATENCY_MS, tokenLifetimeMs });
        add({ stop: () => service.close() });
        const job: LookUpJob = {
          how: 'use case',
          settings: serviceSettings(service),
          atOnce: 4,
          waves: Number.MAX_SAFE_INTEGER,
          durationMs: sizes.renewalMs,
        };
        return [lifetime, () => worker.run(job)];
      }),
    );
    const rounds = sizes.renewalRounds;
    return toFinding(await alternate<Lifetime, LookUpResult>(Object.fromEntries(subjects), rounds));
  });

function toFinding(results: Record<Lifetime, LookUpResult[]>): Finding {
  const at = (lifetime: Lifetime, p: number) =>
    summarise(results[lifetime].map(({ latenciesMs }) => percentile(latenciesMs, p)));
  const [p50, p99] = [0.5, 0.99].map((p) => at('two seconds', p).median / at('an hour', p).median) as [
    number,
    number,
  ];
  return {
    title: '4. Renewing the token',
    about: 'Cold look-ups, four at a time, while tokens live two seconds, beside tokens that live an hour.',
    columns: ['Tokens live', 'p50', 'p99', 'slowest'],
    rows: [
      ...LIFETIMES.map((lifetime) => [
        lifetime,
        ...[0.5, 0.99, 1].map((p) => withSpread(milliseconds, at(lifetime, p))),
      ]),
      ['two seconds ÷ an hour', ratio(p50), ratio(p99), ''],
    ],
    goals: [{ name: 'p99 with tokens of two seconds', value: p99, should: 'at most', limit: 1.1, unit: '×' }],
  };
}
