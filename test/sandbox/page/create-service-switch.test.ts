import { expect, test } from 'vitest';
import { createServiceSwitch } from '../../../sandbox/page/create-service-switch.ts';
import { serve as serveAlone } from '../backup-service/ask.ts';

async function serve() {
  const { service, login, newToken, generalInfo } = await serveAlone();
  const token = await newToken();
  return { service, login, read: () => generalInfo('1001', token) };
}

test.each([
  ['unauthorized', 401, 'application/json'],
  ['server-error', 500, 'application/json'],
  ['rate-limited', 429, 'application/json'],
  ['html', 200, 'text/html'],
] as const)('%s: %i, until it is switched back', async (fault, status, type) => {
  const { service, read } = await serve();
  const { set, current } = createServiceSwitch(service);
  set(fault);
  expect(current()).toBe(fault);
  const answer = await read();
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain(type);
  set('none');
  const { status: later, headers } = await read();
  expect([later, headers.get('content-type')?.includes('json')]).toEqual([200, true]);
});

test('down: no answer at all, to a login either', async () => {
  const { service, read, login } = await serve();
  createServiceSwitch(service).set('down');
  await expect(read()).rejects.toThrow();
  await expect(login()).rejects.toThrow();
});

test('a login still works while every token is refused', async () => {
  const { service, login } = await serve();
  createServiceSwitch(service).set('unauthorized');
  expect((await login()).status).toBe(200);
});

test('one fault takes the place of another', async () => {
  const { service, read } = await serve();
  const { set } = createServiceSwitch(service);
  set('down');
  set('server-error');
  expect((await read()).status).toBe(500);
});

test('slow: late, but an answer; and at once again when it is switched back', () => {
  const latencies: (number | undefined)[] = [];
  const { set } = createServiceSwitch({
    set: ({ latencyMs }) => void latencies.push(latencyMs),
    addFault: () => expect.unreachable(),
    clearFaults: () => {},
  });
  set('slow');
  set('none');
  expect(latencies).toEqual([4_000, 0]);
});
