import type { CheckUpWords } from '../check-up-words.ts';
import { capital } from './capital.ts';
import { numbers } from './numbers.ts';

export const checkUp: CheckUpWords = {
  title: 'Bu uygulamanın ve yedek servisinin durumu',
  reached: (durationMs) => `Servise ${numbers.count(durationMs)} ms içinde ulaşıldı`,
  notReached: (reason) => `Servise ulaşılamıyor: ${reason}`,
  signedIn: (left) => `Oturum açık, kalan süre ${left}`,
  notSignedIn: 'Oturum açık değil.',
  lastRead: (ago) => `Bir hesap hakkında son yanıt: ${ago}`,
  noneRead: 'Bu uygulama başladığından beri hiçbir hesap hakkında yanıt alınmadı',
  zone: capital,
  versions: (program, node) => `backup-status ${program} · Node ${node}`,
};
