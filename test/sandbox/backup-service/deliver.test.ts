import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../sandbox/backup-service/faults.ts';
import { serve } from './ask.ts';

async function serveWith(fault: Fault) {
  const served = await serve();
  const token = await served.newToken();
  const ordinary = await (await served.generalInfo('1001', token)).text();
  served.service.resetCounts();
  served.service.addFault(fault);
  const controller = new AbortController();
  const ask = () => served.generalInfo('1001', token, controller.signal);
  return { ...served, ordinary, ask, giveUp: () => controller.abort() };
}

const isConnectionLost = { cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) } };

describe('reset', () => {
  test('breaks the connection before any answer', async () => {
    const { ask, service } = await serveWith({ kind: 'reset' });
    await expect(ask()).rejects.toMatchObject(isConnectionLost);
    expect(service.requests[0]).not.toHaveProperty('status');
    await expect.poll(() => service.counts.inFlight).toBe(0);
  });

  test('may break it in the middle of the body', async () => {
    const { ask, service } = await serveWith({ kind: 'reset', when: 'mid-body' });
    const response = await ask();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject(isConnectionLost);
    await expect.poll(() => service.counts.inFlight).toBe(0);
  });

  test('meets a login as well', async () => {
    const { login, service } = await serveWith({ kind: 'reset' });
    await expect(login()).rejects.toMatchObject(isConnectionLost);
    expect(service.counts).toMatchObject({ logins: 0, rejectedLogins: 0 });
  });
});

test('hang never answers and ends when the client gives up', async () => {
  const { ask, giveUp, service } = await serveWith({ kind: 'hang' });
  const asked = ask();
  await expect.poll(() => service.counts.inFlight).toBe(1);
  expect(service.requests).toEqual([{ method: 'GET', path: '/api/v1/general-info', accountId: '1001' }]);
  giveUp();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => service.counts.inFlight).toBe(0);
});

describe('slow-drip', () => {
  test('sends the whole ordinary answer, little by little', async () => {
    const { ask, ordinary, service } = await serveWith({ kind: 'slow-drip', intervalMs: 1 });
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await ask()).body ?? []) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).toString()).toBe(ordinary);
    expect(service.counts.inFlight).toBe(0);
  });

  test('sends the headers at once, however slow the body is', async () => {
    const { ask, giveUp, ordinary, service } = await serveWith({ kind: 'slow-drip', intervalMs: 3_600_000 });
    const response = await ask();
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(ordinary)));
    expect(service.counts.inFlight).toBe(1);
    giveUp();
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => service.counts.inFlight).toBe(0);
  });
});

test('the service is well again once faults are cleared', async () => {
  const { ask, ordinary, service } = await serveWith({ kind: 'reset' });
  await expect(ask()).rejects.toThrow();
  service.clearFaults();
  expect(await (await ask()).text()).toBe(ordinary);
});
