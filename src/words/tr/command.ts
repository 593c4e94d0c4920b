import type { CommandProblem } from '../command-problem.ts';
import { NO_BREAK } from '../durations.ts';
import type { command as english } from '../en/command.ts';
import { listAndMore, numbers } from './numbers.ts';

export const command: typeof english = {
  pending: (what) => `“${what}” üzerinde çalışılıyor. Yanıt birazdan gelecek; gelmezse yeniden sorgulayın.`,
  help: {
    title: 'Müşterinin yedekleri yolunda mı? Adını ya da hesap numarasını yazın:',
    examples: (name) => [
      { typed: name, gives: 'adıyla bir hesap; adın üç harfi yeter' },
      { typed: '1001 1002', gives: 'numarayla; birkaç hesapta en kötüsü en üstte' },
      { typed: '1001 paylaş Arar mısınız', gives: 'bir kanalda notunuzla gösterir' },
      { typed: 'izle 1004', gives: 'acil olduğunda haber verir, burada ya da doğrudan mesajla' },
      { typed: 'izlenenler', gives: 'burada izlenenler; “bırak 1004” birini durdurur' },
      { typed: 'özet', gives: 'burada izlenenlerin şu anki durumu' },
      { typed: 'geçmiş 1004', gives: `son 30${NO_BREAK}günde nasıldı` },
      { typed: 'doktor', gives: 'uygulama ve servis çalışıyor mu' },
    ],
    ownAccounts: 'Sabitlediğiniz ve son sorguladığınız hesaplar',
    privacy: 'Siz paylaşmadıkça yanıtı yalnızca siz görürsünüz.',
  },
  problem,
  whichOne: (typed, shown, more) =>
    `“${typed}” ${more === 0 ? 'birkaç' : numbers.count(shown.length + more)} hesaba uyuyor: ${listAndMore(shown, more)}. ${more === 0 ? 'Hangisi?' : 'Hangisi? Ötekileri bulmak için adın devamını yazın.'}`,
  didYouMean: (shown) => `Şunu mu demek istediniz: ${numbers.either(shown)}?`,
  typeThis: 'Şöyle yazın:',
  defect: 'Bu uygulamada bir şeyler ters gitti. Yeniden deneyin.',
  defectTitle: 'Bir şeyler ters gitti',
  defectReference: (reference) => `Yinelenirse uygulama yöneticisine şu kodu verin: ${reference}`,
  notConfirmed: 'Slack yanıtı aldığını bildirmedi. Burada görünmüyorsa bir dakika sonra yeniden sorgulayın.',
  expired: 'Bu düğmenin süresi doldu.',
  notOpened: 'Slack pencereyi açmadı.',
  insteadOfWindow: 'Slack bunu pencerede göstermedi, bu yüzden burada:',
  askAgain: 'Yeniden sorgulamak için yazın:',
};

function problem(problem: CommandProblem): string {
  switch (problem.kind) {
    case 'id-too-long':
      return `“${problem.typed}” bir hesap numarası için fazla uzun.`;
    case 'id-unreadable':
      return problem.typed === ''
        ? 'Bu numarada görünür hiçbir karakter yok.'
        : `“${problem.typed}” hesap numarası olarak okunamıyor.`;
    case 'too-many-ids':
      return `Bir kerede ${numbers.count(problem.count)} hesap çok fazla: en çok ${numbers.count(problem.limit)} hesap sorgulanabilir.`;
    case 'too-long':
      return `Yazılan ${numbers.count(problem.limit)} karakterden uzun. Bir kerede daha az hesap sorgulayın.`;
    case 'unclosed-quote':
      return `Açılan tırnak kapatılmamış: “${problem.typed}”.`;
    case 'unknown-word':
      return `“${problem.typed}” sözcüğünü tanımıyorum.`;
    case 'markup':
      return `“${problem.typed}” bir bahsetme ya da bağlantı, hesap numarası değil.`;
    default:
      return problem satisfies never;
  }
}
