import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

const CLIENT = join(import.meta.dirname, 'client');

/** Loads all files of the page into memory, by path. Rejects when a file is missing or the bundling fails. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const [html, css, slackCss, script] = await Promise.all([
    readFile(join(CLIENT, 'index.html'), 'utf8'),
    readFile(join(CLIENT, 'app.css'), 'utf8'),
    readFile(fileURLToPath(import.meta.resolve('slack-blocks-to-jsx/dist/style.css')), 'utf8'),
    bundleClient(join(CLIENT, 'main.tsx')),
  ]);
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: html }],
    ['/app.css', { type: 'text/css; charset=utf-8', body: css }],
    ['/slack.css', { type: 'text/css; charset=utf-8', body: slackCss }],
    ['/app.js', { type: 'text/javascript; charset=utf-8', body: script }],
  ]);
}

/** Bundles the script at `entry` with its imports into one module for a browser. */
async function bundleClient(entry: string): Promise<string> {
  await using build = await rolldown({
    input: entry,
    platform: 'browser',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    // Warnings about the packages' own sources, which users of the sandbox cannot fix.
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  return output[0].code;
}
