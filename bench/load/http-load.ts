import { Pool } from 'undici';
import { serveJobs } from '../processes/serve-jobs.ts';
import { percentile } from '../statistics.ts';
import { type SignedRequest, signedCommand } from './signed-command.ts';

/** A worker that sends commands by signed HTTP over keep-alive connections, each as soon as the last was answered. */
export interface HttpLoadJob {
  readonly requestUrl: string;
  readonly signingSecret: string;
  readonly teamId: string;
  /** Take turns. */
  readonly userIds: readonly string[];
  /** What is asked for, in turn. */
  readonly texts: readonly string[];
  readonly connections: number;
  /** The end of the load, whichever comes first. */
  readonly durationMs: number;
  readonly requests: number;
  /** In every answer, or it counts as a problem. */
  readonly expected: string;
}

export interface HttpLoadResult {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

serveJobs(async (job: HttpLoadJob): Promise<HttpLoadResult> => {
  const { origin, pathname } = new URL(job.requestUrl);
  const pool = new Pool(origin, { connections: job.connections, pipelining: 1 });
  const requests = sign(job);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + job.durationMs;

  async function sendOneAfterAnother(): Promise<void> {
    while (performance.now() < endsAt) {
      const request = requests.pop();
      if (request === undefined) return;
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', path: pathname, ...request });
      const answer = await body.text();
      latenciesMs.push(performance.now() - sentAt);
      if (statusCode === 200 && answer.includes(job.expected)) continue;
      throw new Error(`instead of "${job.expected}" the answer was ${statusCode} ${answer.slice(0, 500)}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: job.connections }, sendOneAfterAnother));
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      answered: latenciesMs.length,
      perSecond: latenciesMs.length / seconds,
      p50Ms: percentile(latenciesMs, 0.5),
      p99Ms: percentile(latenciesMs, 0.99),
    };
  } finally {
    await pool.destroy();
  }
});

/** Before the clock runs, so that the load is not what is measured. */
function sign({ requests, userIds, texts, signingSecret, teamId }: HttpLoadJob): SignedRequest[] {
  return Array.from({ length: requests }, (_, index) =>
    signedCommand({
      signingSecret,
      teamId,
      userId: userIds[index % userIds.length] ?? '',
      text: texts[index % texts.length] ?? '',
    }),
  );
}
