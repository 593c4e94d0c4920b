// test/browser/ owns the sandbox's page as people use it: a real chromium on the whole sandbox, and the pictures. It must
// not know how the page is built, only the roles, names and texts that people and screen readers meet.

import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian, Ubuntu, Alpine, Fedora, macOS and Homebrew install it. The quickest first. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

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

/** The chromium in `CHROMIUM_PATH`, otherwise the first in the usual places. Throws with what to do if there is none. */
function findChromium(): string {
  const places = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : USUAL_PLACES;
  const found = places.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    `There is no chromium to run at ${places.join(', ')}. ` +
      'Install it, on Debian with "apt-get install chromium-headless-shell", or name one in CHROMIUM_PATH.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
