import { type Profiler, Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const PROJECT = join(import.meta.dirname, '../..');

/** The functions of each loaded file of `src`, the whole file first, with how often each of their parts ran. */
export type Coverage = ReadonlyMap<string, readonly Profiler.FunctionCoverage[]>;

/** Starts counting what runs in this thread. Each call resolves with what ran since the call before. */
export async function startCoverage(): Promise<() => Promise<Coverage>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const src = pathToFileURL(join(PROJECT, 'src/')).href;
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ours = result.filter(({ url }) => url.startsWith(src));
    return new Map(
      ours.map(({ url, functions }) => [
        relative(PROJECT, fileURLToPath(url.split('?')[0] ?? url)),
        functions,
      ]),
    );
  };
}
