/** What costs most to read, by the reason, cut to a number of UTF-16 units. */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const filled = (unit: string, end = '') =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length - end.length) + end;
  const half = length / 2;
  return {
    'links in links': '<a:|'.repeat(length / 5) + '>'.repeat(length / 5),
    'escaped links in links': '&lt;a:|'.repeat(length / 11) + '&gt;'.repeat(length / 11),
    'a character that becomes eighteen': filled('\uFDFA'),
    'links in links around such characters':
      '<a:|'.repeat(length / 10) + '\uFDFA'.repeat(half) + '>'.repeat(length / 10),
    'entities of entities': `&${'amp;'.repeat(length / 4 - 1)}`,
    'blanks and no end': filled(' ', 'x'),
    'dots and no end': filled('.', 'x'),
    'dots around ids': filled('1001...'),
    apostrophes: filled("'a "),
    'quotes that do not close': filled('"a'),
    'brackets in brackets': '('.repeat(half) + ')'.repeat(half),
    'one long id': filled('1-'),
    'many ids': filled('1001 '),
    'combining marks out of order': filled('a\u0316\u0301\u0316\u0301\u0315'),
    'invisible characters': filled('\u200B\u2066'),
    'halves of characters': filled('\uD800'),
    'families of emoji': filled('👩‍👩‍👧‍👦'),
    'an address escaped over and over': filled('[at] @ [at]  '),
  };
}
