import { describe, expect, test } from 'vitest';
import { drawDate } from '../../../sandbox/draw/draw-date.ts';
import { minutesAgo, nowMs } from './reader.ts';

const clock = { nowMs, timeZone: 'Europe/Istanbul', locale: 'en-US' };
const draw = (seconds: number, format: string, timeZone = clock.timeZone) =>
  drawDate({ seconds, format, fallback: 'fallback' }, { ...clock, timeZone });

/** 18 February 2014, 04:39:42 in Istanbul. */
const longAgo = Date.UTC(2014, 1, 18, 2, 39, 42) / 1000;

describe('a token', () => {
  test.each([
    ['{date_num}', '2014-02-18'],
    ['{date_slash}', '18/02/2014'],
    ['{date}', 'February 18th, 2014'],
    ['{date_pretty}', 'February 18th, 2014'],
    ['{date_short}', 'Feb 18, 2014'],
    ['{date_short_pretty}', 'Feb 18, 2014'],
    ['{date_long}', 'Tuesday, February 18th, 2014'],
    ['{date_long_pretty}', 'Tuesday, February 18th, 2014'],
    ['{date_long_full}', 'February 18, 2014'],
    ['{day_divider_pretty}', 'Tuesday, February 18th, 2014'],
    ['{time}', '04:39'],
    ['{time_secs}', '04:39:42'],
    ['{ago}', '12 years ago'],
    ['on {date_short} at {time}', 'on Feb 18, 2014 at 04:39'],
  ])('%s is drawn as %s', (format, text) => expect(draw(longAgo, format)).toBe(text));
});

describe('the day', () => {
  test.each([
    [0, 'Today'],
    [5 * 60 + 40, 'Today'],
    [5 * 60 + 41, 'Yesterday'],
    [29 * 60 + 41, 'Nov 19'],
    [-18 * 60 - 19, 'Today'],
    [-18 * 60 - 20, 'Tomorrow'],
    [-42 * 60 - 20, 'Nov 23'],
  ])('%i minutes ago is %s', (minutes, text) => {
    expect(draw(minutesAgo(minutes), '{date_short_pretty}')).toBe(text);
  });

  test('is small inside a sentence', () => {
    expect(draw(minutesAgo(0), 'read {date_pretty} at {time}')).toBe('read today at 05:40');
    expect(draw(minutesAgo(0), '\u200B{date_pretty}')).toBe('today');
  });

  test('is that of the reader, not of the sender', () => {
    expect(draw(minutesAgo(300), '{date_short_pretty} {time}', 'America/New_York')).toBe('Today 16:40');
    expect(draw(minutesAgo(300), '{date_short_pretty} {time}')).toBe('Today 00:40');
  });

  test('has no year within six months', () => {
    expect(draw(minutesAgo(182 * 24 * 60), '{date_short}')).toBe('May 23');
    expect(draw(minutesAgo(184 * 24 * 60), '{date_short}')).toBe('May 21, 2026');
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [22, '22nd'],
  ])('%i is written %s', (day, written) => {
    expect(draw(Date.UTC(2026, 9, day, 12) / 1000, '{date}')).toBe(`October ${written}`);
  });
});

describe('how long ago', () => {
  test.each([
    [0, 'just now'],
    [0.5, 'just now'],
    [1, '1 minute ago'],
    [59, '59 minutes ago'],
    [60, '1 hour ago'],
    [24 * 60 - 1, '23 hours ago'],
    [24 * 60, '1 day ago'],
    [3 * 24 * 60 + 500, '3 days ago'],
    [65 * 24 * 60, '2 months ago'],
    [800 * 24 * 60, '2 years ago'],
    [-3, 'in 3 minutes'],
  ])('%d minutes is "%s"', (minutes, text) => expect(draw(minutesAgo(minutes), '{ago}')).toBe(text));
});

describe('a date that cannot be drawn', () => {
  test.each([
    ['no number', Number.NaN, '{ago}'],
    ['half a second', 1.5, '{ago}'],
    ['beyond the calendar', 9e15, '{ago}'],
    ['an unknown token', 0, '{when}'],
    ['a token that every object has', 0, '{constructor}'],
  ])('%s shows its fallback', (_name, seconds, format) => expect(draw(seconds, format)).toBe('fallback'));
});

describe('for a reader whose Slack is Turkish', () => {
  const turkish = (seconds: number, format: string) =>
    drawDate({ seconds, format, fallback: 'fallback' }, { ...clock, locale: 'tr-TR' });

  test.each([
    ['{date_num}', '2014-02-18'],
    ['{date_slash}', '18/02/2014'],
    ['{date}', '18 Şubat 2014'],
    ['{date_short_pretty}', '18 Şub 2014'],
    ['{date_long}', '18 Şubat 2014 Salı'],
    ['{date_long_full}', '18 Şubat 2014'],
    ['{time}', '04:39'],
    ['{ago}', '12 yıl önce'],
  ])('%s is drawn as %s', (format, text) => expect(turkish(longAgo, format)).toBe(text));

  test.each([
    [0, '{ago}', 'az önce'],
    [3, '{ago}', '3 dakika önce'],
    [0, '{date_short_pretty} {time}', 'Bugün 05:40'],
    [24 * 60, '{date_short_pretty}', 'Dün'],
    [-24 * 60, '{date_pretty}', 'Yarın'],
    [48 * 60, '{date_short_pretty}', '19 Kas'],
  ])('%i minutes ago, %s is drawn as %s', (minutes, format, text) =>
    expect(turkish(minutesAgo(minutes), format)).toBe(text),
  );
});
