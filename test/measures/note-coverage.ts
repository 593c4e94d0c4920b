// Set up before each test file, in a thread or process of its own: notes which parts of src its tests run.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { PROJECT, startCoverage } from './precise-coverage.ts';

/** By file of `src`: the parts of its text, those within others too, and whether they ran. */
export type Parts = Readonly<
  Record<string, readonly (readonly [start: number, end: number, hasRun: boolean])[]>
>;

const take = await startCoverage();

afterAll(async () => {
  const parts: Parts = Object.fromEntries(
    [...(await take())].map(([file, functions]) => [
      file,
      functions.flatMap(({ ranges }) =>
        ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count > 0] as const),
      ),
    ]),
  );
  const name = relative(PROJECT, expect.getState().testPath ?? '').replaceAll('/', ',');
  writeFileSync(join(process.env.MEASURES_NOTES ?? '', `${name}.json`), JSON.stringify(parts));
});
