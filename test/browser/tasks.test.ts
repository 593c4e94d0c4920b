import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { ORDINARY_ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import type { CountedReason } from '../../src/account/verdict.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { THRESHOLDS } from '../messages/samples.ts';
import {
  actNow,
  EARLIER_ANSWER,
  FINE,
  fine,
  halfProtected,
  hoursAgo,
  NO_BACKUP,
  NOT_CHECKED,
  summary,
} from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { type Client, PHONE } from './support/client.ts';
import { expectInSight } from './support/in-sight.ts';
import { serveWorkspace } from './support/serve-workspace.ts';
import { passTime, startWatch } from './support/watching.ts';

const HOUR_MS = 3_600_000;
const { buttons, card, command, details, failure, home, status, verdict, watches, time } = words;

const workspace = serveWorkspace();
/** Lets the delayed service answer. */
let releaseService: (() => void) | undefined;

const STALE: CountedReason = {
  rule: 'backup-stale',
  level: 'critical',
  backup: 'database',
  ageMs: 80 * HOUR_MS,
  threshold: THRESHOLDS.stale,
};
const HALF: CountedReason = {
  rule: 'half-protected',
  level: 'attention',
  fresh: 'database',
  old: 'folders',
  ageMs: 30 * HOUR_MS,
  threshold: THRESHOLDS.late,
};
const step = (reason: CountedReason, status: 'online' | 'offline') => verdict.nextStep(reason, status);
const { next: tryAgain } = failure.unavailable['no-answer']();

/** Types a command and waits for its answer. */
const ask = async ({ run, message, page }: Client, typed: string, text: string): Promise<Locator> => {
  const answers = page.getByRole('article').filter({ hasText: text });
  const before = await answers.count();
  await run(`/backup-status ${typed}`);
  await answers.nth(before).waitFor();
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
  await press(modal, buttons.save);
  await modal.waitFor({ state: 'detached' });
  await page.getByText(name).first().waitFor();
};

/** Bora posts this text, and the message shortcut is used on it. */
const useShortcut = async ({ page, message }: Client, text: string) => {
  workspace.sandbox.slack.person('bora').say(text);
  await press(message(text), 'Message shortcuts');
  await page.getByRole('menuitem').click();
};

/** Bora's pins: all ordinary accounts, and others up to 25. */
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

const TWO_BAD = words.triage.summary(2, { critical: 2 });

/** Waits for the alert after two days without backups. */
const turnBad = async (client: Client, text: string) => {
  for (let day = 0; day < 2; day += 1) await client.control('+1 day');
  await passTime(client, client.message(text));
};

interface Task {
  readonly task: string;
  /** What the person types or presses. */
  readonly does: string;
  /** What happened before. */
  readonly before?: (client: Client) => Promise<unknown>;
  readonly act: (client: Client) => Promise<unknown>;
  /** The number of presses and choices, without typing. */
  readonly presses: number;
  /** What can be read afterwards without scrolling, from the top down. */
  readonly reads: readonly string[];
}

const TASKS: readonly Task[] = [
  {
    task: 'look up',
    does: 'types 1004',
    act: type('1004'),
    presses: 0,
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
    presses: 0,
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
    task: 'help',
    does: 'types help',
    act: type('help'),
    presses: 0,
    reads: [
      command.help.title,
      ...command.help.examples.flatMap(({ typed, gives }) => [`/backup-status ${typed}`, gives]),
      command.help.privacy,
    ],
  },
  {
    task: 'share a card',
    does: 'presses Share, and Share in its window',
    act: shareCard,
    presses: 3,
    reads: [
      `✅ ${fine('1001')}`,
      status.online,
      hoursAgo(2),
      hoursAgo(5),
      card.sharedBy('@Ada Byron'),
      buttons.recheck,
    ],
  },
  {
    task: 're-check the next day',
    does: 'presses Re-check when no backup has run, and again when one has',
    before: shareCard,
    act: async (client) => {
      const shared = client.message(card.sharedBy('').trim());
      for (let day = 0; day < 2; day += 1) await client.control('+1 day');
      await press(shared, buttons.recheck);
      await client.message(actNow('1001', 2)).waitFor();
      await client.control('Run backups');
      await press(shared, buttons.recheck);
    },
    presses: 2,
    reads: [
      `✅ ${fine('1001')}`,
      card.was('🚨', verdict.headline({ kind: 'bare', level: 'critical' })),
      hoursAgo(2),
      hoursAgo(5),
    ],
  },
  {
    task: 'find by name',
    does: 'types the beginning of the name of a pinned account',
    before: async (client) => pinAs(client, await ask(client, '1012', fine('1012')), 'Kırtasiye Şubesi'),
    act: type('kirta'),
    presses: 0,
    reads: [`✅ ${fine('Kırtasiye Şubesi (1012)')}`],
  },
  {
    task: 'Home of 25 accounts',
    does: 'opens Home',
    act: openHomeOf25,
    presses: 0,
    reads: [
      home.needed(4, 0),
      words.triage.summary(25, { critical: 4, attention: 3 }),
      `🚨 1004 · ${NO_BACKUP}`,
      `🚨 ${actNow('1005', 2)}`,
      `🚨 1008 · ${verdict.headline({ kind: 'never-backed-up' })}`,
      '🚨 1011 · ',
    ],
  },
  {
    task: 'look up in Home',
    does: 'types 1004 into its field, and reads the window',
    act: async ({ page, openHome }) => {
      await openHome();
      const field = page.getByRole('textbox', { name: home.lookUpLabel });
      await field.fill('1004');
      await field.press('Enter');
    },
    presses: 0,
    reads: [
      words.shortcut.title,
      `🚨 ${actNow('1004')}`,
      status.offline,
      verdict.reason(STALE),
      step(STALE, 'offline'),
    ],
  },
  {
    task: 'ask why, and call the customer',
    does: 'chooses Details',
    act: async (client) => {
      await client.choose(await ask(client, '1007', halfProtected('1007')), buttons.details);
    },
    presses: 2,
    reads: [
      details.title,
      details.fields.email,
      'it@klinik.example',
      verdict.reason(HALF),
      details.setBy(details.limits.late(time.threshold(THRESHOLDS.late)), THRESHOLDS.late.setBy),
      buttons.close,
    ],
  },
  {
    task: 'ask about a message',
    does: 'uses the shortcut on a message that names an account',
    act: (client) => useShortcut(client, '1005 called'),
    presses: 2,
    reads: [`🚨 ${actNow('1005', 2)}`, status.online],
  },
  {
    task: 'guest',
    does: 'types 1004 as a guest',
    act: async (client) => {
      await client.becomePerson('Gia');
      await client.run('/backup-status 1004');
    },
    presses: 0,
    reads: [words.access.refusals['not-you'].what, words.access.refusals['not-you'].next],
  },
  {
    task: 'slow service',
    does: 'types load-30 while the service takes its time',
    act: async (client) => {
      releaseService = workspace.sandbox.service?.hold();
      // No other task reads this account: an answer that is seconds old needs no service.
      await client.run('/backup-status load-30');
    },
    presses: 0,
    reads: [command.pending('load-30')],
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
    presses: 0,
    reads: [`❔ 1001 · ${NOT_CHECKED}`, EARLIER_ANSWER, `✅ ${FINE}`, tryAgain, buttons.refresh],
  },
  {
    task: 'hand an account over',
    does: 'presses Hand over on its card, chooses Bora and types a note',
    before: async (client) => {
      await startWatch(client, '1004');
      await press(await ask(client, '1004', actNow('1004')), buttons.acknowledge);
    },
    act: async ({ message, modal }) => {
      await press(message(actNow('1004')), buttons.handOver);
      const people = modal.getByRole('combobox');
      await people.selectOption({ label: 'Bora Demir' });
      await modal.getByRole('textbox').fill('It is being repaired');
      await press(modal, words.handOver.title);
    },
    presses: 3,
    // In Turkish the line in the channel moves the title of the card out of sight.
    reads: ['@Bora Demir', '@Ada Byron', '@Bora Demir', '1004', 'It is being repaired'],
  },
  {
    task: 'take one of several',
    does: 'presses See all below an alert, and I’m on it for one',
    before: async (client) => {
      await client.goTo('#general');
      await client.run('/invite @backup-status');
      await startWatch(client, '1003 1012');
      await turnBad(client, TWO_BAD);
    },
    act: async ({ choose, message, modal }) => {
      await press(message(TWO_BAD), buttons.seeAll);
      await choose(modal, buttons.acknowledge);
    },
    presses: 3,
    reads: [words.alert.openHere, `@Ada Byron ${words.card.onItSince('|').split('|', 1)[0]}`],
  },
  {
    task: 'stop everything',
    does: 'types unwatch all in direct messages, and presses Stop all',
    before: async (client) => {
      await client.page.getByRole('button', { name: 'Backup Status Messages' }).click();
      await startWatch(client, '1006 1009');
    },
    act: async ({ page, run, modal }) => {
      await run('/backup-status unwatch all');
      await press(modal, watches.list.stopAll);
      await press(page.getByRole('dialog', { name: watches.stop.all }), watches.list.stopAll);
      await modal.getByText('1009').waitFor({ state: 'detached' });
    },
    presses: 2,
    // What other tasks have begun to watch may still be listed.
    reads: [buttons.watches],
  },
  {
    task: 'find a customer without the number',
    does: 'opens the list of accounts in Home, and one of them',
    before: (client) => startWatch(client, '1003'),
    act: async ({ page, openHome, choose, modal }) => {
      await openHome();
      await press(page.getByRole('region', { name: 'Home' }), buttons.accounts);
      await choose(modal, buttons.open);
    },
    presses: 3,
    reads: [words.shortcut.title, details.fields.quota, card.labels.folderUsage],
  },
];

afterEach(async () => {
  const { service, resetClock } = workspace.sandbox;
  service?.clearFaults();
  releaseService?.();
  releaseService = undefined;
  await resetClock();
});

/** Counts presses and choices in messages, in Home and in windows of the app. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    window.presses = 0;
    const isOfApp = ({ target }) => target.closest('article, [role=menu], dialog, [aria-label=Home]');
    document.addEventListener('click', (event) => {
      if (event.detail > 0 && isOfApp(event) && event.target.closest('button, [role=menuitem]')) window.presses += 1;
    }, true);
    document.addEventListener('change', (event) => {
      if (isOfApp(event) && event.target.matches('select, [type=radio], [type=checkbox]')) window.presses += 1;
    }, true);`);
  return () => page.evaluate<number>('window.presses');
}

describe('at night, with a phone', () => {
  test.each(TASKS)('$task: $does', async ({ before, act, presses, reads }) => {
    const client = await workspace.open({ viewport: PHONE });
    await before?.(client);
    const pressed = await countPresses(client.page);
    await act(client);
    await expectInSight(client.page, reads);
    expect(await pressed()).toBe(presses);
  });
});

test('shows the client’s refusal where the command was typed', async () => {
  const { page, run } = await workspace.open();
  await run('/nonsense');
  await page.getByRole('status').filter({ hasText: '/nonsense is not a valid command' }).waitFor();
});
