import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { PageState } from '../../../sandbox/page/page-state.ts';
import { type RunningPage, startPage } from '../../../sandbox/page/start-page.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { actNow } from '../../support/phrases.ts';
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
const act = (person: string, what: unknown[]) => ask('act', {}, { person, act: what });
const control = (text: string, person = 'ada') => ask('control', {}, { person, control: text });
const command = (line: string, channel = 'oncall') => ['command', line, { channel }];

/** Follows what this person sees until the test ends. */
async function follow(person: string) {
  const stream = get(new URL(`events?person=${person}`, page.url), { agent: false });
  onTestFinished(() => void stream.destroy());
  stream.on('error', () => {});
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  let state: PageState | undefined;
  let rest = '';
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) state = JSON.parse(block.replace(/^data: /, ''));
  });
  return {
    /** Resolves once this is true of what the person sees. */
    until: (isSo: (one: PageState) => unknown) => expect.poll(() => state && isSo(state)).toBeTruthy(),
    state: () => state as PageState,
  };
}
const says =
  (text: string, channel = 'oncall') =>
  (state: PageState) =>
    state.channels
      .find(({ name }) => name === channel)
      ?.messages.some((message) => message.text.includes(text));

test.each([
  ['another host', '', { host: 'evil.example' }, 403],
  ['another site', 'act', { origin: 'https://evil.example' }, 403],
  ['a form of another site', 'act', { 'content-type': 'text/plain' }, 415],
])('refuses %s', async (_who, path, headers, status) => {
  const body = path === 'act' ? { person: 'ada', act: ['openHome'] } : undefined;
  expect(await ask(path, headers, body)).toMatchObject({ status, result: { error: expect.any(String) } });
});

test.each([
  ['nothing', {}, 400],
  ['an unknown act', { person: 'ada', act: ['waitFor'] }, 400],
  ['an unknown person', { person: 'eve', act: ['openHome'] }, 404],
  ['too much', { person: 'ada', act: ['say', 'x'.repeat(70_000)] }, 413],
])('refuses %s', async (_what, body, status) => {
  expect(await ask('act', {}, body)).toMatchObject({ status, result: { error: expect.any(String) } });
});

test('serves only its page, script and styles', async () => {
  for (const path of ['', 'app.js', 'app.css', 'slack.css']) expect((await ask(path)).status).toBe(200);
  expect((await ask('src/main.ts')).status).toBe(404);
  expect((await ask('events?person=eve')).status).toBe(404);
});

test('shows each person what they see in their own time zone, and what Slack refuses them', async () => {
  const [ada, bora, outsider] = [await follow('ada'), await follow('bora'), await follow('outsider')];
  await act('ada', command('/backup-status 1004'));
  await ada.until(says(actNow('1004')));
  await bora.until(({ person }) => person.tz === 'Europe/Istanbul');
  expect(says(actNow('1004'))(bora.state())).toBe(false);
  expect((await act('outsider', command('/backup-status 1001', 'partners'))).result).toMatchObject({
    error: expect.stringContaining('Slack Connect shares no commands'),
  });
  await outsider.until(({ channels }) => !channels.some(({ name }) => name === 'direct'));
});

test('changes the fault of the service and the language of a person’s Slack', async () => {
  const ada = await follow('ada');
  await control('Down');
  await ada.until(({ fault }) => fault === 'Down');
  await control('Works');
  const [own, other] = LOCALE === 'en-GB' ? ['English', 'Türkçe'] : ['Türkçe', 'English'];
  await control(other);
  await ada.until(({ language }) => language === other);
  await control(own);
  expect(await control('Explode')).toMatchObject({ status: 404 });
  expect(await control(own, 'nobody')).toMatchObject({ status: 404 });
});
