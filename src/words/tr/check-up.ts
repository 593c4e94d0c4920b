import { NO_BREAK } from '../durations.ts';
import type { checkUp as english } from '../en/check-up.ts';
import { capital } from './capital.ts';
import { numbers } from './numbers.ts';

export const checkUp: typeof english = {
  failing: (since) => `Sorgular başarısız oluyor (başlangıç: ${since}).`,
  well: 'Servis sorgulara hazır.',
  notSignedIn: 'Oturum açık değil.',
  signedIn: (left) => `Oturum açık, kalan süre ${left}`,
  opened: (durationMs) =>
    `Servisin sunucusuna bağlantı: ${numbers.count(durationMs)}${NO_BREAK}ms içinde açıldı, istek gönderilmedi`,
  notOpened: (reason) => `Servisin sunucusuna bağlanılamıyor: ${reason}`,
  lastAnswer: (ago) => `Bir hesap hakkında son yanıt: ${ago}`,
  noneAnswered: 'Bu uygulama başladığından beri hiçbir hesap hakkında yanıt alınmadı',
  zone: capital,
  versions: (program, node) => `backup-status ${program} · Node ${node}`,
};
