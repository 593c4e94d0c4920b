/** Beyond this a number is no count of anything, and its digits would fill the card. */
const SENSIBLE = 1e15;

/** Below it two decimals would make nothing of a number. */
const SMALL = 0.01;
/** Below this its zeros would fill the card. */
const TINY = 1e-6;

/** Writes numbers as a locale groups them; amounts beyond all sense as powers of ten. */
export function countIn(locale: string): (value: number) => string {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const powers = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 2 });
  return (value) => {
    // Most numbers are small, and Intl takes longer for one than the rest of a line.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    const size = Math.abs(value);
    if (size >= SENSIBLE || (size < TINY && size > 0)) return powers.format(value);
    return (size < SMALL && size > 0 ? small : grouped).format(value);
  };
}
