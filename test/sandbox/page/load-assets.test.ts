import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleClient } from '../../../sandbox/page/load-assets.ts';

function fileWith(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'main.tsx');
  writeFileSync(file, source);
  return file;
}

test('one module for a browser, with the production parts of its packages', async () => {
  const script = await bundleClient(
    fileWith('const kind: string = process.env.NODE_ENV ?? "none"; globalThis.kind = kind;'),
  );
  expect(script).toContain('production');
  expect(script).not.toMatch(/process\.env|:\s*string|import/);
});

test.each([
  ['an import that is not there', 'import "./nowhere.ts";', 'nowhere.ts'],
  ['a mistake in the source', 'const x = ;', 'main.tsx'],
])('%s is said, with its place', async (_, source, place) => {
  const failure = bundleClient(fileWith(source));
  await expect(failure).rejects.toThrow("The sandbox's page could not be bundled: ");
  await expect(failure).rejects.toThrow(place);
});
