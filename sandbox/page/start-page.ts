import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readManifest } from '../read-manifest.ts';
import { createChanges } from '../slack/state/changes.ts';
import { createPageListener } from './create-page-listener.ts';
import { createServiceSwitch } from './create-service-switch.ts';
import { createTrafficLog } from './create-traffic-log.ts';
import { loadAssets } from './load-assets.ts';
import type { PageSandbox } from './page-context.ts';

export interface RunningPage {
  /** For a browser on this machine: `http://127.0.0.1:PORT/`, and a secret where a service of the developer's own is asked. */
  readonly url: string;
  close(): Promise<void>;
}

interface PageSetup {
  readonly sandbox: PageSandbox;
  /** 0: a free one. */
  readonly port: number;
}

/** Bundles the page and serves it on 127.0.0.1. Rejects when the bundling fails, saying why, and when the port is taken. */
export async function startPage({ sandbox, port }: PageSetup): Promise<RunningPage> {
  const assets = await loadAssets();
  const news = createChanges();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const traffic = createTrafficLog(sandbox, news.notify);
  const stopListening = sandbox.slack.onChange(news.notify);
  const serviceSwitch = createServiceSwitch(sandbox.service);
  const { slashCommands, messageShortcuts } = readManifest();
  const context = { sandbox, slashCommands, messageShortcuts, serviceSwitch, traffic, news };
  // Other users of this machine reach the port as well, and must not ask with the developer's credentials.
  const base = sandbox.service ? '/' : `/${randomBytes(16).toString('hex')}/`;
  server.on('request', createPageListener(context, assets, base));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    async close() {
      stopListening();
      traffic.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
