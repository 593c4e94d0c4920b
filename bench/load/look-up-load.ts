import { Pool } from 'undici';
import { serveJobs } from '../processes/serve-jobs.ts';
import { createLookUp } from './create-look-up.ts';

/** A worker that reads accounts nobody has asked for before: by the use case, or by nothing but undici. */
export interface LookUpJob {
  /** `bare`: a keep-alive GET by a pool with as many connections as the use case may open. */
  readonly how: 'use case' | 'bare';
  readonly settings: Readonly<Record<string, string>>;
  readonly atOnce: number;
  /** The end, whichever comes first. Each starts `atOnce` look-ups together and waits for all of them. */
  readonly waves: number;
  readonly durationMs: number;
}

export interface LookUpResult {
  readonly latenciesMs: readonly number[];
}

type Read = (id: string) => Promise<void>;

const CONNECTIONS = 8;
const readers = new Map<string, Promise<Read>>();
let asked = 0;

serveJobs(async (job: LookUpJob): Promise<LookUpResult> => {
  const key = JSON.stringify([job.how, job.settings]);
  const reader = readers.get(key) ?? createReader(job);
  readers.set(key, reader);
  const read = await reader;
  const latenciesMs: number[] = [];
  const endsAt = performance.now() + job.durationMs;
  for (let wave = 0; wave < job.waves && performance.now() < endsAt; wave += 1) {
    await Promise.all(
      Array.from({ length: job.atOnce }, async () => {
        asked += 1;
        const startedAt = performance.now();
        await read(`load-${asked}`);
        latenciesMs.push(performance.now() - startedAt);
      }),
    );
  }
  return { latenciesMs };
});

/** Warm: connected, logged in, compiled. */
async function createReader({ how, settings }: LookUpJob): Promise<Read> {
  const read = how === 'bare' ? await readerByUndici(settings) : readerByUseCase(settings);
  for (let warmUp = 0; warmUp < 40; warmUp += 1) {
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => read(`load-9${warmUp}9${index}`)));
  }
  return read;
}

function readerByUseCase(settings: LookUpJob['settings']): Read {
  const { lookup } = createLookUp(settings);
  return async (id) => {
    const { kind } = await lookup(id);
    if (kind !== 'found') throw new Error(`looking up ${id} ended with ${kind}`);
  };
}

async function readerByUndici(settings: LookUpJob['settings']): Promise<Read> {
  const { BACKUP_SERVICE_URL, BACKUP_SERVICE_USERNAME, BACKUP_SERVICE_PASSWORD } = settings;
  const { origin, pathname } = new URL(BACKUP_SERVICE_URL ?? '');
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const login = await pool.request({
    method: 'POST',
    path: `${pathname}/login`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: BACKUP_SERVICE_USERNAME, password: BACKUP_SERVICE_PASSWORD }),
  });
  const { token } = (await login.body.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  return async (id) => {
    const path = `${pathname}/v1/general-info?id=${id}`;
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.json();
    if (statusCode !== 200) throw new Error(`reading ${id} ended with ${statusCode}`);
  };
}
