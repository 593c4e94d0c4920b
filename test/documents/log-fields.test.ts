import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOGGABLE } from '../../src/operations/log.ts';
import { captureLog } from '../support/capture-log.ts';
import { readTable } from '../support/read-table.ts';
import { PROJECT, readDocument } from './markdown.ts';

const documented = readTable('docs/operate.md', 'Field').rows.flatMap(([names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

const list = [...LOGGABLE];

/** Added to a line by pino itself or by the request scope. */
const OF_EVERY_LINE = ['level', 'time', 'msg', 'requestId'];
/** Inside an error, where src/operations/log.ts decides. */
const OF_ERRORS = ['name', 'code', 'message', 'slackError', 'stack', 'cause'];

describe('the fields that the log may hold', () => {
  test('are each explained once in docs/operate.md', () => {
    expect(list.length).toBeGreaterThan(40);
    const allowed = new Set([...list, ...OF_EVERY_LINE, ...OF_ERRORS]);
    expect(documented.toSorted()).toEqual([...allowed].toSorted());
  });

  // test/flow/request-ids.test.ts shows that no other field is given.
  test('are each used in src', () => {
    const files = globSync('src/**/*.ts', { cwd: PROJECT }).filter((file) => !file.endsWith('/log.ts'));
    const source = files.map(readDocument).join('\n');
    // The request scope gives the request id.
    const named = list.filter((name) => name !== 'requestId');
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });

  test('reach the log', () => {
    const all = Object.fromEntries(list.map((name) => [name, 1]));
    const { log, lines } = captureLog();
    log.info(all, 'all');
    expect(lines).toEqual([expect.objectContaining(all)]);
  });
});
