import type { ServerResponse } from 'node:http';
import type { Person } from '../slack/client/person.ts';
import type { PageContext } from './page-context.ts';
import { readState } from './read-state.ts';

/** Too short to notice, long enough to draw a card with ten changes once. */
const AT_MOST_EVERY_MS = 50;
/** Proxies and browsers give up on a silent stream after half a minute or more. */
const KEEP_ALIVE_MS = 15_000;

/** Server-Sent Events (HTML, section 9.2): `state` and `traffic` at once and after each change, until the client goes away. */
export function streamEvents(response: ServerResponse, context: PageContext, person: Person): void {
  let lastState = '';
  let version = 0;
  let pending: NodeJS.Timeout | undefined;
  const say = (event: string, data: string) => response.write(`event: ${event}\ndata: ${data}\n\n`);

  const tell = () => {
    pending = undefined;
    const state = JSON.stringify(readState(context, person));
    if (state !== lastState) say('state', state);
    lastState = state;
    const news = context.traffic.since(version);
    version = news.version;
    if (news.entries.length > 0) say('traffic', JSON.stringify(news.entries));
  };

  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  tell();
  const stop = context.news.listen(() => {
    pending ??= setTimeout(tell, AT_MOST_EVERY_MS);
  });
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), KEEP_ALIVE_MS);
  response.once('close', () => {
    stop();
    clearTimeout(pending);
    clearInterval(keepAlive);
  });
}
