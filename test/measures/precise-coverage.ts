import { type Profiler, Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const PROJECT = join(import.meta.dirname, '../..');

/** The functions of each file of `src` that V8 has loaded, the whole file as the first; with how often each part of them ran. */
export type Coverage = ReadonlyMap<string, readonly Profiler.FunctionCoverage[]>;

/** From now on V8 counts what runs in this thread. Each call resolves with what ran since the one before. */
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
