import {
  type ViewsPublishArguments,
  type ViewsPublishResponse,
  WebAPIPlatformError,
  WebClient,
} from '@slack/web-api';
import { expect, test } from 'vitest';
import { EMPTY_HOME, type HomeModel } from '../../../src/slack/home/home-model.ts';
import { createHomePublisher } from '../../../src/slack/home/home-publisher.ts';
import { createWeb } from '../../../src/slack/web.ts';
import { captureLog } from '../../support/capture-log.ts';
import { contextsAt } from '../../support/contexts.ts';

/** Publishes that stand still until the test lets them go on. */
function setUp() {
  const calls: { args: ViewsPublishArguments; done: PromiseWithResolvers<ViewsPublishResponse> }[] = [];
  const { log, lines } = captureLog();
  const home = { model: EMPTY_HOME, onLoad: () => {} };
  const client = new WebClient();
  Object.assign(client, {
    views: {
      publish(args: ViewsPublishArguments) {
        const done = Promise.withResolvers<ViewsPublishResponse>();
        calls.push({ args, done });
        return done.promise;
      },
    },
    // Only this one method is used.
  });
  const publisher = createHomePublisher(
    {
      views: createWeb({ client, now: Date.now, log }).views,
      republishAfterMs: [1],
      contexts: contextsAt(0),
      log,
    },
    { teamId: 'T1', userId: 'U1' },
    { model: () => home.model, load: async () => home.onLoad(), isAsking: () => false },
  );
  const pin = (...ids: string[]) => {
    home.model = { ...home.model, pins: ids.map((accountId) => ({ accountId, pinnedAtMs: 0 })) };
  };
  const answer = (index: number, hash: string) => calls[index]?.done.resolve({ ok: true, view: { hash } });
  const refuse = (index: number, error: string) =>
    calls[index]?.done.reject(new WebAPIPlatformError({ ok: false, error }));
  const shown = (index: number) => JSON.stringify(calls[index]?.args.view);
  return { calls, ...publisher, home, pin, answer, refuse, shown, lines };
}

const hashes = ({ calls }: ReturnType<typeof setUp>) => calls.map(({ args }) => args.hash);

test('publishes on top of the view that it published before', async () => {
  const home = setUp();
  home.pin('2001');
  const first = home.publish();
  home.pin('2002');
  const second = home.publish();
  expect(home.shown(0)).toContain('2001');
  home.answer(0, 'h1');
  await expect.poll(() => home.calls).toHaveLength(2);
  expect(home.shown(1)).toContain('2002');
  home.answer(1, 'h2');
  expect(await Promise.all([first, second])).toEqual([true, true]);
  void home.publish();
  expect(hashes(home)).toEqual([undefined, 'h1', 'h2']);
});

test('publishes on top of the view that the person saw, unless it knows a newer one', async () => {
  const home = setUp();
  home.saw('h0');
  const first = home.publish();
  home.saw('h-late');
  home.answer(0, 'h1');
  await first;
  home.saw('h0');
  void home.publish();
  expect(hashes(home)).toEqual(['h0', 'h1']);
});

test('logs what Slack does not take, and then does not know which view it has', async () => {
  const home = setUp();
  home.saw('h0');
  const published = home.publish();
  home.calls[0]?.done.reject(
    Object.assign(new Error('the request failed'), { code: 'slack_webapi_request_error' }),
  );
  expect(await published).toBe(false);
  expect(home.lines).toMatchObject([{ method: 'views.publish', error: 'network' }]);
  await expect.poll(() => hashes(home)).toEqual(['h0', undefined]);
});

test('rejects for a state that cannot be drawn, and publishes the next', async () => {
  const home = setUp();
  const { model } = home.home;
  home.home.model = { ...model, pins: undefined } as unknown as HomeModel;
  await expect(home.publish()).rejects.toThrow();
  home.home.model = model;
  const published = home.publish();
  home.answer(0, 'h1');
  expect(await published).toBe(true);
});

test('loads anew and publishes on top when another process has published', async () => {
  const home = setUp();
  home.pin('2001');
  home.saw('h0');
  home.home.onLoad = () => home.pin('2002');
  const published = home.publish();
  home.refuse(0, 'hash_conflict');
  await expect.poll(() => home.calls).toHaveLength(2);
  expect(hashes(home)).toEqual(['h0', undefined]);
  expect(home.shown(1)).toContain('2002');
  expect(home.shown(1)).not.toContain('2001');
  home.answer(1, 'h2');
  expect(await published).toBe(true);
  expect(home.lines.filter(({ level }) => level >= 30)).toEqual([]);
});

test('publishes again by itself, with the state as it is then, what Slack may take later', async () => {
  const home = setUp();
  const published = home.publish();
  home.refuse(0, 'ratelimited');
  expect(await published).toBe(false);
  home.pin('2001');
  await expect.poll(() => home.calls).toHaveLength(2);
  expect(home.shown(1)).toContain('2001');
  home.answer(1, 'h1');
});

test('gives up after the last retry', async () => {
  const home = setUp();
  void home.publish();
  home.refuse(0, 'ratelimited');
  await expect.poll(() => home.calls).toHaveLength(2);
  home.refuse(1, 'ratelimited');
  await expect.poll(() => home.lines.filter(({ error }) => error === 'ratelimited')).toHaveLength(2);
  const again = home.publish();
  await expect.poll(() => home.calls).toHaveLength(3);
  home.answer(2, 'h1');
  expect(await again).toBe(true);
});

test('does not try again what Slack will never take', async () => {
  const home = setUp();
  const published = home.publish();
  home.refuse(0, 'not_enabled');
  expect(await published).toBe(false);
  const next = home.publish();
  await expect.poll(() => home.calls).toHaveLength(2);
  home.answer(1, 'h1');
  expect(await next).toBe(true);
  expect(home.calls).toHaveLength(2);
});

test('publishes a plain Home with a reference where Slack cannot draw the Home', async () => {
  const home = setUp();
  const published = home.publish();
  home.refuse(0, 'invalid_arguments');
  await expect.poll(() => home.calls).toHaveLength(2);
  const line = home.lines.find(({ reference }) => reference !== undefined);
  expect(home.shown(1)).toContain(String(line?.reference));
  home.answer(1, 'h1');
  expect(await published).toBe(true);
});
