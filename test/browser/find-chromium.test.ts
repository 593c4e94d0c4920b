import { describe, expect, test } from 'vitest';
import { findChromium } from './support/find-chromium.ts';

/** Programs that are on any machine which runs this. */
const PROGRAM = process.execPath;

describe('the chromium of the browser tests', () => {
  test('is the one that CHROMIUM_PATH names', () => {
    expect(findChromium({ CHROMIUM_PATH: PROGRAM }, [])).toBe(PROGRAM);
  });

  test('is otherwise the first in the usual places', () => {
    expect(findChromium({}, ['/nowhere/chromium', PROGRAM])).toBe(PROGRAM);
    expect(findChromium({ CHROMIUM_PATH: '' }, [PROGRAM])).toBe(PROGRAM);
  });

  test('named and not there: that is said, and no other is taken', () => {
    expect(() => findChromium({ CHROMIUM_PATH: '/nowhere/chromium' }, [PROGRAM])).toThrow(
      /CHROMIUM_PATH names \/nowhere\/chromium/,
    );
  });

  test('none at all: the message says what to install', () => {
    expect(() => findChromium({}, ['/nowhere/chromium'])).toThrow(/apt-get install chromium.*CHROMIUM_PATH/);
  });
});
