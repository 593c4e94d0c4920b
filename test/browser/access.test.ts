import { describe, expect, test } from 'vitest';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('who may not ask', () => {
  test('a guest is told whom to ask, after the command and in Home', async () => {
    const { page, run, message, openHome, becomePerson } = await workspace.open();
    await becomePerson('Gia');
    await run('/backup-status 1004');
    const refusal = message('you are here as a guest');
    await refusal.waitFor();
    expect(await refusal.innerText()).toContain('Ask a member of your team to look it up for you.');
    expect(await message('1004 · Offline').count()).toBe(0);
    await openHome();
    await page.getByRole('main').getByText('Ask a member of your team').waitFor();
    expect(await page.getByRole('main').getByRole('textbox', { name: 'Look up an account' }).count()).toBe(0);
  });

  test('somebody of another organisation reads a shared card, and gets a plain word from its buttons', async () => {
    const { page, run, message, modal, choose, becomePerson } = await workspace.open();
    const word = page.getByRole('article').filter({ hasText: 'members of the workspace that runs it' });
    await run('/backup-status 1004 share');
    await message('1004 · Offline').waitFor();
    await becomePerson('Otto');
    const card = message('1004 · Offline');
    await card.getByRole('button', { name: 'Re-check' }).click();
    await expect.poll(() => word.count()).toBe(1);
    expect(await word.innerText()).not.toContain('1004');
    await choose(card, 'Details');
    await expect.poll(() => word.count()).toBe(2);
    expect(await modal.count()).toBe(0);

    await becomePerson('Ada');
    await message('1004 · Offline').waitFor();
    expect(await word.count()).toBe(0);
  });
});
