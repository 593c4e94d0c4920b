import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';

describe('DATABASE_URL', () => {
  test.each([
    ['sqlite:./data/x.db', './data/x.db'],
    ['sqlite:data/x.db', 'data/x.db'],
    ['sqlite:/var/lib/x.db', '/var/lib/x.db'],
    ['sqlite:///var/lib/x.db', '/var/lib/x.db'],
    ['sqlite::memory:', ':memory:'],
  ])('%s names the file %s', (url, path) => {
    expect(parseDatabaseUrl(url)).toEqual({ kind: 'sqlite', path, shownAs: path });
  });

  test.each([
    ['postgres://ada:secret@db.example:5432/bot?sslmode=verify-full', 'postgres://db.example:5432/bot'],
    ['postgresql://ada:se%2Fcr%23et@db.example/bot', 'postgres://db.example/bot'],
    ['postgres://ada:se@cret@[::1]:5432/bot', 'postgres://[::1]:5432/bot'],
    ['postgres://db.example', 'postgres://db.example'],
  ])('%s is shown as %s', (url, shownAs) => {
    expect(parseDatabaseUrl(url)).toEqual({ kind: 'postgres', url, shownAs });
  });

  test.each([
    ...['', 'data/x.db', 'sqlite:', 'sqlite:data/', 'sqlite://data/x.db'],
    ...['mysql://ada:secret@db.example/bot', 'https://secret@db.example/bot', 'postgres:secret'],
    ...['postgres://ada:12/secret@db.example/bot', 'postgres://ada:12?secret@db.example/bot'],
    ...['postgres://ada:12#secret@db.example/bot', 'postgres://ada:secret/x@db.example/bot'],
    ...['postgres://ada:secret@db.example:port/bot'],
  ])('%s is refused with the expected form and without the given value', (url) => {
    const parse = () => parseDatabaseUrl(url);
    expect(parse).toThrow(/^sqlite:.*postgres:/);
    expect(parse).not.toThrow(/secret|ada|12|mysql|https/);
  });
});
