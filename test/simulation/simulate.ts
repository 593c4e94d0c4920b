import { readOptions } from '../support/read-options.ts';
import { startPostgres } from '../support/start-postgres.ts';
import type { Run } from './run-scenario.ts';
import { scenarioOf } from './scenario.ts';
import { expectWhole } from './shrink.ts';

const USAGE = `npm run simulate -- [options]

Watches accounts for weeks of simulated time, under the faults of one seed after the other, until an invariant breaks.

  --seed N         the first one; by default another in each run
  --seeds N        how many; 1
  --weeks N        2
  --accounts N     50
  --processes N    that share the database; 1
  --database KIND  sqlite (default) or postgres
`;

const values = readOptions(USAGE, {
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  seeds: { type: 'string', default: '1' },
  weeks: { type: 'string', default: '2' },
  accounts: { type: 'string', default: '50' },
  processes: { type: 'string', default: '1' },
  database: { type: 'string', default: 'sqlite' },
});
const size = {
  accounts: Number(values.accounts),
  days: Number(values.weeks) * 7,
  processes: Number(values.processes),
};
const postgres = values.database === 'postgres' ? await startPostgres() : undefined;
const freshUrl = async () => (await postgres?.createDatabase()) ?? 'sqlite::memory:';

type Figures = Run['figures'];
const figures: Figures[] = [];
const startedAtMs = performance.now();
const [first, seeds] = [Number(values.seed), Number(values.seeds)];
for (let seed = first; seed < first + seeds && process.exitCode === undefined; seed += 1) {
  try {
    figures.push(await expectWhole(scenarioOf(seed, size), await freshUrl()));
  } catch (error) {
    const { weeks, accounts, processes, database } = values;
    console.error((error as Error).message);
    console.error(
      `npm run simulate -- --seed ${seed} --weeks ${weeks} --accounts ${accounts} --processes ${processes} --database ${database}`,
    );
    process.exitCode = 1;
  }
}
await postgres?.remove();
console.table(summary(figures));

function summary(all: readonly Figures[]): Record<string, number | string> {
  const sum = (of: (one: Figures) => number) => all.reduce((total, one) => total + of(one), 0);
  const mean = (of: (one: Figures) => number) => (sum(of) / all.length).toFixed(1);
  return {
    seeds: all.length,
    'account days': size.accounts * size.days * all.length,
    'reads of a healthy account a day': mean(({ readsOfHealthy }) => readsOfHealthy),
    'largest error of a start, s': Math.max(...all.map(({ onsetErrorMs }) => onsetErrorMs)) / 1_000,
    posts: sum(({ posts }) => posts),
    edits: sum(({ edits }) => edits),
    replies: sum(({ replies }) => replies),
    'answers of Slack lost': sum(({ lostAnswers }) => lostAnswers),
    'crashes and holds': sum(({ faults: { crash = 0, hold = 0 } }) => crash + hold),
    'doubled messages': sum(({ doubles }) => doubles),
    seconds: ((performance.now() - startedAtMs) / 1_000).toFixed(1),
  };
}
