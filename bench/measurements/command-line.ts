import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import { build } from '../processes/build.ts';
import { milliseconds, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { summarise } from '../statistics.ts';
import { SERVICE_LATENCY_MS, serviceSettings, type World } from '../world.ts';

/** A sign-in, and one account. */
const WAITED_FOR_SERVICE_MS = 2 * SERVICE_LATENCY_MS;

/** The least that asks the same, with the HTTP client that ours has: no settings, no limits, no verdict. */
const PLAIN = `
  import { Pool } from 'undici';
  const { BACKUP_SERVICE_URL, BACKUP_SERVICE_USERNAME: username, BACKUP_SERVICE_PASSWORD: password } = process.env;
  const { origin, pathname } = new URL(BACKUP_SERVICE_URL);
  const pool = new Pool(origin);
  const ask = async (options) => (await pool.request(options)).body.json();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const { token } = await ask({ method: 'POST', path: pathname + '/login', headers, body });
  const path = pathname + '/v1/general-info?id=1001';
  const { quota } = await ask({ method: 'GET', path, headers: { authorization: 'Bearer ' + token } });
  console.log(quota);
  await pool.close();
`;

/** 9: the command line, as the image runs it. */
export async function commandLine(world: World, { runs }: Sizes): Promise<Finding> {
  const program = join(build(), 'status.js');
  const env = serviceSettings(world.service);
  const commands = {
    'node -e 0': () => timeOf(['-e', '0'], {}, ''),
    'ten lines with undici': () => timeOf(['--input-type=module', '-e', PLAIN], env, 'GB'),
    'node dist/status.js 1001': () => timeOf([program, '1001'], env, '✅ 1001'),
  };
  const { 'node -e 0': bare, ...asking } = await alternate(commands, runs);
  const bareMs = summarise(bare).median;
  const overBare = (times: readonly number[]) => (summarise(times).median - WAITED_FOR_SERVICE_MS) / bareMs;
  return {
    title: '9. Command line',
    about: `From the start of the process to its end. The service takes ${SERVICE_LATENCY_MS} ms for each of two requests, which the last column leaves out.`,
    columns: ['Command', 'time', '× node -e 0, without the service'],
    rows: [
      ['node -e 0', withSpread(milliseconds, summarise(bare)), ratio(1)],
      ...Object.entries(asking).map(([name, times]) => [
        name,
        withSpread(milliseconds, summarise(times)),
        ratio(overBare(times)),
      ]),
    ],
    goals: [
      {
        name: 'Command line beside node -e 0',
        value: overBare(asking['node dist/status.js 1001']),
        should: 'at most',
        limit: 7,
        unit: '×',
      },
    ],
  };
}

/** Milliseconds until it has ended with 0 and printed that. */
function timeOf(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  printed: string,
): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('close', (code) => {
      if (code === 0 && output.includes(printed)) resolve(performance.now() - startedAt);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${output.slice(0, 500)}`));
    });
  });
}
