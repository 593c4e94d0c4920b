import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

/** Loads all files of the page into memory, by path. Rejects when a file is missing or the bundling fails. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const own = (name: string) => join(import.meta.dirname, 'client', name);
  const read = async (type: string, path: string): Promise<Asset> => ({
    type: `text/${type}; charset=utf-8`,
    body: await readFile(path, 'utf8'),
  });
  const bundled = build({
    input: own('main.tsx'),
    write: false,
    platform: 'browser',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    // Warnings about the packages' own sources, which users of the sandbox cannot fix.
    logLevel: 'silent',
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  return new Map([
    ['/', await read('html', own('index.html'))],
    ['/app.css', await read('css', own('app.css'))],
    [
      '/slack.css',
      await read('css', fileURLToPath(import.meta.resolve('slack-blocks-to-jsx/dist/style.css'))),
    ],
    ['/app.js', { type: 'text/javascript; charset=utf-8', body: (await bundled).output[0].code }],
  ]);
}
