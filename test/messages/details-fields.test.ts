import { expect, test } from 'vitest';
import { formatDetails } from '../../src/slack/card/details.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { found, PRIVATE } from './samples.ts';

const { fields } = words.details;

test('the details spell out what cannot be seen, and keep what was sent apart from nothing sent', () => {
  const sent = { packageName: 'a\u202Eb\u0000', quota: '', version: 'null', status: '<!channel> *x*' };
  const lines = drawn(
    formatDetails(found({ sent, status: { kind: 'unknown', sent: sent.status } }), PRIVATE).blocks,
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      `${fields.packageName}: a[U+202E]b[U+0000]`,
      `${fields.quota}: ${words.details.emptyText}`,
      `${fields.version}: null`,
      `${fields.email}: ${words.details.notSent}`,
      `${fields.status}: ${words.details.meaning('<!channel> *x*', words.status.unknown)}`,
    ]),
  );
});

test('the details cut a field of 201 characters, not one of 200', () => {
  const label = fields.version;
  const shown = (length: number) =>
    drawn(formatDetails(found({ sent: { version: '1'.repeat(length) } }), PRIVATE).blocks).find((line) =>
      line.startsWith(label),
    );
  expect(shown(200)).toBe(`${label}: ${'1'.repeat(200)}`);
  expect(shown(201)).toBe(`${label}: ${'1'.repeat(199)}…`);
});
