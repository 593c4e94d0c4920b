import type { HttpLoadJob, HttpLoadResult } from '../load/http-load.ts';
import type { RunningBot } from '../processes/start-bot.ts';
import { startWorker, type Worker } from '../processes/start-worker.ts';
import { MEMBERS, memberId, type World } from '../world.ts';

export type HttpLoad = Worker<HttpLoadJob, HttpLoadResult>;
export const startHttpLoad = (): HttpLoad => startWorker<HttpLoadJob, HttpLoadResult>('load/http-load.ts');

/** Signed before the load, which takes as long again; no bot answers more, whatever the machine. */
const requestsASecond = (name: RunningBot['name'], connections: number) => {
  if (connections === 1) return 5_000;
  return name === 'node:http' ? 30_000 : 15_000;
};

/** What every card has, and no refusal, note or failure. */
const IN_EVERY_CARD = 'Backups are fine';

/** So few that all but the first answers are of the last moments. */
export const WARM_IDS = Array.from({ length: 20 }, (_, index) => `load-${index + 1}`);

/** A load of commands for a bot: all members ask in turn, the same few accounts. */
export function commandLoad(
  world: World,
  { requestUrl, name }: Pick<RunningBot, 'requestUrl' | 'name'>,
  load: Pick<HttpLoadJob, 'connections' | 'durationMs'> & Partial<HttpLoadJob>,
): HttpLoadJob {
  const { signingSecret, teamId } = world.slack;
  return {
    requestUrl,
    signingSecret,
    teamId,
    userIds: Array.from({ length: MEMBERS }, (_, index) => memberId(world.slack, index)),
    texts: WARM_IDS,
    requests: Math.ceil((load.durationMs / 1000) * requestsASecond(name, load.connections)),
    expected: EXPECTED[name],
    ...load,
  };
}

const EXPECTED: Readonly<Record<RunningBot['name'], string>> = {
  product: IN_EVERY_CARD,
  'built product': IN_EVERY_CARD,
  straightforward: 'Database backup',
  'node:http': 'hello U0MORE',
  'bare socket': 'hello U0MORE',
  'Bolt hello': 'hello U0MORE',
  'slack-edge hello': 'hello U0MORE',
};

/** In every answer of a bot when all is well. */
export const expectedOf = (name: RunningBot['name']): string => EXPECTED[name];
