import { describe, expect, test } from 'vitest';
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
        text: '1001 · Online. Backups are fine. Database 2 h ago, folders 5 h ago.',
      },
    });
    expect(ada.messages()).toEqual([message]);
    expect(bora.messages()).toEqual([]);
  });

  test('an answer that takes longer is announced, then given', async () => {
    const { ada } = await startBot({
      transport,
      lookup: { inlineWithinMs: 20 },
      serviceOptions: { latencyMs: 150 },
    });
    const { ack, message } = await ada.command('/backup-status 1001');
    expect({ ack, text: message?.text }).toEqual({
      ack: 'ok',
      text: 'Still asking the service about 1001. The answer follows; if none comes, ask again.',
    });
    const answer = await ada.waitFor(() =>
      ada.messages().find(({ text }) => text.includes('Backups are fine')),
    );
    expect(answer.isEphemeral).toBe(true);
  });

  test('several accounts: worst first, and one that fails hides no other', async () => {
    const { ada, service } = await startBot({ transport });
    service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
    const { message } = await ada.command('/backup-status 1001 1004 1003 nope 1001');
    expect(message?.text.split('\n').map((line) => line.split(' · ')[0])).toEqual([
      expect.stringMatching(/^4 accounts/),
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
    expect(message?.text).toContain('no-such-id · No such account. Check the number and ask again.');
  });

  test('an id with spaces, signs and foreign letters, in curly quotes', async () => {
    const { ada, service } = await startBot({ transport });
    const { message } = await ada.command('/backup-status “Müşteri 7/A %20”');
    expect(message?.text).toContain('Müşteri 7/A %20 · Online');
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
    const typed: [string, RegExp][] = [
      [ids, /^200 accounts at once is too many: 10 at most\./],
      ['x'.repeat(5_000), /^“x{20,}…” is longer than an account id can be\./],
      ['10\u000701', /^“1001” cannot be read as an account id\./],
      ['\u0000', /^There is no visible character in that id\./],
      ['“Acme Ltd', /^A quote is opened and not closed: “"Acme Ltd”\./],
      ['<@U0BORA00001>', /^“&lt;@U0BORA00001&gt;” is a mention or a link, not an account id\./],
      ['<!channel>', /^“&lt;!channel&gt;” is a mention or a link/],
      ['<https://example.com>', /^“&lt;https:\/\/example\.com&gt;” is a mention or a link/],
    ];
    for (const [text, expected] of typed) {
      const { ack, message } = await ada.command(`/backup-status ${text}`);
      expect(ack).toBe('ok');
      expect(message?.isEphemeral).toBe(true);
      expect(message?.text).toMatch(expected);
      expect(message?.text).toContain('Type it like this: /backup-status');
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
