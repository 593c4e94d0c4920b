import { text } from 'node:stream/consumers';
import { startServer } from './start-server.ts';

/** What the proxy answers. `pass`: the answer of the service. */
export type EchoMode = 'pass' | 'html-page' | 'error-object' | 'malformed-json';

/** A proxy in front of the service that can send back everything it got, including token and password. */
export async function startEchoProxy(targetUrl: string): Promise<{
  readonly url: string;
  /** `only`: for paths that end with this; all others pass. */
  setMode(mode: EchoMode, only?: string): void;
  /** Requests for these paths since the mode was set. */
  requestCount(): number;
}> {
  const { origin, pathname } = new URL(targetUrl);
  let spoiling: { readonly mode: EchoMode; readonly only: string } = { mode: 'pass', only: '' };
  let requestCount = 0;
  const { url: proxyUrl } = await startServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const isMeant = url.split('?', 1)[0]?.endsWith(spoiling.only);
    const mode = isMeant ? spoiling.mode : 'pass';
    if (isMeant) requestCount += 1;
    const echo = `${method} ${url}\n${JSON.stringify(headers)}\n${body}\ninfo@echo.example`;
    if (mode === 'html-page') {
      response.writeHead(502, { 'content-type': 'text/html' }).end(`<html><pre>${echo}</pre></html>`);
    } else if (mode === 'error-object') {
      const error = { code: echo, message: echo };
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    } else if (mode === 'malformed-json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`${echo} {"email":"info@echo.exa`);
    } else {
      await handOn().catch(() => response.destroy()); // The service hung up: so does the proxy.
    }

    async function handOn(): Promise<void> {
      const { authorization, accept = '', 'content-type': type } = headers;
      const answer = await fetch(origin + url, {
        method,
        headers: {
          accept,
          ...(authorization !== undefined && { authorization }),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(body !== '' && { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    }
  });
  return {
    url: `${proxyUrl}${pathname}`,
    setMode(mode, only = '') {
      spoiling = { mode, only };
      requestCount = 0;
    },
    requestCount: () => requestCount,
  };
}
