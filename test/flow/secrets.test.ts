import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfRun, runSql } from '../store/use-databases.ts';
import { answer, card, reads, sees, share } from '../support/people.ts';
import { isPinned } from '../support/phrases.ts';
import { atOnce, TRANSPORTS, type Transport } from '../support/slack-settings.ts';
import { startOwn } from '../support/start-bot.ts';
import { type BotProcess, startBotProcess } from '../support/start-bot-process.ts';
import { startServer } from '../support/start-server.ts';

const postgres = postgresOfRun();

const PASSWORD = 'pa55-Wort-of-the-service';
const USERNAME = 'reseller-api-user';
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
const E_MAIL = /[\w.+-]+(?:@|\[at\])[\w-]+\.(?:example|test)/i;

async function start(transport: Transport) {
  const service = await startOwn(startBackupService({ username: USERNAME, password: PASSWORD }));
  const proxy = await startEchoProxy(service.url);
  const databaseUrl = await postgres().createDatabase();
  const bot = await startBotProcess({
    ...{ service: { ...service, url: proxy.url }, databaseUrl, transport },
    env: { LOG_LEVEL: 'trace' },
  });
  const { slack, ada } = bot;
  return { service, slack, proxy, databaseUrl, bot, ada, bora: slack.person('bora') };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Everything that a person can do, on every account of the reference service. */
async function fullRound({ ada, bora, slack }: Started): Promise<void> {
  await ada.command('/backup-status help');
  for (const { id } of ACCOUNTS) await ada.command(`/backup-status "${id}"`);
  await ada.command('/backup-status ada@typed.example share');
  await share(ada, '1001 1004 1017');
  await share(ada, '1017', { note: 'calling now' });
  await bora.press({ actionId: ACTIONS.refresh });
  const at = { messageTs: (await card(ada, '1017')).ts };
  await ada.press({ actionId: ACTIONS.more, value: MORE.pin, ...at });
  await reads(ada, isPinned('1017'));
  await sees(ada);
  await ada.closeModal();
  await ada.openHome();
  await ada.waitFor(() => (JSON.stringify(ada.home()?.blocks ?? []).includes('1017') ? true : undefined));
  await ada.press({ actionId: ACTIONS.more, value: MORE.details, ...at });
  await sees(ada, 'musteri');
  await ada.closeModal();
  slack.addFault({ kind: 'error', code: 'invalid_arguments' }, { method: 'views.open', next: 1 });
  await ada.press({ actionId: ACTIONS.more, value: MORE.details, ...at });
  slack.addFault({ kind: 'status', status: 500, body: 'info@slack.example' }, { next: 3 });
  await ada.openHome();
}

/** An account without a cached answer. */
let unaskedCount = 0;
function unasked(): string {
  unaskedCount += 1;
  return `load-${unaskedCount}`;
}

/** How often a request is sent that fails. */
const ATTEMPTS = 4;

/** Asks about an account without a cached answer, and waits until its look-up has failed. */
async function fails(ada: Person, id = unasked()): Promise<void> {
  await answer(ada, id);
  await reads(ada, `❔ ${id} · `);
}

/** Every fault of the service, or of a proxy before it. Each attempt of a request is logged. */
async function faults({ ada, service, proxy, bot }: Started): Promise<void> {
  // The token is replaced. First, because it can only be replaced again after some seconds.
  service.addFault({ kind: 'status', status: 401 }, { operation: 'general-info' });
  await ada.command(`/backup-status ${unasked()}`);
  service.clearFaults();
  service.addFault({ kind: 'wrong-types' });
  await ada.command(`/backup-status ${unasked()}`);
  service.clearFaults();
  const broken = unasked();
  service.addFault({ kind: 'reset', when: 'mid-body' }, { account: broken });
  const echoed = ECHO_MODES.map((mode) => {
    const id = unasked();
    proxy.spoil(`=${id}`, Array(ATTEMPTS).fill(mode));
    return id;
  });
  await Promise.all([broken, ...echoed].map((id) => fails(ada, id)));
  // The app may wait before it asks again.
  await expect.poll(() => answer(ada, unasked()), { interval: 500 }).toMatch(/^✅ /);
  service.revokeTokens();
  const isEchoed = proxy.spoil('/login', [...ECHO_MODES]);
  await expect.poll(() => answer(ada, unasked()).then(isEchoed), { interval: 500 }).toBe(true);
  service.addFault({ kind: 'status', status: 401 }, { operation: 'login' });
  await fails(ada);
  await bot.printed('LOGIN REFUSED');
}

const OF_FAULTS = [/"operation":"login".*"reason":"no-json-object"/, /"status":502/, /UND_ERR_SOCKET/];

async function outputsOf({ bot, slack, bora }: Started): Promise<Record<string, string>> {
  const shown = async (path: string) => (await fetch(bot.operationsUrl + path)).text();
  const [metrics, ready] = [await shown('/metrics'), await shown('/readyz')];
  const title = titleOf(bot);
  bot.kill('SIGTERM');
  const { stdout, stderr } = await bot.ended;
  const channel = bora.messages('oncall').filter(({ authorId }) => authorId === slack.botUserId);
  expect(stdout).toMatch(/"level":20/);
  expect(channel.length).toBeGreaterThanOrEqual(2);
  return { stdout, stderr, metrics, ready, title, channel: JSON.stringify(channel) };
}

/** Tokens as replicas share them: encrypted. */
async function sharedTokens({ databaseUrl }: Started): Promise<string> {
  const rows = await runSql(databaseUrl, "select * from cache where key like 'tokens:%'");
  expect(rows.length).toBeGreaterThan(0);
  return JSON.stringify(rows);
}

/** The command line that `ps` shows, if there is a /proc. */
function titleOf({ pid }: BotProcess): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function expectNoSecrets(outputs: Record<string, string>, { slack, databaseUrl }: Started): void {
  const secrets = [PASSWORD, USERNAME, slack.botToken, slack.appToken, slack.signingSecret];
  const databasePassword = new URL(databaseUrl).password;
  if (databasePassword !== '') secrets.push(databasePassword);
  for (const [name, output] of Object.entries(outputs)) {
    for (const secret of secrets) expect(output.includes(secret), `a secret in ${name}`).toBe(false);
    expect(TOKEN.exec(output)?.[0], `a token in ${name}`).toBeUndefined();
    expect(E_MAIL.exec(output)?.[0], `an e-mail address in ${name}`).toBeUndefined();
  }
}

test(
  'a full run at log level trace writes no secret and no e-mail address',
  atOnce(TRANSPORTS, async (transport) => {
    const started = await start(transport);
    await fullRound(started);
    // Faults of the service do not depend on the transport.
    if (transport === 'http') await faults(started);
    const tokens = await sharedTokens(started);
    const outputs = await outputsOf(started);
    if (transport === 'http') for (const line of OF_FAULTS) expect(outputs.stdout).toMatch(line);
    expectNoSecrets({ ...outputs, tokens }, started);
  }),
);

test('the patterns for secrets match real ones', async () => {
  const service = await startOwn(startBackupService({ username: USERNAME, password: PASSWORD }));
  const login = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USERNAME, password: PASSWORD }),
  });
  expect(await login.text()).toMatch(TOKEN);
  expect('to ayse.yilmaz[at]musteri.example').toMatch(E_MAIL);
  expect('to bilgi@musteri.example').toMatch(E_MAIL);
});

/** What the proxy sends back of everything that it got: status, type and body. */
const ECHOES = {
  'html-page': (echo: string) => [502, 'text/html', `<html><pre>${echo}</pre></html>`] as const,
  'error-object': (echo: string) =>
    [500, 'application/json', JSON.stringify({ error: { code: echo, message: echo } })] as const,
  'malformed-json': (echo: string) => [200, 'application/json', `${echo} {"email":"info@echo.exa`] as const,
};
type EchoMode = keyof typeof ECHOES;
const ECHO_MODES = Object.keys(ECHOES) as EchoMode[];

/** A proxy in front of the service that can send back everything it got, including token and password. */
async function startEchoProxy(targetUrl: string) {
  const { origin, pathname } = new URL(targetUrl);
  const spoiled = new Map<string, EchoMode[]>();
  const { url: proxyUrl } = await startServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const [, modes] = [...spoiled].find(([end]) => url.endsWith(end)) ?? [];
    const mode = modes?.shift();
    if (mode !== undefined) {
      const echo = `${method} ${url}\n${JSON.stringify(headers)}\n${body}\ninfo@echo.example`;
      const [status, type, echoed] = ECHOES[mode](echo);
      response.writeHead(status, { 'content-type': type }).end(echoed);
      return;
    }
    const { authorization = '', accept = '', 'content-type': type = '' } = headers;
    const given = Object.entries({ authorization, accept, 'content-type': type }).filter(
      ([, value]) => value,
    );
    try {
      const answer = await fetch(origin + url, { method, headers: given, body: body || null });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    } catch {
      response.destroy(); // The service hung up: so does the proxy.
    }
  });
  return {
    url: `${proxyUrl}${pathname}`,
    /** Sends back what it gets next at addresses that end with this. The result tells whether all of it was sent. */
    spoil(end: string, modes: EchoMode[]) {
      spoiled.set(end, modes);
      return () => modes.length === 0;
    },
  };
}
