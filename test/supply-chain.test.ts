import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTable } from './support/read-table.ts';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const root = join(import.meta.dirname, '..');
const readJson = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;

const manifest = readJson<{
  readonly dependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}>('package.json');
const { packages } = readJson<{ readonly packages: Readonly<Record<string, Locked>> }>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const direct = Object.keys(manifest.dependencies);

describe('production dependencies', () => {
  const { head, rows } = readTable('CONTRIBUTING.md', 'Production');
  /** A row may be about several packages of one kind. */
  const listed = rows.flatMap(([names = '', reason = '', licence = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map((match) => ({ name: match[1] ?? '', reason, licence })),
  );

  test('CONTRIBUTING.md lists each of them once, with a reason', () => {
    expect(head).toEqual(['Production', 'Why', 'Licence']);
    expect(listed.map(({ name }) => name).sort()).toEqual([...direct].sort());
    for (const { name, reason } of listed) expect(reason, name).toMatch(/\w{3}/);
  });

  test.each(listed)('$name is under $licence', ({ name, licence }) => {
    expect(packages[`node_modules/${name}`]?.license, 'in the lockfile').toBe(licence);
    expect(readJson<Locked>(`node_modules/${name}/package.json`).license, 'as installed').toBe(licence);
  });

  test.each(direct)('%s is installed in its locked version', (name) => {
    const { version } = readJson<Locked>(`node_modules/${name}/package.json`);
    expect(version).toBe(packages[`node_modules/${name}`]?.version);
  });

  test('their own dependencies have licences that require only their text', () => {
    const LICENCES = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
    const odd = locked.filter(([, { dev, license }]) => !dev && !LICENCES.includes(license ?? ''));
    expect(odd.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
  });
});

describe('the lockfile', () => {
  test('pins every package by its hash', () => {
    expect(locked.length).toBeGreaterThan(100);
    const loose = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  test('names no URL: the configured registry serves packages, checked by hash; no links, no git', () => {
    const elsewhere = locked.filter(([, { link, resolved }]) => link || resolved !== undefined);
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });
});

describe('install scripts', () => {
  test('only the one of node may run', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name)).toEqual(['node']);
  });

  test('a package that has one is listed as allowed or refused, for every platform', () => {
    const scripted = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(scripted).toContain('node');
    expect(scripted.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  });

  // npm does this from version 11 on; older versions ignore the setting.
  test('npm refuses one that is not listed', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m);
  });

  test('no production dependency has one', () => {
    const scripted = locked.filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
    expect(scripted.map(([path]) => nameOf(path))).toEqual([]);
  });
});
