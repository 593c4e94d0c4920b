import { expect, test } from 'vitest';
import { createHeartbeat } from '../../../src/watch/engine/ticker.ts';
import { captureLog } from '../../support/capture-log.ts';
import { startServer } from '../../support/start-server.ts';

const MINUTE_MS = 60_000;

/** A heartbeat to a real server that answers with this status, on a clock that the test moves. */
async function beating(status: number) {
  const { log, lines } = captureLog();
  let beats = 0;
  const { url: origin } = await startServer((_request, response) => {
    beats += 1;
    response.writeHead(status, { location: '/login' }).end();
  });
  const url = `${origin}/secret-of-the-check`;
  let nowMs = 0;
  const { beat } = createHeartbeat(url, () => nowMs, log);
  const move = (byMs: number) => {
    nowMs += byMs;
  };
  return { beat, move, lines, url, beats: () => beats };
}

test('calls once a minute while accounts are read and channels notified', async () => {
  const { beat, move, beats } = await beating(200);
  const turns = async () => {
    await beat();
    return beats();
  };
  expect(await turns()).toBe(1);
  move(MINUTE_MS - 1);
  expect(await turns()).toBe(1);
  move(1);
  expect(await turns()).toBe(2);
  // Also after the clock was set back.
  move(-2 * MINUTE_MS);
  expect(await turns()).toBe(3);
});

test.each([302, 500])('logs an answer of %i, without the URL', async (status) => {
  const { beat, lines, url } = await beating(status);
  await beat();
  expect(lines).toContainEqual(expect.objectContaining({ status }));
  expect(JSON.stringify(lines)).not.toContain(url);
});

test('logs a URL that cannot be reached', async () => {
  const { log, lines } = captureLog();
  const { beat } = createHeartbeat('http://127.0.0.1:9/', Date.now, log);
  await beat();
  expect(lines).toContainEqual(expect.objectContaining({ error: 'network' }));
});
