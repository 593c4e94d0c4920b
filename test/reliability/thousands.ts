import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACCOUNTS_VIEW } from '../../src/slack/accounts/accounts.ts';
import { ACKNOWLEDGE, HOME_ACTIONS, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { createStore } from '../../src/store/create-store.ts';
import { accountWith, HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { words } from '../support/reader.ts';
import { ask, eventually, openWorld } from './world.ts';

/** What a person does or what happens. Rejects when the outcome is wrong. */
export type Steps = Readonly<Record<string, () => Promise<unknown>>>;

export type Thousands = Awaited<ReturnType<typeof openThousands>>;

const ACCOUNTS = Array.from({ length: 20_000 }, (_, index) => ({
  id: String(100_000 + index),
  name: `Müşteri ${index} Yıldız Lojistik Anonim Şirketi`,
}));

/** Imports a CSV file with the command that operators use. */
export async function importList(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const args = [join(import.meta.dirname, '../../src/accounts.ts'), 'import', file, '--unread'];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings } });
}

/** The benchmark measures how long others wait. Here a slow machine is no failure. */
const PATIENT = { ackTimeoutMs: 60_000, triggersLastMs: 60_000 };

/** A bot with 20,000 accounts on its list. #oncall watches all of them; each was read, and none is due. */
export async function openThousands() {
  const world = await openWorld({ database: 'file', slack: PATIENT });
  const { slack, ada, databaseUrl, clock } = world;
  const oncall = slack.channels.oncall.id;
  const store = await createStore(databaseUrl, clock.now, pino({ level: 'silent' }));
  await store.accountList.add(ACCOUNTS);
  await store.watches.add({
    channelId: oncall,
    person: { teamId: slack.teamId, userId: ada.id },
    patterns: ['*'],
    options: { minLevel: 'critical', zone: 'Europe/Istanbul', createdAtMs: clock.now() - HOUR_MS },
  });
  await store.close();
  const file = databaseUrl.slice('sqlite:'.length);
  const database = new DatabaseSync(file, { timeout: 30_000 });
  const sql = (text: string) => database.prepare(text).all();
  const ran = { kind: 'at', atMs: clock.now() - 50 * HOUR_MS, precision: 'second' } as const;
  const account = accountWith({ database: ran, folders: ran });
  const state = { level: 'critical', startedAtMs: ran.atMs, readAtMs: clock.now(), account };
  sql(`update watched_accounts set level = 'critical', state = '${JSON.stringify(state)}', due_at_ms = 8e15`);
  // They were critical when their watch began.
  sql(
    `insert into incidents (id, account_id, level, started_at_ms, detected_at_ms, can_wait)
     select id || '@1', id, 'critical', ${clock.now() - HOUR_MS}, 0, 0 from watched_accounts`,
  );
  const bot = await world.startBot({ ACCOUNT_METRICS: 'on' });
  const listFile = join(dirname(file), 'accounts.csv');
  const importing = {
    DATABASE_URL: databaseUrl,
    BACKUP_SERVICE_URL: 'http://127.0.0.1:9',
    BACKUP_SERVICE_USERNAME: 'nobody',
    BACKUP_SERVICE_PASSWORD: 'is asked',
  };
  return {
    world,
    bot,
    oncall,
    sql,
    /** Imports a CSV file while the bot runs, as operators do. */
    async importCsv(csv: string) {
      await writeFile(listFile, csv);
      await importList(listFile, importing);
    },
    async close() {
      database.close();
      await world.close();
    },
  };
}

/** Waits until the window has this text in its blocks or metadata. */
const sees = (person: Person, text: string) =>
  person.waitFor(() => JSON.stringify(person.modal() ?? '').includes(text) || undefined);

/** Waits for messages that arrive from now on. */
function newsFor(person: Person) {
  const before = new Set(person.messages().map(({ ts }) => ts));
  return (isIt: (text: string) => boolean) =>
    person.waitFor(() => person.messages().find(({ ts, text }) => !before.has(ts) && isIt(text)));
}

/** Reads all accounts. */
export function lookedAt({ world: { ada }, bot }: Thousands): Steps {
  const open = async (command: string, text: string) => {
    await ada.command(command);
    await sees(ada, text);
    await ada.closeModal();
  };
  // Not from the ack: on a busy machine its connection may be lost, and the answer then comes through response_url.
  const reads = async (command: string, text: RegExp) => {
    const news = newsFor(ada);
    await Promise.all([ada.command(command), news((shown) => text.test(shown))]);
  };
  return {
    Accounts: async () => {
      await ada.openHome();
      await ada.waitFor(() => ada.home());
      // *See all*. Another button opens the same list.
      await ada.press({ actionId: HOME_ACTIONS.accounts, value: 'all' });
      await sees(ada, '1–15');
      await ada.press({ actionId: ACCOUNTS_VIEW.next });
      await sees(ada, '16–30');
      await ada.press({ actionId: ACCOUNTS_VIEW.filter, value: 'critical' });
      await sees(ada, '\\"critical\\"');
      for (const typed of ['müşteri', '10', 'nobody']) {
        await ada.submit({ [ACCOUNTS_VIEW.search]: typed });
        await sees(ada, `\\"${typed}\\"`);
      }
      await ada.closeModal();
    },
    watches: () => open('/backup-status watches', '20,000'),
    summary: () => reads('/backup-status summary', /20,000.*19,985/s),
    'names of nobody': () => reads('/backup-status aa bb cc dd ee ff gg hh ii jj', /aa/s),
    'a name of all': () => reads('/backup-status müşteri', /19,992/),
    'the history of a name of all': () => reads('/backup-status history müşteri', /19,992/),
    'unwatch a name of all': () => open('/backup-status unwatch müşteri', '100000'),
    metrics: async () => {
      for (const [path, text] of [
        ['/readyz', '20000'],
        ['/metrics', '20000'],
        ['/metrics/accounts', '119999'],
      ] as const)
        assert.ok((await (await fetch(`${bot.operationsUrl}${path}`)).text()).includes(text), path);
    },
  };
}

/** Renames all accounts, and stops and restarts their watch. */
export function changed({ world: { ada, clock }, bot, oncall, importCsv, sql }: Thousands): Steps {
  let round = 0;
  return {
    'another list': async () => {
      round += 1;
      await importCsv(ACCOUNTS.map(({ id, name }) => `${id},${name} ${round}\n`).join(''));
      await bot.reload();
      const renamed = () =>
        sql(`select count(*) as count from accounts where name like '% ${round}'`)[0]?.count;
      assert.ok(await eventually(() => renamed() === ACCOUNTS.length));
      await ask(ada, '/backup-status 1001');
    },
    'unwatch all, watch all': async () => {
      const reads = newsFor(ada);
      await ada.command('/backup-status unwatch all');
      await sees(ada, STOP_WATCH);
      await ada.press({ actionId: STOP_WATCH });
      assert.ok(await eventually(() => sql('select * from watches').length === 0));
      const stopped = words.watches.stopped(words.watches.patternOf('*'));
      await reads((text) => text.endsWith(stopped));
      await ada.closeModal();
      // Slack accepts one message a second in a channel.
      clock.advance(MINUTE_MS);
      await ada.command('/backup-status watch all');
      await sees(ada, words.watches.form.where);
      const { notPosted } = words.command;
      const shows = (text: string) => JSON.stringify(ada.modal() ?? '').includes(text);
      for (let isSaved = false; !isSaved; ) {
        const { errors = {} } = await ada.submit();
        const isRefused = Object.values(errors).includes(notPosted);
        await ada.waitFor(() => isRefused || shows(`<#${oncall}>`) || undefined);
        isSaved = shows(`<#${oncall}>`);
        // The app may just have posted something else there. The window asks to try again a minute later.
        clock.advance(MINUTE_MS);
      }
      await ada.closeModal();
    },
  };
}

/** All accounts become late at once, are acknowledged, and recover. */
export function alerted({ world: { ada, clock }, sql }: Thousands): Steps {
  const dueNow = () => {
    sql('update channels set due_at_ms = 0, lease_until_ms = 0');
    clock.advance(MINUTE_MS);
  };
  const alert = async () => {
    const news = newsFor(ada);
    const reads = (pattern: RegExp) => news((text) => pattern.test(text));
    const detectedAtMs = clock.now();
    sql(
      `update incidents set detected_at_ms = ${detectedAtMs}, started_at_ms = ${detectedAtMs - HOUR_MS},
       owner_id = null, owner_since_ms = null, owner_until_ms = null, resolved_at_ms = null, closed_at_ms = null`,
    );
    clock.advance(MINUTE_MS);
    dueNow();
    const { ts } = await reads(/^🚨 20,000/);
    // Slack has the message slightly before the database does.
    const isKnown = () =>
      sql('select posted from channels').some(({ posted }) => String(posted).includes(ts));
    assert.ok(await eventually(isKnown));
    await ada.press({ actionId: ACKNOWLEDGE, messageTs: ts });
    await reads(/100000.*100009/);
    sql(`update incidents set resolved_at_ms = ${clock.now()}, closed_at_ms = ${clock.now()}`);
    dueNow();
    await reads(/^✅ .*20,000/);
    dueNow();
    // The line in its thread. The line about the owner names as many accounts.
    await reads(/^✅ .*19,995/s);
    assert.ok(await eventually(() => sql('select 1 from notified').length === 0));
    // A channel gets its next alert five minutes later.
    clock.advance(5 * MINUTE_MS);
  };
  return { '20,000 alerts at once': alert };
}
