import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Nothing starts, updates or connects by itself. Works as root and without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless chromium. Throws with what to do if none is installed. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS });
}
