import type { Quota } from '../../domain/account.ts';

const SIZE = /^(\d+)(?:([.,])(\d+))?\s*([KMGTP]?B)$/i;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * Reads `500 GB`, `1.5TB`, `1,5 TB`. Everything else stays as sent, above all `1.024 GB` and `1,024 GB`: three digits
 * after the sign may be thousands or decimals, and the interface does not say. Expects text that is not blank.
 */
export function parseQuota(sent: string): Quota {
  const text = sent.trim();
  const [, whole = '', , fraction = '', sentUnit] = SIZE.exec(text) ?? [];
  const unit = UNITS.find((known) => known === sentUnit?.toUpperCase());
  const amount = Number(`${whole}.${fraction || '0'}`);
  if (unit === undefined || fraction.length === 3 || !Number.isFinite(amount))
    return { kind: 'as-sent', text };
  return { kind: 'size', amount, unit };
}
