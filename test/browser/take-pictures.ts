import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIONS, MORE, PIN_NAME } from '../../src/formatters/action-ids.ts';
import { AS_SENT } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { clearScreens } from './support/clear-screens.ts';
import { type Client, createClient } from './support/client.ts';
import { PHONE } from './support/sizes.ts';
import { type RunningWorkspace, startWorkspace } from './support/start-workspace.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const LIMIT_BYTES = 150_000;

/** Lower than most windows: the space under a card says nothing and weighs something. */
const SIZES = { phone: { ...PHONE, height: 720 }, desktop: { width: 1200, height: 600 } };
const THEMES = ['light', 'dark'] as const;

/** What each picture shows, by the name of its file. The service works again before each. */
const SCENES: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'card-healthy': ({ run, message }) => shown(run('/backup-status 1001'), message('1001 · Backups are fine')),
  'card-critical': ({ run, message }) => shown(run('/backup-status 1004'), message('1004 · Act now')),
  triage: ({ run, message }) => shown(run('/backup-status 1001 1004 1007 1010'), message('4 accounts:')),
  details: async ({ run, message, modal, choose }) => {
    await shown(run('/backup-status 1004'), message('1004 · Act now'));
    await choose(message('1004 · Act now'), 'Details');
    await modal.getByText(AS_SENT).waitFor();
  },
  'service-down': async ({ run, message, setService }) => {
    await shown(run('/backup-status 1001'), message('1001 · Backups are fine'));
    await setService('Down');
    await message('1001 · Backups are fine').getByRole('button', { name: 'Refresh' }).click();
    await message(words.failure.unavailable.network(undefined).what).waitFor();
  },
  home: ({ openHome, page }) => shown(openHome(), page.getByText('Updated just now')),
};

async function shown(act: Promise<void>, what: { waitFor(): Promise<void> }): Promise<void> {
  await act;
  await what.waitFor();
}

/** What ada has pinned, by short name. */
const PINS = { Acme: '1001', Liman: '1004', Klinik: '1007', Insaat: '1010' };

async function pinAccounts({ sandbox: { slack, service } }: RunningWorkspace): Promise<void> {
  service?.clearFaults();
  const ada = slack.person('ada');
  for (const [name, id] of Object.entries(PINS)) {
    const { message } = await ada.command(`/backup-status ${id}`);
    const menu = { actionId: ACTIONS.more, messageTs: message?.ts ?? '' };
    await ada.press({ ...menu, value: MORE.pin });
    await ada.waitFor(() => ada.modal());
    await ada.submit({ [PIN_NAME.actionId]: name });
  }
}

async function takePicture(running: RunningWorkspace, { scene, size, theme }: Picture): Promise<string> {
  const { sandbox, browser, url } = running;
  await clearScreens(sandbox);
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    // As sharp as the limit of a file lets it be.
    deviceScaleFactor: size === 'phone' ? 1.5 : 1,
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
  await SCENES[scene]?.(client);
  const name = `${scene}-${size}-${theme}.png`;
  await page.screenshot({ path: join(FOLDER, name), animations: 'disabled', caret: 'hide' });
  await context.close();
  return name;
}

interface Picture {
  readonly scene: string;
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
}

/** Takes a scene in both sizes and both themes; resolves when all four are on disk. */
async function takeScene(running: RunningWorkspace, scene: string): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    for (const theme of THEMES) {
      const name = await takePicture(running, { scene, size, theme });
      const bytes = statSync(join(FOLDER, name)).size;
      process.stdout.write(`${name.padEnd(36)}${Math.ceil(bytes / 1000)} kB\n`);
      if (bytes >= LIMIT_BYTES) throw new Error(`${name} has ${LIMIT_BYTES / 1000} kB or more`);
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
const running = await startWorkspace('en');
try {
  for (const scene of Object.keys(SCENES)) {
    // Only now, for cards show the names of pinned accounts.
    if (scene === 'home') await pinAccounts(running);
    await takeScene(running, scene);
  }
} finally {
  await running.stop();
}
