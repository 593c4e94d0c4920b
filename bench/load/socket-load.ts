import { type LocalSlack, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { serveJobs } from '../processes/serve-jobs.ts';
import { percentile } from '../statistics.ts';
import { MEMBERS, slackOptions } from '../world.ts';

/** A worker with a local Slack for each bot, which sends it commands over its sockets. */
export type SocketLoadJob =
  | { readonly kind: 'open'; readonly bot: string }
  | { readonly kind: 'wait-for-sockets'; readonly bot: string }
  | {
      readonly kind: 'send';
      /** One after the other, so that each has the same time between two commands. `expected` is in every answer, or it counts as a problem. */
      readonly bots: readonly { readonly bot: string; readonly expected: string }[];
      /** To each of them. */
      readonly commands: number;
      /** Under way at once. */
      readonly atOnce: number;
      /** What is asked for, in turn. */
      readonly ids: readonly string[];
    };

/** Where a bot connects; the times from sending an envelope to its acknowledgement, in the order of the bots. Each where the job brings it. */
export interface SocketLoadResult {
  readonly address?: { readonly apiUrl: string; readonly botToken: string; readonly appToken: string };
  readonly latencies: readonly SocketLatency[];
}

export interface SocketLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const slacks = new Map<string, LocalSlack>();
let sent = 0;

serveJobs(async (job: SocketLoadJob): Promise<SocketLoadResult> => {
  if (job.kind === 'open') {
    const slack = await startLocalSlack(slackOptions());
    slacks.set(job.bot, slack);
    const { apiUrl, botToken, appToken } = slack;
    return { address: { apiUrl, botToken, appToken }, latencies: [] };
  }
  if (job.kind === 'send') return { latencies: await send(job) };
  const slack = slackOf(job.bot);
  await slack.waitFor(() => slack.connectedSockets() || undefined, { timeoutMs: 20_000 });
  return { latencies: [] };
});

function slackOf(bot: string): LocalSlack {
  const slack = slacks.get(bot);
  if (slack === undefined) throw new Error(`no Slack was opened for ${bot}`);
  return slack;
}

async function send({ bots, commands, atOnce, ids }: Extract<SocketLoadJob, { kind: 'send' }>) {
  const asked = bots.map(({ bot, expected }) => ({
    slack: slackOf(bot),
    expected,
    latenciesMs: [] as number[],
  }));
  let begun = 0;
  async function sendOneAfterAnother(): Promise<void> {
    while (begun < commands) {
      begun += 1;
      for (const { slack, expected, latenciesMs } of asked) {
        sent += 1;
        const person = slack.person(`member-${(sent % MEMBERS) + 1}`);
        const { ackMs, message, error } = await person.command(`/backup-status ${ids[sent % ids.length]}`);
        if (!message?.text.includes(expected)) {
          throw new Error(`instead of "${expected}" the answer was ${error ?? message?.text}`);
        }
        latenciesMs.push(ackMs);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOneAfterAnother));
  return asked.map(({ latenciesMs }) => ({
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }));
}
