// test/browser/ owns the sandbox's page as people use it: a real chromium on the whole sandbox, and the pictures. It must
// not know how the page is built, only the roles, names and texts that people and screen readers meet.

import { accessSync, constants } from 'node:fs';

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

/** The chromium in `CHROMIUM_PATH`, otherwise the first in the usual places. Throws with what to do if there is none. */
export function findChromium(): string {
  const { CHROMIUM_PATH: named } = process.env;
  const places = named ? [named] : USUAL_PLACES;
  const found = places.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    `There is no chromium at ${places.join(', ')}. ` +
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
