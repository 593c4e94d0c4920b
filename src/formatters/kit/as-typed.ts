/** An id or name as it has to be typed after the command: in quotes where a space or comma would end it. */
export function asTyped(shown: string): string {
  return /[\s,;]/u.test(shown) ? `"${shown}"` : shown;
}
