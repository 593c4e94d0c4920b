import { describe, expect, it } from 'vitest';
import type { UnavailableReason } from '../../../src/domain/outcome.ts';
import { formatLookup } from '../../../src/formatters/account/lookup-message.ts';
import { said } from '../../support/reader.ts';
import { bold, button, header, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import { CHANNEL, PRIVATE, unavailable } from '../samples.ts';

describe('a look-up without anything to show', () => {
  it.each([
    [
      { kind: 'not-found', id: '9999' },
      {
        en: [
          '9999 · No such account',
          'The service has no account “9999”.',
          'Check the number and ask again.',
        ],
        tr: [
          '9999 · Böyle bir hesap yok',
          'Serviste “9999” numaralı bir hesap yok.',
          'Numarayı kontrol edip yeniden sorun.',
        ],
      },
    ],
    [
      { kind: 'invalid-id', id: '10/01' },
      {
        en: [
          '10/01 · Not an account id',
          'The service does not take “10/01” as an account id.',
          'Check the number and ask again.',
        ],
        tr: [
          '10/01 · Hesap numarası değil',
          'Servis “10/01” değerini hesap numarası olarak kabul etmiyor.',
          'Numarayı kontrol edip yeniden sorun.',
        ],
      },
    ],
    [
      { kind: 'forbidden', id: '1001' },
      {
        en: [
          '1001 · No access to this account',
          'The service does not show account “1001” to this app.',
          'Ask the app’s admin for access.',
        ],
        tr: [
          '1001 · Bu hesaba erişim yok',
          'Servis “1001” numaralı hesabı bu uygulamaya göstermiyor.',
          'Uygulama yöneticisinden erişim isteyin.',
        ],
      },
    ],
  ] as const)('$0.kind quotes the id and says what to do', (outcome, lines) => {
    const [title, what, next] = said<readonly string[]>(lines);
    const message = formatLookup(outcome, PRIVATE);
    const sign = outcome.kind === 'forbidden' ? '🔒' : '🔍';
    expect(message.text).toBe(`${sign} ${title}\n${next}`);
    expect(drawn(message.blocks)).toEqual([`# ${sign} ${title}`, what, next]);
  });

  type Said = Readonly<Record<UnavailableReason, readonly [what: string, next: string]>>;
  const REASONS = said<Said>({
    en: {
      timeout: ['The service did not answer in time.', 'Try again in a minute.'],
      network: ['The service cannot be reached.', 'Try again in a minute.'],
      'server-error': ['The service reports an internal error.', 'Try again in a minute.'],
      'bad-response': [
        'The service sent an answer that cannot be read.',
        'Try again; if this continues, tell the app’s admin.',
      ],
      'rate-limited': ['The service asks for a pause.', 'Try again in a minute.'],
      'login-rejected': [
        'This app cannot sign in to the service.',
        'Tell the app’s admin: the service rejects its sign-in.',
      ],
      'account-refused': [
        'The service denies this app access to this account.',
        'Ask the app’s admin for access.',
      ],
      'not-the-service': [
        'A system in front of the service answered in its place.',
        'Try again in a minute. If this continues, tell the app’s admin.',
      ],
      moved: [
        'The service has moved to another address.',
        'Ask the app’s admin to check BACKUP_SERVICE_URL.',
      ],
      busy: ['Too many look-ups are under way.', 'Try again in 10\u00A0s.'],
      stopping: ['This app is being restarted.', 'Try again in a minute.'],
    },
    tr: {
      timeout: ['Servis zamanında yanıt vermedi.', 'Bir dakika sonra yeniden deneyin.'],
      network: ['Servise ulaşılamıyor.', 'Bir dakika sonra yeniden deneyin.'],
      'server-error': ['Servis bir iç hata bildiriyor.', 'Bir dakika sonra yeniden deneyin.'],
      'bad-response': [
        'Servisin gönderdiği yanıt okunamıyor.',
        'Yeniden deneyin; sorun sürerse uygulama yöneticisine bildirin.',
      ],
      'rate-limited': ['Servis biraz beklenmesini istiyor.', 'Bir dakika sonra yeniden deneyin.'],
      'login-rejected': [
        'Bu uygulama serviste oturum açamıyor.',
        'Uygulama yöneticisine bildirin: servis, oturum açma bilgilerini reddediyor.',
      ],
      'account-refused': [
        'Servis bu uygulamanın bu hesaba erişmesine izin vermiyor.',
        'Uygulama yöneticisinden erişim isteyin.',
      ],
      'not-the-service': [
        'Servisin yerine, önündeki bir sistem yanıt verdi.',
        'Bir dakika sonra yeniden deneyin. Sorun sürerse uygulama yöneticisine bildirin.',
      ],
      moved: [
        'Servis başka bir adrese taşınmış.',
        'Uygulama yöneticisinden BACKUP_SERVICE_URL ayarını kontrol etmesini isteyin.',
      ],
      busy: ['Şu anda çok fazla sorgu sürüyor.', '10\u00A0sn sonra yeniden deneyin.'],
      stopping: ['Bu uygulama yeniden başlatılıyor.', 'Bir dakika sonra yeniden deneyin.'],
    },
  });
  const NOT_CHECKED = said({ en: '1009 · Could not be checked', tr: '1009 · Sorgulanamadı' });
  const RETRY = said({ en: 'Retry', tr: 'Yeniden dene' });

  it.each(Object.entries(REASONS))('%s has its own words and a Retry', (reason, [what, next]) => {
    const message = formatLookup(unavailable(reason as UnavailableReason), PRIVATE);
    expect(message).toEqual({
      text: `🔌 ${NOT_CHECKED}\n${what} ${next}`,
      blocks: [
        header(`🔌 ${NOT_CHECKED}`),
        rich(section(bold(what), text(`\n${next}`))),
        {
          type: 'actions',
          block_id: 'account::1009',
          elements: [button('account_refresh', RETRY, 'retry')],
        },
      ],
    });
  });

  it('says when to ask again if the service said so', () => {
    const next = (retryAfterMs: number) =>
      drawn(formatLookup(unavailable('rate-limited', '1009', retryAfterMs), PRIVATE).blocks)[2];
    expect([30_000, 59_001, 61_000, 0].map(next)).toEqual(
      said({
        en: [
          'Try again in 30\u00A0s.',
          'Try again in 1\u00A0min.',
          'Try again in 2\u00A0min.',
          'Try again now.',
        ],
        tr: [
          '30\u00A0sn sonra yeniden deneyin.',
          '1\u00A0dk sonra yeniden deneyin.',
          '2\u00A0dk sonra yeniden deneyin.',
          'Şimdi yeniden deneyin.',
        ],
      }),
    );
  });

  it('in a channel still says who asked, and keeps that on its Retry', () => {
    const { blocks } = formatLookup(unavailable('timeout'), CHANNEL);
    expect(drawn(blocks).slice(-2)).toEqual([
      said({ en: '~ Shared by <@U012AB3CD>', tr: '~ <@U012AB3CD> paylaştı' }),
      `[${RETRY}]`,
    ]);
    expect(blocks.at(-1)).toMatchObject({ block_id: 'account:U012AB3CD:1009' });
  });

  it('has no buttons where its id cannot come back with a press', () => {
    const { blocks } = formatLookup(unavailable('timeout', 'x'.repeat(300)), PRIVATE);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'rich_text']);
  });
});
