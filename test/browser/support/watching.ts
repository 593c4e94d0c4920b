import type { Locator } from 'playwright-core';
import { words } from '../../support/reader.ts';
import type { Client } from './client.ts';

const { buttons, watches } = words;
const { form } = watches;

/**
 * Types `watch` in the present channel, saves the window, and waits until the accounts were read. `mention`: the name of
 * the person to choose there.
 */
export async function startWatch({ run, modal }: Client, accounts: string, mention?: string): Promise<void> {
  const close = () => modal.getByRole('button', { name: buttons.close, exact: true }).click();
  await run(`/backup-status watch ${accounts}`);
  const save = modal.getByRole('button', { name: words.buttons.save, exact: true });
  await save.waitFor();
  if (mention !== undefined)
    await modal.getByRole('listbox', { name: form.mention }).selectOption({ label: mention });
  await save.click();
  await modal.getByText(form.saved('').slice(0, 10)).waitFor();
  await close();
  for (;;) {
    await run('/backup-status watches');
    await modal.getByRole('button', { name: watches.list.stop, exact: true }).first().waitFor();
    const isUnread = await modal.getByText(words.accounts.notRead).first().isVisible();
    await close();
    if (!isUnread) return;
  }
}

/** How long the app takes to notice a moved clock, read what is due and post. */
const NOTICED_MS = 2_500;
const MAX_HOURS = 12;

/** Moves the clock by hours until the element appears. The app collects changes for a minute before it posts. */
export async function passTime({ control }: Client, there: Locator): Promise<void> {
  for (let hour = 1; ; hour += 1) {
    await control('+1 hour');
    try {
      return await there.waitFor({ timeout: NOTICED_MS });
    } catch (error) {
      if (hour === MAX_HOURS) throw error;
    }
  }
}
