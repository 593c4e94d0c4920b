import type { VerdictLevel } from '../../domain/verdict.ts';

/** The one name of each level, to stand inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'acil',
  attention: 'kontrol edilmeli',
  unknown: 'belirsiz',
  healthy: 'yolunda',
};
