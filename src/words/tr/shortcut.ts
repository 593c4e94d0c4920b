import type { ShortcutWords } from '../shortcut-words.ts';

export const shortcut: ShortcutWords = {
  title: 'Yedek durumu',
  submit: 'Sorgula',
  close: 'Kapat',
  asking: 'Servise soruluyor…',
  noneFound: 'Bu mesajda hesap bulunamadı. Numarasını ya da adını yazın.',
  label: 'Başka bir hesap',
  hint: 'Bir hesap numarası ya da verdiğiniz ad; birkaç tane yazarken araya boşluk koyun. Yanıtı yalnızca siz görürsünüz.',
  placeholder: 'numara ya da ad, örneğin 1001',
};
