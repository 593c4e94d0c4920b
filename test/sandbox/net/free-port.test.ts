import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../../sandbox/net/free-port.ts';

test('nothing listens there, and the system does not give it to a server that asks for any port', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  for (const port of new Set(ports)) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});
