import { describe, expect, test } from 'vitest';
import { offline, online } from '../support/phrases.ts';
import { said, words } from '../support/reader.ts';
import { serveWorkspace } from './support/serve-workspace.ts';

const workspace = serveWorkspace();

describe('a command in the composer', () => {
  test('one account: its card, which only the person who asked sees', async () => {
    const ada = await workspace.open();
    const bora = await workspace.open();
    await bora.becomePerson('Bora');
    await ada.run('/backup-status 1001');
    const card = ada.message(online('1001'));
    await card.waitFor();
    const text = await card.innerText();
    expect(text).toContain('Only visible to you');
    expect(text).toMatch(
      said({
        en: /Backups are fine\.\s+Database 2 h ago, folders 5 h ago\./,
        tr: /Yedekler yolunda\.\s+Veritabanı 2 saat önce, klasörler 5 saat önce\./,
      }),
    );
    expect(text).not.toMatch(/<!date|&amp;|\*/);
    await bora.run('/backup-status 1003');
    await bora.message(offline('1003')).waitFor();
    expect(await bora.message(online('1001')).count()).toBe(0);
  });

  test('several accounts: one line each, worst first', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status 1001 1004 1007');
    const triage = message(
      said({
        en: '3 accounts: 1 act now, 1 needs attention, 1 fine',
        tr: '3 hesap: 1 acil, 1 kontrol edilmeli, 1 yolunda',
      }),
    );
    await triage.waitFor();
    expect(await triage.innerText()).toMatch(
      said({
        en: /1004 · Act now: no backup for 3 days.*1007 · Half protected: folders 30 h old.*1001 · Backups are fine/s,
        tr: /1004 · Acil: 3 gündür yedek yok.*1007 · Yarım koruma: son klasör yedeği 30 saat önce.*1001 · Yedekler yolunda/s,
      }),
    );
  });

  test('help: usage by example', async () => {
    const { run, message } = await workspace.open();
    await run('/backup-status help');
    const help = message(said({ en: 'Type the account id:', tr: 'Hesap numarasını yazın:' }));
    await help.waitFor();
    expect(await help.innerText()).toMatch(
      said({
        en: /\/backup-status 1001 share\s+post the card in this channel/,
        tr: /\/backup-status 1001 share\s+kartı bu kanalda paylaşır/,
      }),
    );
  });

  test('the composer offers the commands of the manifest', async () => {
    const { page, composer } = await workspace.open();
    await composer.pressSequentially('/');
    await page.getByText('1001 | 1001 1002 | 1001 share | help').waitFor();
    await page.getByText("Are a customer's backups all right?").waitFor();
  });

  test('a slow account: a note at once, the answer later', async () => {
    const { run, message, setService } = await workspace.open();
    const backingUp = `1006 · ${words.status['backing-up']}`;
    await setService('Slow');
    await run('/backup-status 1006');
    await message(
      said({
        en: 'Still asking the service about 1006. The answer follows; if none comes, ask again.',
        tr: 'Servise hâlâ soruluyor: 1006. Yanıt birazdan gelecek; gelmezse yeniden sorun.',
      }),
    ).waitFor();
    expect(await message(backingUp).count()).toBe(0);
    await message(backingUp).waitFor();
    await setService('Works');
  });

  test('what the client refuses is said where it was typed', async () => {
    const { page, run } = await workspace.open();
    await run('/nonsense');
    await page.getByRole('status').filter({ hasText: '/nonsense is not a valid command' }).waitFor();
  });
});
