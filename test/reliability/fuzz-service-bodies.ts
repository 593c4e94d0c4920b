import fc from 'fast-check';
import type { Fault } from '../../sandbox/backup-service/reply.ts';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { hostileText, hostileValue, longText } from './fuzz-values.ts';

const date = fc
  .date({ min: new Date('1969-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString());

/** The value of a field: valid, invalid or missing. */
const field = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  date.map((day) => day.slice(0, 10)),
  date.map((day) => day.slice(11, 19)),
  fc.constantFrom('çevrimiçi', 'çevrimdışı', 'yedekleniyor', '500 GB', '1,5 TB', '4.12.0', '0000-00-00'),
  fc.integer(),
  fc.double(),
  hostileValue,
);

const account = fc.record(Object.fromEntries(GENERAL_INFO_FIELDS.map((name) => [name, field])), {
  requiredKeys: [],
});

/** More than is read of a field. All of them are usually less than the 64 KiB that are read of an answer. */
const LONG_FIELD = 1_250;
const longAccount = longText.map((text) =>
  Object.fromEntries(GENERAL_INFO_FIELDS.map((name) => [name, text.slice(0, LONG_FIELD)])),
);

/** About 7,000 other keys are 64 KiB. */
const MANY_KEYS = 9_000;
const otherKeys = fc
  .nat(MANY_KEYS)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key.toString(36)}`, 0])));
const manyKeys = fc.tuple(account, otherKeys).map(([fields, others]) => ({ ...others, ...fields }));

const CONTENT_TYPES = ['text/html', 'text/plain; charset=latin1', 'application/octet-stream', ''];

/** What the reference service sends instead of its usual answer. */
export const serviceFault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 2, arbitrary: longAccount.map((value): Fault => ({ kind: 'not-an-object', value })) },
  { weight: 1, arbitrary: manyKeys.map((value): Fault => ({ kind: 'not-an-object', value })) },
  { weight: 12, arbitrary: account.map((value): Fault => ({ kind: 'not-an-object', value })) },
  { weight: 3, arbitrary: hostileValue.map((value): Fault => ({ kind: 'not-an-object', value })) },
  fc.constantFrom<Fault>(
    { kind: 'truncated-json' },
    { kind: 'wrong-types' },
    { kind: 'gzip' },
    { kind: 'html-page', status: 200 },
    { kind: 'reset', when: 'mid-body' },
    { kind: 'reset' },
  ),
  fc
    .record({
      status: fc.constantFrom(200, 201, 204, 206, 301, 304, 400, 401, 403, 404, 405, 409, 418, 422, 500, 503),
      code: hostileText,
      message: hostileText,
      type: fc.constantFrom(...CONTENT_TYPES),
    })
    .map(
      ({ status, code, message, type }): Fault => ({
        kind: 'status',
        status,
        code,
        message,
        ...(type !== '' && { headers: { 'content-type': type } }),
      }),
    ),
);
