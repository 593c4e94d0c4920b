import type { status as english } from '../en/status.ts';

export const status: typeof english = {
  online: 'Çevrimiçi',
  offline: 'Çevrimdışı',
  'backing-up': 'Yedekleniyor',
  unknown: 'Bilinmeyen durum',
  'not-reported': 'Durum bildirilmedi',
};
