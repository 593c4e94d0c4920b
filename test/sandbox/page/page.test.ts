import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPage, startPage } from '../../../sandbox/page/start-page.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { LANGUAGE, LOCALE } from '../../support/reader.ts';

let sandbox: Sandbox;
let page: RunningPage;

beforeAll(async () => {
  const environment = { ACCOUNT_RULES_FILE: WITHOUT_NAMES };
  sandbox = await startSandbox({
    isHttp: false,
    language: LANGUAGE,
    environment,
    onLogLine: () => {},
  });
  page = await startPage(sandbox);
});
afterAll(async () => {
  await page.close();
  await sandbox.stop();
});

/** One request with any headers, also `host` and `origin`, which fetch sets itself. Resolves with status and JSON. */
async function ask(path: string, headers: Record<string, string> = {}, body?: unknown) {
  const method = body === undefined ? 'GET' : 'POST';
  const type = { 'content-type': 'application/json' };
  const sent = request(new URL(path, page.url), { method, headers: { ...type, ...headers }, agent: false });
  sent.end(body === undefined ? '' : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, result: await json(response).catch(() => undefined) };
}
const control = (text: string, person = 'ada') => ask('act', {}, { person, act: ['control', text] });

const HOME = { person: 'ada', act: ['openHome'] };

test.each<[what: string, status: number, body?: object, headers?: Record<string, string>]>([
  ['another host', 403, undefined, { host: 'evil.example' }],
  ['another site', 403, HOME, { origin: 'https://evil.example' }],
  ['a form of another site', 415, HOME, { 'content-type': 'text/plain' }],
  ['nothing', 400, {}],
  ['an unknown act', 400, { person: 'ada', act: ['waitFor'] }],
  ['an unknown person', 404, { ...HOME, person: 'eve' }],
  ['too much', 413, { person: 'ada', act: ['say', 'x'.repeat(70_000)] }],
])('refuses %s', async (_, status, body, headers) => {
  const answer = await ask(body ? 'act' : '', headers, body);
  expect(answer).toMatchObject({ status, result: { error: expect.any(String) } });
});

test('serves only its page, script and styles', async () => {
  for (const path of ['', 'app.js', 'app.css', 'slack.css']) expect((await ask(path)).status).toBe(200);
  expect((await ask('src/main.ts')).status).toBe(404);
  expect((await ask('events?person=eve')).status).toBe(404);
});

test('shows what Slack refuses, and changes the language of a person’s Slack', async () => {
  const act = ['command', '/backup-status 1001', { channel: 'partners' }];
  expect((await ask('act', {}, { person: 'outsider', act })).result).toMatchObject({
    error: expect.stringContaining('Slack Connect shares no commands'),
  });
  const ada = sandbox.slack.person('ada');
  const [own, other] = LOCALE === 'en-GB' ? ['English', 'Türkçe'] : ['Türkçe', 'English'];
  await control(other);
  expect(ada.locale).not.toBe(LOCALE);
  await control(own);
  expect(ada.locale).toBe(LOCALE);
  expect((await control('Explode')).result).toMatchObject({ error: 'There is no Explode' });
  expect(await control(own, 'nobody')).toMatchObject({ status: 404 });
});
