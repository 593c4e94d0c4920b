import { expect, test } from 'vitest';
import { pickLoggable } from '../../src/operations/loggable-fields.ts';
import { readTable } from '../support/read-table.ts';
import { readDocument } from './markdown.ts';

const documented = readTable('docs/operate.md', 'Field').rows.flatMap(([names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

test('docs/operate.md explains every field that the log may hold, once', () => {
  const source = readDocument('src/operations/loggable-fields.ts');
  const list = /new Set<string>\(\[([\s\S]*?)^\]\);/m.exec(source)?.[1] ?? '';
  const fields = [...list.replace(/^\s*\/\/.*$/gm, '').matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(fields.length).toBeGreaterThan(40);
  // Those that pino or the scope of a request adds stand in the table as well.
  const added = ['level', 'time', 'msg'];
  expect(documented.toSorted()).toEqual([...fields, ...added].toSorted());
});

test('and the log lets through what it explains', () => {
  const unknown: string[] = [];
  const fields = documented.filter((name) => !['level', 'time', 'msg'].includes(name));
  pickLoggable(Object.fromEntries(fields.map((name) => [name, 1])), (name) => unknown.push(name));
  expect(unknown).toEqual([]);
});
