import { PerformanceObserver } from 'node:perf_hooks';
import { accountLike1001 } from '../../sandbox/backup-service/accounts/account.ts';
import { ORDINARY_ACCOUNTS } from '../../sandbox/backup-service/accounts/ordinary-accounts.ts';
import { judge } from '../../src/account/judge.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { readSettings } from '../../src/read-settings.ts';
import { parseAccount } from '../../src/service/parse-account.ts';
import { thresholdsOf } from '../../src/settings.ts';
import { formatLookup } from '../../src/slack/card/lookup-message.ts';
import * as english from '../../src/words/en.ts';
import { serveJobs } from '../processes/serve-jobs.ts';

/** A worker that makes cards of the reference service's ordinary accounts. Needs --expose-gc and a large young generation. */
export interface CardJob {
  readonly cards: number;
}

export interface CardResult {
  readonly perSecond: number;
  readonly bytesPerCard: number;
}

/** In the young generation of 64 MB these leave no reason to collect. */
const CARDS_WEIGHED = 500;

const nowMs = Date.now();
const outcomes = [...ORDINARY_ACCOUNTS, accountLike1001('load-1', 'healthy')].map(({ id, body }) =>
  outcomeOf(id, body({ backupsMs: nowMs, packagesMs: nowMs }, '+03:00')),
);
let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

serveJobs(async ({ cards }: CardJob): Promise<CardResult> => {
  makeCards(2_000);
  const startedAt = performance.now();
  makeCards(cards);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: cards / seconds, bytesPerCard: await weigh() };
});

function makeCards(cards: number): void {
  for (let made = 0; made < cards; made += 1) {
    const outcome = outcomes[made % outcomes.length] as LookupOutcome;
    // Moments go on, as they do: nothing can be kept from the last card.
    formatLookup(outcome, {
      nowMs: nowMs + made * 1_000,
      words: english,
      audience: 'private',
      command: '/backup-status',
    });
  }
}

/** What the heap grows by while nothing is collected. */
async function weigh(): Promise<number> {
  globalThis.gc?.();
  await observed();
  const before = { collections, bytes: process.memoryUsage().heapUsed };
  makeCards(CARDS_WEIGHED);
  const bytes = process.memoryUsage().heapUsed - before.bytes;
  await observed();
  if (collections > before.collections) throw new Error('memory was collected while it was being measured');
  return bytes / CARDS_WEIGHED;
}

/** Observers are told of collections a little later. */
const observed = () => new Promise((resolve) => setTimeout(resolve, 20));

function outcomeOf(id: string, body: Readonly<Record<string, unknown>>): LookupOutcome {
  const result = readSettings({
    SLACK_BOT_TOKEN: 'xoxb-unused',
    SLACK_APP_TOKEN: 'xapp-unused',
    BACKUP_SERVICE_URL: 'http://127.0.0.1/api',
    BACKUP_SERVICE_USERNAME: 'unused',
    BACKUP_SERVICE_PASSWORD: 'unused',
  });
  if (result.kind === 'invalid') throw new Error(result.problems.join('\n'));
  const thresholds = thresholdsOf(result.settings);
  const zone = { id: '+03:00', assumedFrom: 'login' } as const;
  const account = parseAccount(id, body, zone, () => undefined);
  const verdict = judge(account, nowMs, { thresholds });
  return { kind: 'found', id, answer: { account, verdict, readAtMs: nowMs, source: 'live' } };
}
