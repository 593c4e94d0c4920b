import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBot } from '../support/start-bot.ts';

/** What the image's HEALTHCHECK runs. */
function commandInDockerfile(): [string, ...string[]] {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');
  return JSON.parse(/HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]');
}

async function exitCodeWith(port: string): Promise<number> {
  const [, ...args] = commandInDockerfile();
  const [code] = await once(spawn(process.execPath, args, { env: { OPERATIONS_PORT: port } }), 'exit');
  return Number(code);
}

test("the image's health check passes while the bot is alive, and fails when nobody is there", async () => {
  const { operationsUrl, stop } = await startBot({ transport: 'http', operations: true });
  const { port } = new URL(operationsUrl);
  expect(await exitCodeWith(port)).toBe(0);
  await stop();
  expect(await exitCodeWith(port)).toBe(1);
  expect(await exitCodeWith('off')).toBe(0);
});
