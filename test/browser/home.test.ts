import { describe, expect, test } from 'vitest';
import { actNow, NO_BACKUP } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('Home', () => {
  test('looks an account up, keeps it pinned, and gives it a name that the command takes', async () => {
    const { page, run, message, modal, choose, openHome, goTo } = await workspace.open();
    const home = page.getByRole('main');
    await openHome();
    await home.getByText(words.home.welcome.title).waitFor();

    const field = home.getByRole('textbox', { name: words.home.lookUpLabel });
    await field.fill('1004');
    await field.press('Enter');
    await home.getByText(NO_BACKUP).first().waitFor();
    await choose(home, words.buttons.pin);
    const name = modal.getByRole('textbox', {
      name: words.pins.nameView.label('1004'),
    });
    const save = modal.getByRole('button', { name: words.pins.nameView.save });
    await name.fill('help');
    await save.click();
    await modal.getByText(words.pins.nameProblem({ kind: 'name-unusable' })).waitFor();
    await name.fill('Acme');
    await save.click();
    await modal.waitFor({ state: 'detached' });
    await home.getByText(words.home.lead({ kind: 'critical', count: 1, total: 1 })).waitFor();
    await home.getByText('Acme (1004)').first().waitFor();

    await goTo('#oncall');
    await run('/backup-status acme');
    await message(actNow('Acme (1004)')).waitFor();
    expect(await message(actNow('Acme (1004)')).innerText()).toContain(NO_BACKUP);
  });

  test('a button finds what was typed, too; what cannot be read stays where it was typed', async () => {
    const { page, openHome } = await workspace.open();
    const home = page.getByRole('main');
    await openHome();
    const field = home.getByRole('textbox', { name: words.home.lookUpLabel });
    const lookUp = home.getByRole('button', { name: words.buttons.lookUp, exact: true });
    // What is typed into a Home that still asks goes with it when the next one is published; people type it again.
    const isFound = async () => {
      await field.fill('1005');
      await lookUp.click();
      const answer = home.getByText(actNow('1005', 2)).first();
      return answer.waitFor({ timeout: 4_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isFound, { timeout: 15_000 }).toBe(true);
    await field.fill('x'.repeat(200));
    await lookUp.click();
    await home
      .getByText(words.command.problem({ kind: 'id-too-long', typed: '|' }).split('|').at(-1) ?? '')
      .waitFor();
    expect(await field.inputValue()).toBe('x'.repeat(200));
  });

  test('is each person’s own', async () => {
    const { page, openHome, becomePerson } = await workspace.open();
    await becomePerson('Bora');
    await openHome();
    await page.getByRole('main').getByText(words.home.welcome.title).waitFor();
  });
});
