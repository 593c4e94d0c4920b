import { describe, expect, test } from 'vitest';
import { ClosedError } from '../../../src/backup-service/http/abort.ts';
import { createRequestSlots, type Lane } from '../../../src/backup-service/http/create-request-slots.ts';
import { deferred, settle } from '../support.ts';

function setUp(limit: number) {
  const slots = createRequestSlots(limit);
  const running: string[] = [];
  const run = (name: string, lane: Lane = 'general-info', signal = new AbortController().signal) => {
    const { promise, resolve, reject } = deferred<void>();
    const done = slots.run(lane, signal, async () => {
      running.push(name);
      try {
        await promise;
      } finally {
        running.splice(running.indexOf(name), 1);
      }
    });
    return { done, end: resolve, fail: reject };
  };
  return { run, running };
}

describe('requests in flight', () => {
  test('look-ups take all of them; a login that waits is next in line', async () => {
    const { run, running } = setUp(3);
    const lookups = ['a', 'b', 'c', 'd'].map((name) => run(name));
    run('login', 'login');
    await settle();
    expect(running).toEqual(['a', 'b', 'c']);
    lookups[0]?.end();
    await lookups[0]?.done;
    expect(running).toEqual(['b', 'c', 'login']);
    lookups[1]?.end();
    await lookups[1]?.done;
    expect(running).toEqual(['c', 'login', 'd']);
  });

  test('what nobody waits for gets a slot after all others, even those that came later', async () => {
    const { run, running } = setUp(1);
    const first = run('a');
    run('background', 'background');
    const second = run('b');
    first.end();
    await first.done;
    expect(running).toEqual(['b']);
    second.end();
    await second.done;
    expect(running).toEqual(['background']);
  });

  test('first come, first served, and a failure frees its slot too', async () => {
    const { run, running } = setUp(1);
    const first = run('a');
    run('b');
    run('c');
    first.fail(new Error('no'));
    await expect(first.done).rejects.toThrow('no');
    expect(running).toEqual(['b']);
  });

  test('a waiting request is sent before the answer that made room is looked at', async () => {
    const slots = createRequestSlots(1);
    const { signal } = new AbortController();
    const order: string[] = [];
    // undici has its connection free for the next request one turn after an answer.
    const answer = async () => void setImmediate(() => order.push('connection free'));
    const first = slots.run('general-info', signal, answer).then(() => order.push('looked at'));
    await Promise.all([first, slots.run('general-info', signal, async () => {})]);
    expect(order).toEqual(['connection free', 'looked at']);
  });

  test('with a limit of one the login is next in line', async () => {
    const { run, running } = setUp(1);
    const first = run('a');
    const second = run('b');
    const login = run('login', 'login');
    await settle();
    expect(running).toEqual(['a']);
    first.end();
    await first.done;
    expect(running).toEqual(['login']);
    login.end();
    await login.done;
    expect(running).toEqual(['b']);
    second.end();
    await second.done;
  });

  test('a request that is given up leaves the queue', async () => {
    const { run, running } = setUp(1);
    const first = run('a');
    const controller = new AbortController();
    const second = run('b', 'general-info', controller.signal);
    const third = run('c');
    controller.abort(new DOMException('', 'TimeoutError'));
    await expect(second.done).rejects.toMatchObject({ code: 'timeout', waitingFor: 'slot' });
    first.end();
    await first.done;
    expect(running).toEqual(['c']);
    third.end();
    await third.done;
    expect(running).toEqual([]);
  });

  test('a closed adapter is no slowness', async () => {
    const { run } = setUp(2);
    const { done } = run('a', 'general-info', AbortSignal.abort(new ClosedError()));
    await expect(done).rejects.toMatchObject({ code: 'network', reason: 'closed' });
  });
});
