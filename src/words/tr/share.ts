import type { share as english } from '../en/share.ts';

export const share: typeof english = {
  title: 'Kanalda paylaş',
  submit: 'Paylaş',
  cancel: 'Vazgeç',
  close: 'Kapat',
  label: (what) => `Kanal seçin: ${what}`,
  summary: 'izlediğiniz hesapların özeti',
  hint: 'Kanaldaki herkes okuyabilir; iletişim e-postası paylaşılmaz. Başka kuruluşlarla ortak kanallar listede yer almaz.',
  placeholder: 'Kanal seçin',
  sharing: 'Paylaşılıyor…',
  shared: (channel) => `${channel} kanalında paylaşıldı.`,
  nothing: 'Hiçbir şey paylaşılmadı.',
  refused: 'Slack mesajı kabul etmedi, hiçbir şey paylaşılmadı. Yeniden deneyin.',
};
