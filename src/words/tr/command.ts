import type { CommandProblem } from '../command-problem.ts';
import type { command as english } from '../en/command.ts';
import { listAndMore, numbers } from './numbers.ts';

export const command: typeof english = {
  pending: (ids, more) =>
    `Servise hâlâ soruluyor: ${listAndMore(ids, more)}. Yanıt birazdan gelecek; gelmezse yeniden sorun.`,
  help: {
    title: 'Müşterinin yedekleri yolunda mı? Hesap numarasını yazın:',
    examples: [
      { typed: '1001', gives: 'tek hesap: önce sonuç, sonra sayılar' },
      { typed: '1001 1002 1003', gives: 'birkaç hesap, en kötüsü en üstte' },
      { typed: '1001 paylaş', gives: 'kartı bu kanalda paylaşır, e-posta görünmez' },
      { typed: '"Acme Ltd"', gives: 'boşluklu bir hesap numarası, tırnak içinde' },
      { typed: 'doktor', gives: 'uygulamanın ve servisin durumu' },
      { typed: 'izle 1004', gives: 'acil olduğunda haber verir, burada ya da doğrudan mesajla' },
      { typed: 'izlenenler', gives: 'burada ve sizin için izlenenler; oradan durdurulur' },
      { typed: 'özet', gives: 'burada izlenenlerin şu anki durumu' },
    ],
    byName: 'adıyla ya da adındaki bir sözcüğün başıyla bir hesap',
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
  notConfirmed: 'Slack yanıtı aldığını bildirmedi. Burada görünmüyorsa bir dakika sonra yeniden sorun.',
  expired: 'Bu düğmenin süresi doldu.',
  notOpened: 'Slack pencereyi açmadı.',
  insteadOfWindow: 'Slack bunu pencerede göstermedi, bu yüzden burada:',
  askAgain: 'Yeniden sormak için yazın:',
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
    case 'markup':
      return `“${problem.typed}” bir bahsetme ya da bağlantı, hesap numarası değil.`;
    default:
      return problem satisfies never;
  }
}
