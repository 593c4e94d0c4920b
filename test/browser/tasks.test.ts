import type { Locator } from 'playwright-core';
import { afterEach, describe, test } from 'vitest';
import { ORDINARY_ACCOUNTS } from '../../sandbox/backup-service/accounts/ordinary-accounts.ts';
import type { Reason } from '../../src/account/verdict.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { THRESHOLDS } from '../messages/samples.ts';
import {
  actNow,
  agesInHours,
  EARLIER_ANSWER,
  FINE,
  fine,
  halfProtected,
  NO_BACKUP,
  NOT_CHECKED,
  summary,
} from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import type { Client } from './support/client.ts';
import { expectInSight } from './support/in-sight.ts';
import { serveWorkspace } from './support/serve-workspace.ts';
import { PHONE } from './support/sizes.ts';
import { passTime, startWatch } from './support/watching.ts';

const HOUR_MS = 3_600_000;
const { buttons, card, command, details, failure, home, pins, recheck, status, verdict } = words;

const workspace = serveWorkspace();

const STALE: Reason = {
  rule: 'backup-stale',
  level: 'critical',
  backup: 'database',
  ageMs: 80 * HOUR_MS,
  threshold: THRESHOLDS.stale,
};
const HALF: Reason = {
  rule: 'half-protected',
  level: 'attention',
  fresh: 'database',
  old: 'folders',
  ageMs: 30 * HOUR_MS,
  threshold: THRESHOLDS.late,
};
const step = (reason: Reason, status: 'online' | 'offline') => verdict.nextStep(reason, status) ?? '';
const unreachable = failure.unavailable['no-answer'](undefined).what;

/** Types a command and waits for the answer to `text`. */
const ask = async ({ run, message }: Client, typed: string, text: string): Promise<Locator> => {
  await run(`/backup-status ${typed}`);
  await message(text).waitFor();
  return message(text);
};
const type = (typed: string) => (client: Client) => client.run(`/backup-status ${typed}`);

const shareCard = async (client: Client) => {
  const answer = await ask(client, '1001', fine('1001'));
  await answer.getByRole('button', { name: buttons.share }).click();
  await client.shareHere();
  const shared = client.message(card.sharedBy('').trim());
  await shared.waitFor();
  return shared;
};
const press = (owner: Locator, name: string) =>
  owner.getByRole('button', { name, exact: true }).first().click();

const pinAs = async ({ page, modal, choose }: Client, owner: Locator, name: string) => {
  await choose(owner, buttons.pin);
  await modal.getByRole('textbox').fill(name);
  await press(modal, pins.nameView.save);
  await modal.waitFor({ state: 'detached' });
  await page.getByText(name).first().waitFor();
};

/** What Bora says, and the shortcut of the app on it. */
const useShortcut = async ({ page, message }: Client, text: string) => {
  workspace.sandbox.slack.person('bora').say(text);
  await press(message(text), 'Message shortcuts');
  await page.getByRole('menuitem').click();
};

/** Bora's pins: all that is ordinary, and as many more as make 25. */
let pinning: Promise<void> | undefined;
const pin25 = async () => {
  const bora = workspace.sandbox.slack.person('bora');
  const more = Array.from({ length: 25 - ORDINARY_ACCOUNTS.length }, (_, index) => `load-${index + 1}`);
  for (const id of [...ORDINARY_ACCOUNTS.map((account) => account.id), ...more]) {
    const { message } = await bora.command(`/backup-status ${id}`);
    await bora.press({ actionId: ACTIONS.more, messageTs: message?.ts ?? '', value: MORE.pin });
    await bora.waitFor(() => bora.modal());
    await bora.closeModal();
  }
};
const openHomeOf25 = async ({ becomePerson, openHome }: Client) => {
  pinning ??= pin25();
  await pinning;
  await becomePerson('Bora');
  await openHome();
};

interface Task {
  readonly task: string;
  /** What is typed or pressed. */
  readonly does: string;
  readonly act: (client: Client) => Promise<unknown>;
  /** What can then be read without scrolling, from the top down. */
  readonly reads: readonly string[];
}

const TASKS: readonly Task[] = [
  {
    task: 'look up',
    does: 'types 1004',
    act: type('1004'),
    reads: [
      `🚨 ${actNow('1004')}`,
      status.offline,
      verdict.reason(STALE),
      step(STALE, 'offline'),
      buttons.refresh,
      buttons.share,
    ],
  },
  {
    task: 'several',
    does: 'types 1001 1004 1007',
    act: type('1001 1004 1007'),
    reads: [
      `🚨 ${summary(3, { critical: 1, attention: 1, healthy: 1 })}`,
      `🚨 1004 · ${NO_BACKUP}`,
      `⚠️ ${halfProtected('1007')}`,
      `✅ ${fine('1001')}`,
      buttons.refresh,
      buttons.share,
    ],
  },
  {
    task: 'unknown',
    does: 'types an id that does not exist',
    act: type('777777'),
    reads: [
      `🔍 777777 · ${failure['not-found']('777777').title}`,
      failure['not-found']('777777').what,
      failure['not-found']('777777').next,
    ],
  },
  {
    task: 'help',
    does: 'types help',
    act: type('help'),
    reads: [
      command.help.title,
      ...command.help.examples('Acme').flatMap(({ typed, gives }) => [`/backup-status ${typed}`, gives]),
      command.help.privacy,
    ],
  },
  {
    task: 'share a card',
    does: 'presses Share, and Share in its window',
    act: shareCard,
    reads: [
      `✅ ${fine('1001')}`,
      status.online,
      agesInHours(2, 5),
      card.sharedBy('@Ada Byron'),
      buttons.recheck,
    ],
  },
  {
    task: 're-check the next day',
    does: 'presses Re-check when no backup has run, and again when one has',
    act: async (client) => {
      const shared = await shareCard(client);
      for (let day = 0; day < 2; day += 1) await client.control('+1 day');
      await press(shared, buttons.recheck);
      await client.message(actNow('1001', 2)).waitFor();
      await client.control('Run backups');
      await press(shared, buttons.recheck);
    },
    reads: [
      `✅ ${fine('1001')}`,
      recheck.was('🚨', 'critical', '|').split('|', 1)[0] ?? '',
      agesInHours(2, 5),
    ],
  },
  {
    task: 'find by name',
    does: 'types the beginning of the name of a pinned account',
    act: async (client) => {
      await pinAs(client, await ask(client, '1012', fine('1012')), 'Kırtasiye Şubesi');
      await client.run('/backup-status kirta');
    },
    reads: [`✅ ${fine(pins.named('Kırtasiye Şubesi', '1012'))}`],
  },
  {
    task: 'Home of 25 accounts',
    does: 'opens Home',
    act: openHomeOf25,
    reads: [
      home.lead({ kind: 'critical', count: 4, total: 25 }),
      home.counted('attention', 3),
      `🚨 1004 · ${NO_BACKUP}`,
      `🚨 ${actNow('1005', 2)}`,
      `🚨 1008 · ${verdict.headline({ kind: 'never-backed-up' })}`,
      '🚨 1011 · ',
    ],
  },
  {
    task: 'look up in Home',
    does: 'types 1004 into its field',
    act: async ({ page, openHome }) => {
      await openHome();
      const field = page.getByRole('textbox', { name: home.lookUpLabel });
      await field.fill('1004');
      await field.press('Enter');
    },
    reads: [
      home.lookUpLabel,
      `🚨 ${actNow('1004')}`,
      status.offline,
      verdict.reason(STALE),
      step(STALE, 'offline'),
    ],
  },
  {
    task: 'ask why',
    does: 'chooses Details',
    act: async (client) => {
      await client.choose(await ask(client, '1004', actNow('1004')), buttons.details);
    },
    reads: [details.title, verdict.reason(STALE), details.reasonSetBy(THRESHOLDS.stale.setBy), details.close],
  },
  {
    task: 'call the customer of a half protected account',
    does: 'chooses Details',
    act: async (client) => {
      await client.choose(await ask(client, '1007', halfProtected('1007')), buttons.details);
    },
    reads: [details.title, details.fields.email, 'it@klinik.example', verdict.reason(HALF)],
  },
  {
    task: 'ask about a message',
    does: 'uses the shortcut on a message that names an account',
    act: (client) => useShortcut(client, '1005 called'),
    reads: [`🚨 ${actNow('1005', 2)}`, status.online],
  },
  {
    task: 'guest',
    does: 'types 1004 as a guest',
    act: async (client) => {
      await client.becomePerson('Gia');
      await client.run('/backup-status 1004');
    },
    reads: [words.access.refusals['not-you'].what, words.access.refusals['not-you'].next],
  },
  {
    task: 'slow service',
    does: 'types 1006 while the service takes its time',
    act: async (client) => {
      await client.setService('Slow');
      await client.run('/backup-status 1006');
    },
    reads: [command.pending('1006')],
  },
  {
    task: 'service down, account known',
    does: 'types 1001 an hour later',
    act: async (client) => {
      await ask(client, '1001', fine('1001'));
      await client.control('+1 hour');
      await client.setService('Down');
      await client.run('/backup-status 1001');
    },
    reads: [`❔ 1001 · ${NOT_CHECKED}`, EARLIER_ANSWER, `✅ ${FINE}`, unreachable, buttons.retry],
  },
  {
    task: 'us or them',
    does: 'types doctor when a look-up has failed',
    act: async (client) => {
      await client.setService('Down');
      await ask(client, 'load-902', unreachable);
      await client.run('/backup-status doctor');
    },
    reads: ['❔', unreachable],
  },
  {
    task: 'take over an alert',
    does: 'presses I’m on it below an alert in #alerts',
    act: async (client) => {
      await client.goTo('#alerts');
      await startWatch(client, '1001');
      for (let day = 0; day < 2; day += 1) await client.control('+1 day');
      const alert = client.message(actNow('1001', 2));
      await passTime(client, alert);
      await press(alert, buttons.takeOver);
    },
    reads: [
      `🚨 ${actNow('1001', 2)}`,
      words.alert.onIt('@Ada Byron', undefined),
      words.alert.open('1001'),
      words.watches.taken(['1001'], 0),
    ],
  },
];

afterEach(() => {
  const { service, resetClock } = workspace.sandbox;
  service?.clearFaults();
  service?.set({ latencyMs: 0 });
  resetClock();
});

describe('at night, with a phone', () => {
  test.each(TASKS)('$task: $does', async ({ act, reads }) => {
    const client = await workspace.open({ viewport: PHONE });
    await act(client);
    await expectInSight(client.page, reads);
  });
});

test('what the client refuses is said where it was typed', async () => {
  const { page, run } = await workspace.open();
  await run('/nonsense');
  await page.getByRole('status').filter({ hasText: '/nonsense is not a valid command' }).waitFor();
});
