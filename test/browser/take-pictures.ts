import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { AS_SENT } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { type Client, createClient, PHONE } from './support/client.ts';
import { type RunningWorkspace, startWorkspace } from './support/start-workspace.ts';
import { passTime, startWatch } from './support/watching.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const LIMIT_BYTES = 150_000;

/** Lower than most windows: empty space below a card shows nothing and makes the file larger. */
const SIZES = { phone: { ...PHONE, height: 720 }, desktop: { width: 1200, height: 600 } };
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The scene of each picture, by file name, in English. The service works again before each. */
const SCENES: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'card-healthy-desktop': ({ run, message }) =>
    shown(run('/backup-status 1001'), message('(1001) · Backups are fine')),
  'card-critical-phone': ({ run, message }) => shown(run('/backup-status 1004'), message('(1004) · Act now')),
  'details-phone': async ({ run, message, modal, choose }) => {
    await shown(run('/backup-status 1004'), message('(1004) · Act now'));
    await choose(message('(1004) · Act now'), 'Details');
    await modal.getByText(AS_SENT).waitFor();
  },
  'service-down-phone': async ({ run, message, setService }) => {
    await shown(run('/backup-status 1001'), message('(1001) · Backups are fine'));
    await setService('Down');
    await message('(1001) · Backups are fine').getByRole('button', { name: 'Refresh' }).click();
    await message(words.failure.unavailable['no-answer'](undefined).what).waitFor();
  },
  'home-phone': ({ openHome, page }) => shown(openHome(), page.getByText('Updated just now')),
};

const { alert, buttons, handOver, history, quiet, time } = words;

const CUSTOMER = 'Akdeniz Lojistik A.Ş. (1001)';
const REMINDER = alert.remind(time.duration(4 * 3_600_000), CUSTOMER);

/**
 * On a phone: a history, then an alert from its repetition to its end, with a muted account and a summary. Each scene
 * continues the one before.
 */
const PHONE_SCENES: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'history-phone': async ({ run, message }) =>
    shown(run('/backup-status history 1004'), message(history.of('Acme Ltd (1004)'))),
  'alert-again-phone': async (client) => {
    const { run, message, control } = client;
    await startWatch(client, '1001 1003', 'Bora Demir');
    await shown(run('/backup-status mute 1003 5d server move'), message(quiet.meaning));
    for (let day = 0; day < 2; day += 1) await control('+1 day');
    await passTime(client, message(alert.again(1, 1)));
    await message(alert.continued).waitFor();
  },
  'alert-taken-phone': ({ message }) =>
    shown(
      message(buttons.acknowledge).getByRole('button', { name: buttons.acknowledge }).click(),
      message('👀'),
    ),
  'alert-handed-over-phone': async (client) => {
    const { message, modal } = client;
    await message(buttons.handOver).getByRole('button', { name: buttons.handOver }).click();
    await modal.getByRole('combobox').selectOption({ label: 'Bora Demir' });
    await modal.getByRole('textbox').fill('They open at nine');
    await modal.getByRole('button', { name: handOver.title, exact: true }).click();
    await message(alert.handedOverTo).waitFor();
    await passTime(client, message(REMINDER));
  },
  'muted-phone': ({ run, message }) => shown(run('/backup-status 1003'), message(/🔕 muted · until/u)),
  'summary-phone': ({ run, message }) => shown(run('/backup-status summary'), message('☀️')),
  'alert-recovered-phone': async (client) => {
    await client.control('Run backups');
    const [fine = ''] = alert.fine(CUSTOMER, '|').split('|');
    await passTime(client, client.message(fine));
  },
};

/** Where a phone picture begins or ends, if not with the newest message. */
const SEEN: Readonly<Record<string, readonly [text: string, block: 'start' | 'end']>> = {
  'alert-handed-over-phone': [REMINDER, 'end'],
  'muted-phone': ['🔕 muted · until', 'start'],
  'alert-recovered-phone': ['Fine since', 'start'],
};

async function shown(act: Promise<void>, what: { waitFor(): Promise<void> }): Promise<void> {
  await act;
  await what.waitFor();
}

/** Ada's pins, by short name. */
const PINS = { Akdeniz: '1001', Acme: '1004', Klinik: '1007', Karataş: '1010' };

async function pinAccounts({ sandbox: { slack, service } }: RunningWorkspace): Promise<void> {
  service?.clearFaults();
  const ada = slack.person('ada');
  for (const [name, id] of Object.entries(PINS)) {
    const { message } = await ada.command(`/backup-status ${id}`);
    const menu = { actionId: ACTIONS.more, messageTs: message?.ts ?? '' };
    await ada.press({ ...menu, value: MORE.pin });
    await ada.waitFor(() => ada.modal());
    await ada.submit({ [PIN_NAME.name]: name });
  }
}

async function openClient(
  { clearScreens, browser, url }: RunningWorkspace,
  size: keyof typeof SIZES,
  theme: Theme,
): Promise<Client> {
  await clearScreens();
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    // As sharp as the size limit of a file allows.
    deviceScaleFactor: size === 'phone' ? 1.4 : 1,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(url);
  const client = createClient(page);
  await client.composer.waitFor();
  await client.setService('Works');
  return client;
}

async function takePicture({ page }: Client, scene: string, theme: Theme): Promise<void> {
  const name = `${scene}-${theme}.png`;
  await page.screenshot({ path: join(FOLDER, name), animations: 'disabled', caret: 'hide' });
  const bytes = statSync(join(FOLDER, name)).size;
  process.stdout.write(`${name.padEnd(36)}${Math.ceil(bytes / 1000)} kB\n`);
  if (bytes >= LIMIT_BYTES) throw new Error(`${name} has ${LIMIT_BYTES / 1000} kB or more`);
}

/** Takes the phone scenes with one client, each in both themes. */
async function takePhoneScenes(running: RunningWorkspace): Promise<void> {
  const client = await openClient(running, 'phone', 'light');
  const { page } = client;
  for (const [scene, act] of Object.entries(PHONE_SCENES)) {
    await act(client);
    const [text, block] = SEEN[scene] ?? [];
    for (const theme of THEMES) {
      if (text !== undefined)
        await client.message(text).evaluate((message, at) => message.scrollIntoView({ block: at }), block);
      await takePicture(client, scene, theme);
      for (const name of ['Tools', 'Dark', 'Tools']) {
        await page.getByRole('button', { name, exact: true }).click();
      }
    }
  }
}

async function inWorkspace(take: (running: RunningWorkspace) => Promise<void>): Promise<void> {
  const running = await startWorkspace({ hasNames: true });
  try {
    await take(running);
  } finally {
    await running.stop();
  }
}

mkdirSync(FOLDER, { recursive: true });
await inWorkspace(async (running) => {
  for (const [scene, act] of Object.entries(SCENES)) {
    // Last, because cards show the names of pinned accounts.
    if (scene === 'home-phone') await pinAccounts(running);
    for (const theme of THEMES) {
      const client = await openClient(running, scene.endsWith('phone') ? 'phone' : 'desktop', theme);
      await act(client);
      await takePicture(client, scene, theme);
      await client.page.context().close();
    }
  }
});
// In a workspace without pins, because these scenes leave messages and a clock in the future.
await inWorkspace(takePhoneScenes);
