import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, respondTo } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

const ask = (slack: LocalSlack, signal?: AbortSignal) =>
  fetch(`${slack.apiUrl}auth.test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}` },
    ...(signal && { signal }),
  });

test('a refusal with any code, for one method, a number of times', async () => {
  const slack = await startSlack();
  slack.addFault(
    { kind: 'error', code: 'internal_error', extra: { hint: 1 } },
    { method: 'auth.test', next: 2 },
  );
  expect(await callApi(slack, 'apps.connections.open', {}, slack.appToken)).toMatchObject({ ok: true });
  expect(await callApi(slack, 'auth.test', {})).toEqual({ ok: false, error: 'internal_error', hint: 1 });
  expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: false });
  expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: true });
});

test('statuses, limits and pages of a proxy', async () => {
  const slack = await startSlack();
  slack.addFault({ kind: 'status', status: 503, body: 'busy' }, { next: 1 });
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 7 }, { next: 1 });
  slack.addFault({ kind: 'rate-limited' }, { next: 1 });
  slack.addFault({ kind: 'html' }, { next: 1 });
  const busy = await ask(slack);
  expect([busy.status, await busy.text()]).toEqual([503, 'busy']);
  const limited = await ask(slack);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await ask(slack)).headers.get('retry-after')).toBeNull();
  const page = await ask(slack);
  expect([page.status, await page.text()]).toEqual([200, '<html><body>proxy</body></html>']);
});

test('a reset connection, and an answer that never comes', async () => {
  const slack = await startSlack();
  slack.addFault({ kind: 'reset' }, { next: 1 });
  slack.addFault({ kind: 'hang' }, { next: 1 });
  await expect(ask(slack)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  const stop = new AbortController();
  const hanging = ask(slack, stop.signal);
  await slack.waitFor(() => (slack.traffic.length === 2 ? true : undefined));
  stop.abort();
  await expect(hanging).rejects.toThrow('aborted');
});

test('an answer that is lost on its way is of something done', async () => {
  const slack = await startSlack();
  slack.addFault({ kind: 'lost' }, { next: 1 });
  await expect(ask(slack)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(slack.traffic).toMatchObject([{ method: 'auth.test', status: 200, result: { ok: true } }]);
});

test('a slow answer is the ordinary one', async () => {
  const slack = await startSlack();
  slack.addFault({ kind: 'slow', delayMs: 5 });
  expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: true });
  slack.clearFaults();
  expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: true });
});

test('a response_url can fail too', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').command('/backup-status');
  const url = app.requests[0]?.payload.response_url;
  slack.addFault({ kind: 'error', code: 'expired_url' }, { method: 'response_url', next: 1 });
  expect(await respondTo(url, { text: 'x' })).toEqual({ status: 404, error: 'expired_url' });
  expect(await respondTo(url, { text: 'x' })).toEqual({ status: 200 });
});

test('a fault that would never be met is a mistake', async () => {
  const slack = await startSlack();
  expect(() => slack.addFault({ kind: 'reset' }, { next: 0 })).toThrow(RangeError);
});
