/** Beyond this a number is no count of anything, and its digits would fill the card. */
const SENSIBLE = 1e15;

/** Writes numbers as a locale groups them; amounts beyond all sense as powers of ten. */
export function countIn(locale: string): (value: number) => string {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const powers = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 2 });
  return (value) => {
    // Most numbers are small, and Intl takes longer for one than the rest of a line.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    return (Math.abs(value) < SENSIBLE ? grouped : powers).format(value);
  };
}
