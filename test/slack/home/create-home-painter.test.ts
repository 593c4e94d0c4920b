import { type ViewsPublishArguments, type ViewsPublishResponse, WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createHomePainter } from '../../../src/slack/home/create-home-painter.ts';
import { createHomeMemories, type HomeMemory } from '../../../src/slack/home/home-memory.ts';
import { createCallSlack } from '../../../src/slack/web-api/create-call-slack.ts';
import { captureLog } from '../../support/capture-log.ts';
import { words } from '../../support/reader.ts';

/** Publishes that stand still until the test lets them go on. */
function setUp() {
  const calls: { args: ViewsPublishArguments; done: PromiseWithResolvers<ViewsPublishResponse> }[] = [];
  const { log, lines } = captureLog();
  const onLoad = { act: (_memory: HomeMemory) => {} };
  const paint = createHomePainter({
    views: {
      publish: (args) => {
        const done = Promise.withResolvers<ViewsPublishResponse>();
        // Only this one form is used.
        calls.push({ args: args as ViewsPublishArguments, done });
        return done.promise;
      },
    },
    callSlack: createCallSlack({ log }),
    repaintAfterMs: [1],
    load: async (memory) => onLoad.act(memory),
    wordsFor: () => words,
    now: () => 0,
    log,
  });
  const memory = createHomeMemories({ now: () => 0 }).of({ teamId: 'T1', userId: 'U1' });
  const pin = (...ids: string[]) => {
    memory.pins = ids.map((accountId) => ({ accountId, pinnedAtMs: 0 }));
  };
  const answer = (index: number, hash: string) => calls[index]?.done.resolve({ ok: true, view: { hash } });
  const shown = (index: number) => JSON.stringify(calls[index]?.args.view);
  return { calls, paint, memory, pin, answer, shown, lines, onLoad };
}

test('one publish at a time; the next shows the newest state for all who asked meanwhile', async () => {
  const { calls, paint, memory, pin, answer, shown } = setUp();
  pin('2001');
  const first = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  pin('2001', '2002');
  const second = paint(memory);
  pin('2003');
  const third = paint(memory);
  expect(calls).toHaveLength(1);
  expect(shown(0)).toContain('2001');
  answer(0, 'h1');
  await expect.poll(() => calls).toHaveLength(2);
  expect(shown(1)).toContain('2003');
  expect(shown(1)).not.toContain('2002');
  expect(calls[1]?.args.hash).toBe('h1');
  answer(1, 'h2');
  expect(await Promise.all([first, second, third])).toEqual([true, true, true]);
  expect(calls).toHaveLength(2);
  expect(memory.hash).toBe('h2');
});

test('asked again once all is done, it publishes again', async () => {
  const { calls, paint, memory, answer } = setUp();
  const first = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  answer(0, 'h1');
  await first;
  void paint(memory);
  await expect.poll(() => calls).toHaveLength(2);
});

test('what Slack does not take is logged, and nothing is said about which view it has', async () => {
  const { calls, paint, memory, lines } = setUp();
  memory.hash = 'h0';
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.done.reject(
    Object.assign(new Error('the request failed'), { code: 'slack_webapi_request_error' }),
  );
  expect(await painted).toBe(false);
  expect(memory.hash).toBeUndefined();
  expect(lines).toMatchObject([{ method: 'views.publish', error: 'network' }]);
});

test('a state that cannot be drawn is a defect, and does not hold up the next', async () => {
  const { calls, paint, memory, pin, answer } = setUp();
  memory.pins = undefined as unknown as [];
  await expect(paint(memory)).rejects.toThrow();
  pin('2001');
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  answer(0, 'h1');
  expect(await painted).toBe(true);
});

test('when somebody else published since, it reads anew and publishes on top, once', async () => {
  const { calls, paint, memory, pin, answer, shown, lines, onLoad } = setUp();
  pin('2001');
  memory.hash = 'h0';
  onLoad.act = () => pin('2002');
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  const conflict = new WebAPIPlatformError({ ok: false, error: 'hash_conflict' });
  calls[0]?.done.reject(conflict);
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls.map(({ args }) => args.hash)).toEqual(['h0', undefined]);
  expect(shown(1)).toContain('2002');
  expect(shown(1)).not.toContain('2001');
  answer(1, 'h2');
  expect(await painted).toBe(true);
  expect(lines.filter(({ level }) => level >= 30)).toEqual([]);
});

const limited = () => new WebAPIPlatformError({ ok: false, error: 'ratelimited' });

test('what passes is tried again by and by, with the state as it is then', async () => {
  const { calls, paint, memory, pin, answer, shown } = setUp();
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.done.reject(limited());
  expect(await painted).toBe(false);
  pin('2001');
  await expect.poll(() => calls).toHaveLength(2);
  expect(shown(1)).toContain('2001');
  answer(1, 'h1');
  await expect.poll(() => memory.hash).toBe('h1');
});

test('but not for ever', async () => {
  const { calls, paint, memory, lines } = setUp();
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.done.reject(limited());
  await painted;
  await expect.poll(() => calls).toHaveLength(2);
  calls[1]?.done.reject(limited());
  await memory.painting;
  expect(lines.filter(({ error }) => error === 'ratelimited')).toHaveLength(2);
  const again = paint(memory);
  await expect.poll(() => calls).toHaveLength(3);
  calls[2]?.done.resolve({ ok: true });
  expect(await again).toBe(true);
});

test('what will not pass is not tried again', async () => {
  const { calls, paint, memory, answer } = setUp();
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.done.reject(new WebAPIPlatformError({ ok: false, error: 'not_enabled' }));
  expect(await painted).toBe(false);
  const next = paint(memory);
  await expect.poll(() => calls).toHaveLength(2);
  answer(1, 'h1');
  expect(await next).toBe(true);
  expect(calls).toHaveLength(2);
});

test('what Slack cannot draw gives way to a plain Home with a reference', async () => {
  const { calls, paint, memory, answer, shown, lines } = setUp();
  const painted = paint(memory);
  await expect.poll(() => calls).toHaveLength(1);
  calls[0]?.done.reject(new WebAPIPlatformError({ ok: false, error: 'invalid_arguments' }));
  await expect.poll(() => calls).toHaveLength(2);
  const line = lines.find(({ reference }) => reference !== undefined);
  expect(shown(1)).toContain(String(line?.reference));
  answer(1, 'h1');
  expect(await painted).toBe(true);
});
