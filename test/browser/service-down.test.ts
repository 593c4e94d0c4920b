import { describe, expect, test } from 'vitest';
import { actNow, FINE, fine, inOrder, NOT_CHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('the service is down', () => {
  test('the last good answer stands below what is wrong, with its age', async () => {
    const { run, message, setService } = await workspace.open();
    await run('/backup-status 1001');
    const card = message(fine('1001'));
    await card.waitFor();
    await setService('Down');
    await card.getByRole('button', { name: words.buttons.refresh }).click();
    const unreachable = words.failure.unavailable['no-answer'](undefined).what;
    await message(unreachable).waitFor();
    const text = await message(unreachable).innerText();
    expect(text).toMatch(inOrder(NOT_CHECKED, words.card.was('✅', FINE), words.time.ago(0)));
  });

  test('without one the person hears why, and Retry works once it is back', async () => {
    const { run, message, setService } = await workspace.open();
    await setService('Down');
    await run('/backup-status 1005');
    const failure = message(NOT_CHECKED);
    await failure.waitFor();
    expect(await failure.innerText()).toMatch(
      inOrder(
        words.failure.unavailable['no-answer'](undefined).what,
        words.failure.unavailable['no-answer'](undefined).next,
      ),
    );
    await setService('Works');
    await failure.getByRole('button', { name: words.buttons.retry }).click();
    await message(actNow('1005', 2)).waitFor();
  });

  test('22 hours after the last answer the account is unknown, with what was known then, and nobody is alarmed', async () => {
    const { run, message, control, setService } = await workspace.open();
    await run('/backup-status 1001');
    await message(fine('1001')).waitFor();
    for (let hour = 1; hour <= 22; hour += 1) await control('+1 hour');
    await setService('Down');
    await run('/backup-status 1001');
    const card = message(words.failure.unavailable['no-answer'](undefined).what);
    await card.waitFor();
    const text = await card.innerText();
    // Slack writes the age itself.
    expect(text).toMatch(inOrder(words.card.was('✅', FINE), ', 22 '));
    expect(text).not.toContain('🚨');
    await setService('Works');
    await control('Reset clock');
  });

  test('a token that expires is noticed by nobody', async () => {
    const { run, message, control } = await workspace.open();
    await control('Expire token');
    await run('/backup-status 1002');
    await message('1002 · ').getByRole('button', { name: words.buttons.refresh }).waitFor();
  });
});
