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
      readonly bot: string;
      readonly commands: number;
      /** Under way at once. */
      readonly atOnce: number;
      /** What is asked for, in turn. */
      readonly ids: readonly string[];
      /** In every answer, or it counts as a problem. */
      readonly expected: string;
    };

/** Where a bot connects, and the time from sending an envelope to its acknowledgement, each where the job brings it. */
export interface SocketLoadResult {
  readonly address?: { readonly apiUrl: string; readonly botToken: string; readonly appToken: string };
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const slacks = new Map<string, LocalSlack>();
let sent = 0;

serveJobs(async (job: SocketLoadJob): Promise<SocketLoadResult> => {
  const nothing = { p50Ms: Number.NaN, p99Ms: Number.NaN };
  if (job.kind === 'open') {
    const slack = await startLocalSlack(slackOptions());
    slacks.set(job.bot, slack);
    const { apiUrl, botToken, appToken } = slack;
    return { ...nothing, address: { apiUrl, botToken, appToken } };
  }
  const slack = slacks.get(job.bot);
  if (slack === undefined) throw new Error(`no Slack was opened for ${job.bot}`);
  if (job.kind === 'send') return send(slack, job);
  await slack.waitFor(() => slack.connectedSockets() || undefined, { timeoutMs: 20_000 });
  return nothing;
});

async function send(
  slack: LocalSlack,
  { commands, atOnce, ids, expected }: Extract<SocketLoadJob, { kind: 'send' }>,
): Promise<SocketLoadResult> {
  const latenciesMs: number[] = [];
  async function sendOneAfterAnother(): Promise<void> {
    while (latenciesMs.length < commands) {
      sent += 1;
      const person = slack.person(`member-${(sent % MEMBERS) + 1}`);
      const { ackMs, message, error } = await person.command(`/backup-status ${ids[sent % ids.length]}`);
      if (!message?.text.includes(expected)) {
        throw new Error(`instead of "${expected}" the answer was ${error ?? message?.text}`);
      }
      latenciesMs.push(ackMs);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOneAfterAnother));
  return { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
}
