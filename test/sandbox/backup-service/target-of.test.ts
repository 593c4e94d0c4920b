import { describe, expect, test } from 'vitest';
import { read, refusal, serve } from './ask.ts';

describe('elsewhere', () => {
  test.each([
    '/',
    '/login/',
    '/Login',
    '/v1',
    '/v1/general-info/',
    '/v2/general-info',
    '/../login',
    '/__proto__',
  ])('there is nothing at %s', async (path) => {
    const { get } = await serve();
    expect(await read(get(path, {}))).toEqual(refusal(404, 'NOT_FOUND'));
  });

  test('the api prefix is part of the address', async () => {
    const { service } = await serve();
    const response = await fetch(service.url.replace('/api', '/login'), { method: 'POST' });
    expect(await read(response)).toEqual(refusal(404, 'NOT_FOUND'));
  });

  test.each([
    ['GET', '/login', 'POST'],
    ['PUT', '/login', 'POST'],
    ['POST', '/v1/general-info?id=1001', 'GET'],
    ['DELETE', '/v1/general-info?id=1001', 'GET'],
  ])('%s %s is not allowed, %s is', async (method, path, allowed) => {
    const { service } = await serve();
    const response = await fetch(`${service.url}${path}`, { method });
    expect(response.headers.get('allow')).toBe(allowed);
    expect(await read(response)).toEqual(refusal(405, 'METHOD_NOT_ALLOWED', `Use ${allowed} here`));
  });

  test('HEAD is not allowed either', async () => {
    const { service } = await serve();
    expect((await fetch(`${service.url}/v1/general-info?id=1001`, { method: 'HEAD' })).status).toBe(405);
  });
});

test('only the first question mark ends the path', async () => {
  const { get, service } = await serve();
  await get('/v1/general-info?x=1&id=1001?2', {});
  expect(service.requests).toMatchObject([{ path: '/api/v1/general-info', accountId: '1001?2' }]);
});
