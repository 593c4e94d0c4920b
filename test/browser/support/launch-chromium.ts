import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** In place of Playwright's own list: what would call home, and a window for searches that loads as much as our page. */
const NO_FEATURES = [
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Nothing starts, updates or connects by itself. Works as root and without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${NO_FEATURES}`,
  // One process draws all pages: a new one for each takes longer than a test.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  // Playwright asks for a stack when the page logs. Without this, the whole script is parsed again for it.
  '--js-flags=--no-enable-lazy-source-positions',
];

/** A headless chromium. Throws with what to do if none is installed. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS });
}
