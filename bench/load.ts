import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { signedHeaders } from '../test/support/signed-headers.ts';
import { percentile } from './statistics.ts';
import { expectedOf, type RunningBot, type World } from './world.ts';

/** So few that all but the first answers are of the last moments. */
const WARM_IDS = Array.from({ length: 20 }, (_, index) => `load-${index + 1}`);

export interface Load {
  /** Kept alive; each is used again as soon as it was answered. */
  readonly connections: number;
  /** The end, whichever comes first. */
  readonly durationMs: number;
  readonly requests: number;
  /** What is asked for, in turn. Default: the same few accounts. */
  readonly ids?: readonly string[];
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Request = Pick<Parameters<Pool['request']>[0], 'path' | 'method' | 'headers' | 'body'>;

/** Commands for a bot, by signed HTTP: everybody asks in turn. Rejects when an answer is not as it should be. */
export function sendCommands(
  world: World,
  { program, requestUrl }: RunningBot,
  load: Load,
): Promise<LoadResult> {
  const { ids = WARM_IDS, requests } = load;
  const { origin, pathname: path } = new URL(requestUrl);
  const signed = Array.from({ length: requests }, (_, index): Request => {
    const userId = world.userIds[index % world.userIds.length] ?? '';
    return { method: 'POST', path, ...signedCommand(world, userId, ids[index % ids.length] ?? '') };
  });
  return send(origin, signed, load, expectedOf(program));
}

/** Accounts read from the service by nothing but undici. */
export async function sendPlainReads({ service }: World, load: Required<Load>): Promise<LoadResult> {
  const { url, username, password } = service;
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const { origin, pathname } = new URL(`${url}/v1/general-info`);
  const reads = load.ids.map((id): Request => ({ method: 'GET', path: `${pathname}?id=${id}`, headers }));
  return await send(origin, reads, load, 'quota');
}

async function send(
  origin: string,
  requests: Request[],
  { connections, durationMs }: Load,
  expected: string,
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latenciesMs: number[] = [];
  const startedAt = performance.now();

  async function sendOneAfterAnother(): Promise<void> {
    while (performance.now() < startedAt + durationMs) {
      const request = requests.pop();
      if (request === undefined) return;
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request(request);
      const answer = await body.text();
      latenciesMs.push(performance.now() - sentAt);
      if (statusCode === 200 && answer.includes(expected)) continue;
      throw new Error(`instead of "${expected}" the answer was ${statusCode} ${answer.slice(0, 500)}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, sendOneAfterAnother));
    return {
      perSecond: latenciesMs.length / ((performance.now() - startedAt) / 1000),
      p50Ms: percentile(latenciesMs, 0.5),
      p99Ms: percentile(latenciesMs, 0.99),
    };
  } finally {
    await pool.destroy();
  }
}

/** A slash command as Slack sends it, signed now: good for five minutes, and never the same twice. */
export function signedCommand({ slack: { signingSecret, teamId } }: World, userId: string, text: string) {
  const secret = randomBytes(12).toString('hex');
  const body = new URLSearchParams({
    team_id: teamId,
    team_domain: 'local-workspace',
    channel_id: 'C0ONCALL001',
    channel_name: 'oncall',
    user_id: userId,
    user_name: 'somebody',
    command: '/backup-status',
    text,
    api_app_id: 'A0LOCAL0001',
    is_enterprise_install: 'false',
    // Nothing listens there: an answer that does not come with the ack is none here.
    response_url: `http://127.0.0.1:9/commands/${teamId}/1/${secret}`,
    trigger_id: `1.2.${secret}`,
  }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signedHeaders(body, { secret: signingSecret }),
  };
  return { headers, body };
}
