import { describe, expect, test } from 'vitest';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('the service is down', () => {
  test('the last good answer stands in, under what is wrong and how old it is', async () => {
    const { run, message, setService } = await workspace.open();
    await run('/backup-status 1001');
    const card = message('1001 · Online');
    await card.waitFor();
    await setService('Down');
    await card.getByRole('button', { name: 'Refresh' }).click();
    await message('The service cannot be reached.').waitFor();
    const text = await message('The service cannot be reached.').innerText();
    expect(text).toMatch(/This is what the service said just now\..*Backups are fine\./s);
  });

  test('without one the person hears why, and Retry works once it is back', async () => {
    const { run, message, setService } = await workspace.open();
    await setService('Down');
    await run('/backup-status 1005');
    const failure = message('Could not be checked');
    await failure.waitFor();
    expect(await failure.innerText()).toMatch(/The service cannot be reached\.\s+Try again in a minute\./);
    await setService('Works');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await message('1005 · Online').waitFor();
  });

  test('a token that expires and a socket that Slack renews are noticed by nobody', async () => {
    const { run, message, control } = await workspace.open();
    for (const [name, id] of [
      ['Expire token', '1002'],
      ['Refresh a socket', '1009'],
    ] as const) {
      await control(name);
      await run(`/backup-status ${id}`);
      await message(`${id} · `).getByRole('button', { name: 'Refresh' }).waitFor();
    }
  });
});
