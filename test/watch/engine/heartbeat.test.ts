import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHeartbeat } from '../../../src/watch/engine/ticker.ts';
import { captureLog } from '../../support/capture-log.ts';

const EVERY_MS = 20;

/** A heartbeat of every few milliseconds to a real server, which answers with that status. */
async function beating(status: number) {
  const { log, lines } = captureLog();
  let beats = 0;
  const server: Server = createServer((_request, response) => {
    beats += 1;
    response.writeHead(status, { location: '/login' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/secret-of-the-check`;
  const heartbeat = startHeartbeat(url, log, EVERY_MS);
  onTestFinished(() => {
    heartbeat.stop();
    server.closeAllConnections();
    server.close();
  });
  return { heartbeat, lines, url, server, beats: () => beats };
}

test('one call for each stretch in which accounts were read and channels told', async () => {
  const { heartbeat, beats } = await beating(200);
  heartbeat.did('read');
  heartbeat.did('tell');
  await expect.poll(beats).toBe(1);
  heartbeat.did('read');
  heartbeat.did('tell');
  await expect.poll(beats).toBe(2);
});

test('none while one of the two does not do its part', async () => {
  const { heartbeat, beats } = await beating(200);
  let stretches = 0;
  await expect
    .poll(
      () => {
        heartbeat.did('read');
        stretches += 1;
        return stretches;
      },
      { interval: EVERY_MS },
    )
    .toBeGreaterThan(5);
  expect(beats()).toBe(0);
});

test.each([302, 500])('an answer of %i is logged, without the address', async (status) => {
  const { heartbeat, lines, url } = await beating(status);
  heartbeat.did('read');
  heartbeat.did('tell');
  await expect.poll(() => lines).toContainEqual(expect.objectContaining({ status }));
  expect(JSON.stringify(lines)).not.toContain(url);
});

test('an address that cannot be reached is logged', async () => {
  const { heartbeat, lines, server } = await beating(200);
  server.close();
  heartbeat.did('read');
  heartbeat.did('tell');
  await expect.poll(() => lines).toContainEqual(expect.objectContaining({ error: 'network' }));
});
