import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A bare HTTP server for what no other server here can do, until the test ends. Without a listener it takes requests and says nothing. */
export async function startServer(listener: RequestListener = () => {}, host = '127.0.0.1') {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}
