import { describe, expect, test } from 'vitest';
import { LOGGABLE } from '../../src/operations/log.ts';
import { captureLog } from '../support/capture-log.ts';
import { readTable } from '../support/read-table.ts';
import { fieldsLoggedIn, loggedFields } from './logged-fields.ts';

const documented = readTable('docs/operate.md', 'Field').rows.flatMap(([names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

const list = [...LOGGABLE];

/** Added to a line by pino itself and by the scope of a request. */
const OF_EVERY_LINE = ['level', 'time', 'msg', 'requestId'];
/** Inside an error, where src/operations/error-facts.ts decides. */
const OF_ERRORS = ['name', 'code', 'message', 'slackError', 'stack', 'cause'];

describe('the fields that the log may hold', () => {
  test('are each explained in docs/operate.md, once', () => {
    expect(list.length).toBeGreaterThan(40);
    const allowed = new Set([...list, ...OF_EVERY_LINE, ...OF_ERRORS]);
    expect(documented.toSorted()).toEqual([...allowed].toSorted());
  });

  test('are each given to a line by some call of the log, and no other is', () => {
    const { fields, lost } = loggedFields();
    expect(lost).toEqual([]);
    // logAudit is given `outcomes` and turns them into `accounts`. Bolt's lines have `from` by a child of the log.
    const given = [...fields, 'requestId', 'from'].filter((name) => name !== 'outcomes');
    expect(list.toSorted()).toEqual(given.toSorted());
  });

  test('get through', () => {
    const all = Object.fromEntries(list.map((name) => [name, 1]));
    const { log, lines } = captureLog();
    log.info(all, 'all');
    expect(lines).toEqual([expect.objectContaining(all)]);
  });
});

describe('what a call gives its line', () => {
  test.each([
    ['log.info({ a, b: 1 }, "x");', ['a', 'b']],
    ['deps.log.warn({ list: [{ c: 1 }] }, "x");', ['list', 'c']],
    ['const line = { a: 1 }; log[level]({ ...line, ...(b && { b }) });', ['a', 'b']],
    ['function facts() { const { no } = it; return { a: 1 }; } log.debug({ ...facts() });', ['a']],
    ['const all = { a: 1 }; log.error(all, "x");', ['a']],
    ['log.info("text"); store.info({ a: 1 }); log.child({ a: 1 });', []],
  ])('is read from %s', (source, names) => {
    expect(fieldsLoggedIn(source)).toEqual({ fields: new Set(names), lost: [] });
  });

  test('reports a call whose fields cannot be followed', () => {
    expect(fieldsLoggedIn('log.info({ ...brought }, "x");').lost).toEqual(['brought']);
  });
});
