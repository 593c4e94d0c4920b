import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many rows are read or written before others are served: of thousands of accounts all may turn bad at once. */
export const PAGE = 200;

/** All rows. `readPage` reads up to PAGE of them that come after the last one, at first after none. */
export async function readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await nextTurn();
  }
}
