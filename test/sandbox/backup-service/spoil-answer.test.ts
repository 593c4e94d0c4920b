import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../sandbox/backup-service/faults.ts';
import { EVENING_MS, read, refusal, serve } from './ask.ts';

const MIB = 1024 * 1024;

/** The answer about 1001 under a fault, and the ordinary one beside it. */
async function spoilt(fault: Fault) {
  const { service, newToken, generalInfo } = await serve();
  const token = await newToken();
  const ordinary = await (await generalInfo('1001', token)).text();
  service.addFault(fault);
  return { response: await generalInfo('1001', token), ordinary };
}

describe('status', () => {
  test.each([
    [400, 'BAD_REQUEST'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [418, 'I_M_A_TEAPOT'],
    [500, 'INTERNAL_SERVER_ERROR'],
    [503, 'SERVICE_UNAVAILABLE'],
    [599, 'STATUS_'],
  ])('%d comes with the error object', async (status, code) => {
    const { response } = await spoilt({ kind: 'status', status });
    expect(await read(response)).toEqual(refusal(status, code));
  });

  test('code, message and headers may be given', async () => {
    const { response } = await spoilt({
      kind: 'status',
      status: 503,
      code: 'MAINTENANCE',
      message: 'Back at six',
      headers: { 'retry-after': '60' },
    });
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await read(response)).toEqual(refusal(503, 'MAINTENANCE', 'Back at six'));
  });

  test('204 has no body', async () => {
    const { response } = await spoilt({ kind: 'status', status: 204 });
    expect(response.status).toBe(204);
    expect(response.headers.has('content-length')).toBe(false);
    expect(await response.text()).toBe('');
  });
});

test.each([
  [{ kind: 'html-page' } as const, 502],
  [{ kind: 'html-page', status: 504 } as const, 504],
])('%j is a page of a proxy', async (fault, status) => {
  const { response } = await spoilt(fault);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(await response.text()).toMatch(new RegExp(`^<html>[\\s\\S]*<h1>${status} `));
});

test('truncated-json is half of the ordinary answer in a sound response', async () => {
  const { response, ordinary } = await spoilt({ kind: 'truncated-json' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  const body = Buffer.from(await response.arrayBuffer());
  const whole = Buffer.from(ordinary);
  expect(body).toEqual(whole.subarray(0, Math.floor(whole.length / 2)));
});

describe('wrong-types', () => {
  test('keeps every field of general info and changes every type', async () => {
    const { response, ordinary } = await spoilt({ kind: 'wrong-types' });
    const right = JSON.parse(ordinary) as Record<string, unknown>;
    const wrong = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(wrong)).toEqual(Object.keys(right));
    const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
    for (const [field, value] of Object.entries(wrong))
      expect(kindOf(value), field).not.toBe(kindOf(right[field]));
  });

  test('changes a login, too, and null', async () => {
    const { service, login, newToken, generalInfo } = await serve();
    const token = await newToken();
    service.addFault({ kind: 'wrong-types' });
    expect(await (await login()).json()).toMatchObject({
      token: { text: expect.any(Number) },
      resellerId: [77],
    });
    expect(await (await generalInfo('1015', token)).json()).toMatchObject({
      packageName: false,
      status: false,
    });
  });
});

test.each([
  [{ kind: 'not-an-object' } as const, []],
  [{ kind: 'not-an-object', value: null } as const, null],
  [{ kind: 'not-an-object', value: 'çevrimiçi' } as const, 'çevrimiçi'],
])('%j is a 200 with other JSON', async (fault, body) => {
  const { response } = await spoilt(fault);
  expect(await read(response)).toEqual({ status: 200, body });
});

test.each([
  [{ kind: 'rate-limited' } as const, null],
  [{ kind: 'rate-limited', retryAfterSeconds: 7 } as const, '7'],
  [{ kind: 'rate-limited', retryAfterSeconds: 0, format: 'seconds' } as const, '0'],
  [
    { kind: 'rate-limited', retryAfterSeconds: 90, format: 'http-date' } as const,
    new Date(EVENING_MS + 90_000).toUTCString(),
  ],
])('%j says when to come back', async (fault, retryAfter) => {
  const { response } = await spoilt(fault);
  expect(response.headers.get('retry-after')).toBe(retryAfter);
  expect(await read(response)).toEqual(refusal(429, 'RATE_LIMITED'));
});

test('gzip is the ordinary answer, compressed', async () => {
  const { response, ordinary } = await spoilt({ kind: 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Number(response.headers.get('content-length'))).toBeLessThan(Buffer.byteLength(ordinary));
  expect(await response.text()).toBe(ordinary);
});

test.each([true, false])('huge is sound JSON over 1 MiB, its size declared: %s', async (isDeclared) => {
  const { response, ordinary } = await spoilt({ kind: 'huge', isDeclared });
  const body = await response.text();
  expect(body.length).toBeGreaterThan(MIB);
  expect(JSON.parse(body)).toMatchObject(JSON.parse(ordinary));
  const declared = response.headers.get('content-length');
  expect(declared).toBe(isDeclared ? String(Buffer.byteLength(body)) : null);
});

test('a request that never reached the service issues and kills no token', async () => {
  const { service, login, newToken, generalInfo } = await serve({ singleToken: true });
  const token = await newToken();
  service.addFault({ kind: 'status', status: 503 }, { operation: 'login' });
  await login();
  expect((await generalInfo('1001', token)).status).toBe(200);
});
