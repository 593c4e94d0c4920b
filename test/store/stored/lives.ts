import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startBackupService } from '../../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../../sandbox/slack/client/person.ts';
import { startLocalSlack } from '../../../sandbox/slack/start-local-slack.ts';
import type { BackupStatusAppDeps } from '../../../src/app.ts';
import { runSql, SILENT } from '../use-databases.ts';
import type { StoredMessage, StoredVersion } from './versions.ts';

interface LifeSetup {
  /** The folder of the version. */
  readonly checkout: string;
  readonly databaseUrl: string;
  readonly endedAtMs: number;
}

/** What happened while a version ran; the messages that it posted and still knows. The clock stands between two events. */
export const LIVES: Readonly<Record<StoredVersion, (setup: LifeSetup) => Promise<readonly StoredMessage[]>>> =
  { '1.0.0': live1_0_0, '1.9.0': live1_9_0 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function live1_0_0(setup: LifeSetup): Promise<readonly StoredMessage[]> {
  const { ada, bora, stop, at } = await start(setup, setup.endedAtMs - 10 * MINUTE_MS);
  await at(1);
  await pin(ada, '1001', 'İstanbul ofisi');
  await at(2);
  await pin(ada, '1002');
  await at(3);
  await pin(bora, '1001', "Bob's");
  for (const [minute, id] of [
    [4, '1003'],
    [5, '1002'],
  ] as const) {
    await at(minute);
    await ada.command(`/backup-status ${id}`);
  }
  await at(10);
  await stop();
  return [];
}

async function live1_9_0(setup: LifeSetup): Promise<readonly StoredMessage[]> {
  const { slack, ada, bora, stop, at, runBackups } = await start(setup, setup.endedAtMs - 106 * HOUR_MS);
  await at(1);
  await pin(ada, '1001', 'İstanbul ofisi');
  await pin(ada, '1004');
  await pin(bora, '1001', "Bob's");
  await at(2);
  await list(ada, ['1001, Akdeniz Lojistik', '1003, Defter Muhasebe', '2004, Anadolu Optik', '2009, Çiğdem']);
  await at(3);
  await watch(ada, '1001 1003', 'oncall', { watch_summary_at: '08:00' });
  await watch(ada, 'all', 'direct', { watch_tell: 'me' });
  await watch(bora, '20*', 'alerts');
  await watch(bora, '100?', 'direct', { watch_tell: 'me' });
  // An alert of each account, over when the backups run again.
  await at(52 * 60);
  runBackups();
  await at(53 * 60);
  await retire(ada, '2009');
  slack.changeChannel('alerts', { isBotMember: false });
  await at(105 * 60);
  await takeOver(bora, alertOf(ada, '1003').ts);
  await at(105 * 60 + 20);
  await ada.command('/backup-status 1003');
  await at(106 * 60);
  const messages = await messagesOf(setup, [...ada.messages(), ...bora.messages('direct')]);
  await stop();
  return messages;
}

/** The bot of the version in front of a Slack and a service. `at` lets time pass until so many minutes after the start. */
async function start({ checkout, databaseUrl }: LifeSetup, startedAtMs: number) {
  mock.timers.enable({ apis: ['Date'], now: startedAtMs });
  // Made again, a database holds the same, but for its token and some milliseconds.
  Math.random = () => 0.5;
  let backupsMs = startedAtMs;
  const slack = await startLocalSlack({ locale: 'en-GB' });
  const service = await startBackupService({ accountsAsOf: () => ({ backupsMs, packagesMs: startedAtMs }) });
  const app = await createApp(checkout, {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    // Over sockets a clock that is moved looks like pongs that do not come.
    SLACK_SIGNING_SECRET: slack.signingSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    DATABASE_URL: databaseUrl,
    LANGUAGE: 'en',
    OPERATIONS_PORT: 'off',
  });
  const { port } = await app.start();
  slack.deliverTo(`http://127.0.0.1:${port}/slack/events`);
  return {
    slack,
    ada: slack.person('ada'),
    bora: slack.person('bora'),
    at: (minutes: number) => passUntil(startedAtMs + minutes * MINUTE_MS, databaseUrl),
    runBackups() {
      backupsMs = Date.now();
    },
    async stop() {
      await app.stop();
      await service.close();
      await slack.close();
    },
  };
}

/** As `main.ts` of every version does it. */
async function createApp(checkout: string, environment: Readonly<Record<string, string>>) {
  const load = async (path: string) => await import(join(checkout, 'src', path));
  const { createBackupStatusApp }: typeof import('../../../src/app.ts') = await load('app.ts');
  const read = existsSync(join(checkout, 'src/config.ts'))
    ? (await load('config.ts')).readConfig(environment)
    : (await load('read-settings.ts')).readSettings(environment);
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'));
  const { config, settings } = read;
  return createBackupStatusApp({ config, settings, log: SILENT, napMs: 10 } as BackupStatusAppDeps);
}

/** The clock goes to whatever is due next, and waits for the watches to have done it. */
async function passUntil(atMs: number, databaseUrl: string): Promise<void> {
  for (;;) {
    const dueAtMs = await untilIdle(databaseUrl);
    if (Date.now() >= atMs) return;
    mock.timers.setTime(Math.min(atMs, dueAtMs));
  }
}

const DUE = 'select min(due_at_ms) as due, sum(started_attempts) as begun from';
/** Turns of the watches are this far apart, also while the clock stands. */
const TURN_MS = 50;
const STUCK_AFTER_LOOKS = 50;

/** Resolves with when something is due next. */
async function untilIdle(databaseUrl: string): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const sql = ['watched_accounts', 'channels'].map((table) => `${DUE} ${table}`).join(' union all ');
    // 1.0.0 has no watches.
    const rows = await runSql(databaseUrl, sql).catch(() => []);
    const dueAtMs = Math.min(...rows.map(({ due }) => Number(due ?? Number.POSITIVE_INFINITY)));
    const isWorking = rows.some(({ begun }) => Number(begun ?? 0) > 0);
    if (!isWorking && dueAtMs > Date.now()) return dueAtMs;
    if (looks % STUCK_AFTER_LOOKS === 0) mock.timers.setTime(Date.now() + TURN_MS);
    await delay(5);
  }
}

const says = (person: Person, text: string) =>
  person.waitFor(() => (JSON.stringify(person.modal() ?? {}).includes(text) ? true : undefined));
const reads = (person: Person, text: string) =>
  person.waitFor(() => person.messages().find((message) => message.text.includes(text)));

async function pin(person: Person, id: string, name?: string): Promise<void> {
  await person.command(`/backup-status ${id}`);
  const { ts: messageTs } = await person.waitFor(() =>
    person
      .messages()
      .findLast(({ text, blocks }) => text.includes(id) && JSON.stringify(blocks).includes('account_more')),
  );
  const choose = (value: string) => person.press({ actionId: 'account_more', value, messageTs });
  await choose('pin');
  await reads(person, `${id} is pinned`);
  await person.waitFor(() => person.messages().find(({ ts, isEdited }) => ts === messageTs && isEdited));
  if (name !== undefined) {
    // 1.9.0 has opened the window by itself.
    if (person.modal() === undefined) await choose('name');
    await says(person, 'pin_name_text');
    await person.submit({ pin_name_text: name });
  } else if (person.modal() !== undefined) await person.closeModal();
}

async function openAccounts(person: Person): Promise<void> {
  await person.openHome();
  await person.waitFor(() =>
    JSON.stringify(person.home() ?? {}).includes('home_accounts') ? true : undefined,
  );
  await person.press({ actionId: 'home_accounts' });
  await says(person, 'accounts_add');
}

async function list(person: Person, rows: readonly string[]): Promise<void> {
  await openAccounts(person);
  await person.press({ actionId: 'accounts_add' });
  await says(person, 'accounts_paste');
  await person.submit({ accounts_paste: rows.join('\n') });
  await says(person, `${rows.length} accounts added`);
  await person.closeModal();
}

async function retire(person: Person, id: string): Promise<void> {
  await openAccounts(person);
  await says(person, id);
  await person.press({ actionId: 'accounts_retire', value: id });
  await person.waitFor(() => (JSON.stringify(person.modal() ?? {}).includes(`(${id})`) ? undefined : true));
  await person.closeModal();
}

async function watch(
  person: Person,
  accounts: string,
  channel: string,
  form: Readonly<Record<string, string>> = {},
): Promise<void> {
  await person.command(`/backup-status watch ${accounts}`, { channel });
  await says(person, 'watch_accounts');
  await person.submit(form);
  await says(person, 'Saved');
  await person.closeModal();
}

async function takeOver(person: Person, messageTs: string): Promise<void> {
  await person.press({ actionId: 'alert_take_over', messageTs });
  await reads(person, 'You are on it');
}

function alertOf(person: Person, id: string) {
  const alert = person.messages('oncall').findLast(({ text }) => text.startsWith('🚨') && text.includes(id));
  if (alert === undefined) throw new Error(`no alert of ${id}`);
  return alert;
}

async function messagesOf({ databaseUrl }: LifeSetup, seen: ReturnType<Person['messages']>) {
  const known = await runSql(databaseUrl, 'select posted_in, ts from messages where is_over = 0 order by ts');
  return known.map(({ posted_in, ts }): StoredMessage => {
    const message = seen.find((one) => one.channelId === posted_in && one.ts === ts);
    if (message === undefined) throw new Error(`nobody sees ${posted_in} ${ts}`);
    return { channel: message.channelId, ts: message.ts, text: message.text, blocks: message.blocks };
  });
}
