import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../../src/backup-service/http/read-reply.ts';

const LIMIT = 1_000;
const read = (bytes: Buffer | string, encoding?: string) =>
  readBody(Readable.from([Buffer.from(bytes)]), {
    operation: 'general-info',
    status: 200,
    encoding,
    limitBytes: LIMIT,
  });

describe('a body', () => {
  test.each([
    ['plain', undefined, (text: string) => Buffer.from(text)],
    ['gzip', 'gzip', gzipSync],
    ['gzip by its old name and case', ' X-GZip ', gzipSync],
    ['deflate', 'deflate', deflateSync],
    ['brotli', 'br', brotliCompressSync],
    ['declared as identity', 'identity', (text: string) => Buffer.from(text)],
  ] as const)('%s is read', async (_what, encoding, encode) => {
    await expect(read(encode('çevrimiçi'), encoding)).resolves.toBe('çevrimiçi');
  });

  test('a byte order mark is not part of it', async () => {
    await expect(read('\uFEFF{}')).resolves.toBe('{}');
  });

  test('a letter cut between two chunks is whole', async () => {
    const bytes = Buffer.from('ç');
    const body = Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]);
    const facts = { operation: 'login', status: 200, encoding: undefined, limitBytes: LIMIT } as const;
    await expect(readBody(body, facts)).resolves.toBe('ç');
  });

  test('may be as long as the limit, not a byte longer', async () => {
    await expect(read('x'.repeat(LIMIT))).resolves.toHaveLength(LIMIT);
    await expect(read('x'.repeat(LIMIT + 1))).rejects.toMatchObject({
      code: 'bad-response',
      reason: 'too-large',
    });
  });

  test('the limit holds after decompression too', async () => {
    await expect(read(gzipSync('x'.repeat(LIMIT)), 'gzip')).resolves.toHaveLength(LIMIT);
    const bomb = gzipSync('x'.repeat(LIMIT * 50));
    expect(bomb.length).toBeLessThan(LIMIT);
    await expect(read(bomb, 'gzip')).rejects.toMatchObject({ reason: 'too-large', status: 200 });
  });

  test.each([
    ['an unknown encoding', 'compress', Buffer.from('x')],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['no gzip although it says so', 'gzip', Buffer.from('plain')],
    ['half a gzip', 'gzip', gzipSync('x'.repeat(500)).subarray(0, 15)],
  ])('%s cannot be undone', async (_what, encoding, bytes) => {
    await expect(read(bytes, encoding)).rejects.toMatchObject({
      code: 'bad-response',
      reason: 'undecodable',
    });
  });
});
