import { describe, expect, test } from 'vitest';
import { FINE, online } from '../support/phrases.ts';
import { said } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

describe.each(TRANSPORTS)('a command over %s', (transport) => {
  test('one account: the answer is the ack, for the person alone', async () => {
    const { ada, bora } = await startBot({ transport });
    const { ack, message } = await ada.command('/backup-status 1001');
    expect({ ack, message }).toMatchObject({
      ack: 'ok',
      message: {
        isEphemeral: true,
        text: said({
          en: '1001 · Online. Backups are fine. Database 2 h ago, folders 5 h ago.',
          tr: '1001 · Çevrimiçi. Yedekler yolunda. Veritabanı 2 saat önce, klasörler 5 saat önce.',
        }),
      },
    });
    expect(ada.messages()).toEqual([message]);
    expect(bora.messages()).toEqual([]);
  });

  test('an answer that takes longer is announced, then given', async () => {
    const { ada, service } = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    const release = service.hold();
    const { ack, message } = await ada.command('/backup-status 1001');
    expect({ ack, text: message?.text }).toEqual({
      ack: 'ok',
      text: said({
        en: 'Still asking the service about 1001. The answer follows; if none comes, ask again.',
        tr: 'Servise hâlâ soruluyor: 1001. Yanıt birazdan gelecek; gelmezse yeniden sorun.',
      }),
    });
    release();
    const answer = await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(FINE)));
    expect(answer.isEphemeral).toBe(true);
  });

  test('several accounts: worst first, and one that fails hides no other', async () => {
    const { ada, service } = await startBot({ transport });
    service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
    const { message } = await ada.command('/backup-status 1001 1004 1003 nope 1001');
    expect(message?.text.split('\n').map((line) => line.split(' · ')[0])).toEqual([
      expect.stringMatching(said({ en: /^4 accounts: /, tr: /^4 hesap: / })),
      '1004',
      '1003',
      'nope',
      '1001',
    ]);
    expect(service.counts.generalInfos).toBe(4);
  });

  test('an unknown id is quoted back, with what to do', async () => {
    const { ada } = await startBot({ transport });
    const { message } = await ada.command('/backup-status no-such-id');
    expect(message?.isEphemeral).toBe(true);
    expect(message?.text).toContain(
      said({
        en: 'no-such-id · No such account. Check the number and ask again.',
        tr: 'no-such-id · Böyle bir hesap yok. Numarayı kontrol edip yeniden sorun.',
      }),
    );
  });

  test('an id with spaces, signs and foreign letters, in curly quotes', async () => {
    const { ada, service } = await startBot({ transport });
    const { message } = await ada.command('/backup-status “Müşteri 7/A %20”');
    expect(message?.text).toContain(online('Müşteri 7/A %20'));
    expect(service.requests.map(({ accountId }) => accountId)).toContain('Müşteri 7/A %20');
  });

  test.each(['', ' ', ' help', ' Help', ' ?'])('"/backup-status%s" gives help by example', async (text) => {
    const { ada, service } = await startBot({ transport });
    const { message } = await ada.command(`/backup-status${text}`);
    expect(message?.isEphemeral).toBe(true);
    expect(message?.text).toContain('/backup-status 1001 1002 1003');
    expect(service.counts.generalInfos).toBe(0);
  });

  test('what cannot be an id is quoted back, short, and never reaches the service', async () => {
    const { ada, service, logLines } = await startBot({ transport });
    const ids = Array.from({ length: 200 }, (_, index) => 1001 + index).join(' ');
    const typed: [string, RegExp][] = said({
      en: [
        [ids, /^200 accounts at once is too many: 10 at most\./],
        ['x'.repeat(500), /^“x{20,}…” is longer than an account id can be\./],
        ['x'.repeat(5_000), /^That is more than 1,000 characters\. Ask about fewer accounts at a time\./],
        ['10\u000701', /^“1001” cannot be read as an account id\./],
        ['\u0000', /^That id has no visible characters\./],
        ['“Acme Ltd', /^A quote is opened and not closed: “"Acme Ltd”\./],
        ['<@U0BORA00001>', /^“&lt;@U0BORA00001&gt;” is a mention or a link, not an account id\./],
        ['<!channel>', /^“&lt;!channel&gt;” is a mention or a link/],
        ['<https://example.com>', /^“&lt;https:\/\/example\.com&gt;” is a mention or a link/],
      ],
      tr: [
        [ids, /^Bir kerede 200 hesap çok fazla: en çok 10 hesap sorgulanabilir\./],
        ['x'.repeat(500), /^“x{20,}…” bir hesap numarası için fazla uzun\./],
        ['x'.repeat(5_000), /^Yazılan 1\.000 karakterden uzun\. Bir kerede daha az hesap sorgulayın\./],
        ['10\u000701', /^“1001” hesap numarası olarak okunamıyor\./],
        ['\u0000', /^Bu numarada görünür hiçbir karakter yok\./],
        ['“Acme Ltd', /^Açılan tırnak kapatılmamış: “"Acme Ltd”\./],
        ['<@U0BORA00001>', /^“&lt;@U0BORA00001&gt;” bir bahsetme ya da bağlantı, hesap numarası değil\./],
        ['<!channel>', /^“&lt;!channel&gt;” bir bahsetme ya da bağlantı/],
        ['<https://example.com>', /^“&lt;https:\/\/example\.com&gt;” bir bahsetme ya da bağlantı/],
      ],
    });
    for (const [text, expected] of typed) {
      const { ack, message } = await ada.command(`/backup-status ${text}`);
      expect(ack).toBe('ok');
      expect(message?.isEphemeral).toBe(true);
      expect(message?.text).toMatch(expected);
      expect(message?.text).toContain(
        said({ en: 'Type it like this: /backup-status', tr: 'Şöyle yazın: /backup-status' }),
      );
      expect(message?.text.length).toBeLessThan(300);
    }
    expect(service.counts.generalInfos).toBe(0);
    expect(logLines.filter(({ msg }) => msg === 'answered')).toHaveLength(typed.length);
  });

  test('links that Slack made of what was typed are ids', async () => {
    const { ada, service } = await startBot({ transport });
    await ada.command(
      '/backup-status <mailto:a@b.example|a@b.example> <http://1001|1001>, <http://1002|1002>.',
    );
    expect(service.requests.map(({ accountId }) => accountId).filter(Boolean)).toEqual([
      'a@b.example',
      '1001',
      '1002',
    ]);
  });

  test('each answer leaves one line: who, where, which account, what came of it; and nothing secret', async () => {
    const { ada, slack, service, logLines } = await startBot({ transport });
    await ada.command('/backup-status 1001 nope');
    const line = await slack.waitFor(() => logLines.find(({ msg }) => msg === 'answered'));
    expect(line).toMatchObject({
      by: 'command',
      userId: ada.id,
      channelId: slack.channels.oncall.id,
      teamId: slack.teamId,
      delivery: 'inline',
      accounts: [
        { id: 'nope', outcome: 'not-found' },
        { id: '1001', outcome: 'found' },
      ],
      durationMs: expect.any(Number),
    });
    const log = JSON.stringify(logLines);
    for (const secret of [
      slack.botToken,
      slack.appToken,
      slack.signingSecret,
      service.password,
      'musteri.example',
    ]) {
      expect(log).not.toContain(secret);
    }
    expect(log).not.toMatch(/eyJ|hooks|\/commands\//);
  });
});
