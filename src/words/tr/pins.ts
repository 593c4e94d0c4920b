import type { PinChange, PinNameProblem } from '../../domain/pins.ts';
import type { pins as english } from '../en/pins.ts';
import { numbers } from './numbers.ts';

const NOT_KEPT = 'Bu uygulamanın deposu yanıt vermiyor, değişiklik kaydedilmemiş olabilir.';
const TRY_LATER = 'Bir dakika sonra yeniden deneyin.';

export const pins: typeof english = {
  named: (name, id) => `${name} (${id})`,
  change,
  nameProblem,
  namesUnavailable: 'Kısa adlar şu anda okunamıyor, yalnızca hesap numaraları çalışıyor.',
  nameView: {
    title: 'Kısa ad',
    save: 'Kaydet',
    cancel: 'Vazgeç',
    label: (account) => `${account} için kısa ad`,
    hint: 'Numaranın yerine geçer, yalnızca sizin için. Ad istemiyorsanız boş bırakın.',
    placeholder: 'Acme',
  },
};

function change(change: PinChange, account: string, name: string | undefined): string {
  switch (change.kind) {
    case 'pinned':
      return name === undefined
        ? `${account} sabitlendi, artık Ana Sayfa’da görünüyor.`
        : `${account} sabitlendi, artık Ana Sayfa’da görünüyor. Numara yerine “${name}” yazabilirsiniz.`;
    case 'already-pinned':
      return `${account} zaten sabitlenmiş.`;
    case 'unpinned':
      return `${account} artık sabitlenmiş değil.`;
    case 'not-pinned':
      return `${account} sabitlenmiş değil. Önce sabitleyin.`;
    case 'named':
      return name === undefined
        ? `${account} için artık kısa ad yok.`
        : `${account}: artık numara yerine “${name}” yazabilirsiniz.`;
    case 'limit-reached':
      return `${account} sabitlenmedi: en çok ${numbers.count(change.limit)} hesap sabitlenebilir. Önce birinin sabitlemesini kaldırın.`;
    case 'name-taken':
      return `${nameTaken(change)} ${account} olduğu gibi kaldı.`;
    case 'store-failed':
      return `${account}: ${NOT_KEPT} ${TRY_LATER}`;
    default:
      return change satisfies never;
  }
}

function nameProblem(problem: PinNameProblem): string {
  switch (problem.kind) {
    case 'name-taken':
      return `${nameTaken(problem)} Başka bir ad seçin.`;
    case 'not-pinned':
      return 'Bu hesap artık sabitlenmiş değil. Önce sabitleyin.';
    case 'name-unusable':
      return 'Bu, ad olarak yazılamaz. 1 ile 40 arasında harf ya da rakam kullanın.';
    case 'store-failed':
      return `${NOT_KEPT} ${TRY_LATER}`;
    default:
      return problem satisfies never;
  }
}

const nameTaken = ({ name, accountId }: { readonly name: string; readonly accountId: string }) =>
  `“${name}” adını zaten şu hesaba verdiniz: ${accountId}.`;
