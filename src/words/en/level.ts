import type { VerdictLevel } from '../../domain/verdict.ts';

/** The one name of each level, to stand inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'act now',
  attention: 'needs attention',
  unknown: 'cannot tell',
  healthy: 'fine',
};

/** `needs attention` of one, `need attention` of several. */
export const attentionOf = (count: number): string => (count === 1 ? LEVEL.attention : 'need attention');
