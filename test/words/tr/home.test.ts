import { expect, it } from 'vitest';
import type { HomeLead } from '../../../src/words/en/home.ts';
import { home } from '../../../src/words/tr/home.ts';

it.each<[HomeLead, string]>([
  [{ kind: 'critical', count: 2, total: 9 }, '9 hesaptan 2’si acil'],
  [{ kind: 'critical', count: 6, total: 10 }, '10 hesaptan 6’sı acil'],
  [{ kind: 'attention', count: 4, total: 4 }, '4 hesabın tümü kontrol edilmeli'],
  [{ kind: 'fine', count: 2, total: 2 }, 'İki hesap da yolunda'],
  [{ kind: 'was-fine', count: 1, total: 1 }, 'Sabitlenmiş hesap yolundaydı'],
  [{ kind: 'not-checked', count: 3, total: 3 }, '3 hesabın hiçbiri sorgulanamadı'],
  [{ kind: 'not-checked', count: 1, total: 3 }, '3 hesaptan 1’i sorgulanamadı'],
  [{ kind: 'asking', count: 5, total: 5 }, '5 hesap sorgulanıyor…'],
])('%j reads %s', (lead, text) => {
  expect(home.lead(lead)).toBe(text);
});
