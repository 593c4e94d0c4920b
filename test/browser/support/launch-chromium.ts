import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Nothing that starts, updates or calls out by itself; root and machines without a graphics card are fine. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A chromium without a window. Throws with what to do when none is installed. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS });
}
