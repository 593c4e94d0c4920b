import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import type { PageState, TrafficEntry } from '../../../../sandbox/page/page-state.ts';

/** A browser that follows `/events`. */
export interface Follower {
  readonly response: IncomingMessage;
  /** Names of the events and comments so far, oldest first. */
  readonly heard: readonly string[];
  /** The traffic so far by id, each entry as it was told last. */
  readonly traffic: ReadonlyMap<number, TrafficEntry>;
  /** The first answer of `look` that is not undefined, at the newest state and at each that follows. Rejects when the stream ends. */
  until<T>(look: (state: PageState) => T | undefined): Promise<T>;
  /** Hangs up. */
  leave(): void;
}

/** Follows what this person sees until the test is over. */
export async function followEvents(url: string, person: string): Promise<Follower> {
  const request = get(new URL(`events?person=${person}`, url), { agent: false });
  onTestFinished(() => void request.destroy());
  // Hung up on purpose, or by the server's end: both are seen at the response.
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const heard: string[] = [];
  const traffic = new Map<number, TrafficEntry>();
  const lookers = new Set<() => void>();
  let state: PageState | undefined;

  const read = (block: string) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? 'null';
    heard.push(event ?? block);
    if (event === 'state') state = JSON.parse(data) as PageState;
    if (event === 'traffic')
      for (const entry of JSON.parse(data) as TrafficEntry[]) traffic.set(entry.id, entry);
    for (const look of [...lookers]) look();
  };
  let rest = '';
  // The server's end of a stream that has none.
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) read(block);
  });

  return {
    response,
    heard,
    traffic,
    until: (look) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = state && look(state);
          if (found === undefined) return;
          lookers.delete(check);
          resolve(found);
        };
        lookers.add(check);
        response.once('close', () => reject(new Error('the stream ended')));
        check();
      }),
    leave: () => void request.destroy(),
  };
}
