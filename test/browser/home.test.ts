import { describe, expect, test } from 'vitest';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('Home', () => {
  test('looks an account up, keeps it pinned, and gives it a name that the command takes', async () => {
    const { page, run, message, modal, choose, openHome, goTo } = await workspace.open();
    const home = page.getByRole('main');
    await openHome();
    await home.getByText('Are a customer’s backups all right?').waitFor();

    const field = home.getByRole('textbox', { name: 'Look up an account' });
    await field.fill('1004');
    await field.press('Enter');
    await home.getByText('no backup for 3 days').first().waitFor();
    await choose(home, 'Pin');
    await home.getByText('The pinned account needs you now').waitFor();

    await choose(home, 'Name…');
    await modal.getByRole('textbox', { name: 'Short name for 1004' }).fill('help');
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.getByText('This cannot be typed as a name.').waitFor();
    await modal.getByRole('textbox', { name: 'Short name for 1004' }).fill('Acme');
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.waitFor({ state: 'detached' });
    await home.getByText('Acme (1004)').first().waitFor();

    await goTo('#oncall');
    await run('/backup-status acme');
    await message('Acme (1004) · Offline').waitFor();
    expect(await message('Acme (1004) · Offline').innerText()).toContain('Act now: no backup for 3 days.');
  });

  test('a button finds what was typed, too; what cannot be read stays where it was typed', async () => {
    const { page, openHome } = await workspace.open();
    const home = page.getByRole('main');
    await openHome();
    const field = home.getByRole('textbox', { name: 'Look up an account' });
    await field.fill('1005');
    await home.getByRole('button', { name: 'Look up', exact: true }).click();
    await home.getByText('1005 · Online').first().waitFor();
    await field.fill('x'.repeat(200));
    await home.getByRole('button', { name: 'Look up', exact: true }).click();
    await home.getByText('is longer than an account id can be').waitFor();
    expect(await field.inputValue()).toBe('x'.repeat(200));
  });

  test('is each person’s own', async () => {
    const { page, openHome, becomePerson } = await workspace.open();
    await becomePerson('Bora');
    await openHome();
    await page.getByRole('main').getByText('Are a customer’s backups all right?').waitFor();
  });
});
