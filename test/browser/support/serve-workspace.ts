import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createClient, DESKTOP } from './client.ts';
import { type RunningWorkspace, startWorkspace } from './start-workspace.ts';

/** Longer than any delay that the sandbox has on purpose, and shorter than the limit of a test. */
const PATIENCE_MS = 15_000;

/** One sandbox and one chromium for the tests of a file. A problem in a page fails the test that opened it. */
export function serveWorkspace() {
  let running: RunningWorkspace | undefined;
  let watched: (readonly string[])[] = [];
  /** By their options. The page stores nothing in the browser, and a new profile takes longer than a test. */
  const profiles = new Map<string, BrowserContext>();
  const started = () => {
    if (running === undefined) throw new Error('the workspace starts with the first test');
    return running;
  };

  beforeAll(async () => {
    running = await startWorkspace({ hasNames: false });
  });
  afterEach(async () => {
    const problems = watched.flat();
    watched = [];
    for (const page of [...profiles.values()].flatMap((profile) => profile.pages())) await page.close();
    await running?.clearScreens();
    expect(problems, 'behind the page').toEqual([]);
  });
  afterAll(() => running?.stop());

  return {
    get sandbox() {
      return started().sandbox;
    },
    /** A new page, at desktop size and light by default. */
    async open(options: BrowserContextOptions = {}) {
      const key = JSON.stringify(options);
      const profile =
        profiles.get(key) ?? (await started().browser.newContext({ viewport: DESKTOP, ...options }));
      profiles.set(key, profile);
      profile.setDefaultTimeout(PATIENCE_MS);
      const page = await profile.newPage();
      watched.push(watchPage(page));
      await page.goto(started().url);
      const client = createClient(page);
      await client.composer.waitFor();
      return client;
    },
  };
}

/** Problems of the page: console errors and warnings, uncaught errors, failed requests, answers with 400 or above. */
function watchPage(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // The page itself closes its event stream when another person is chosen.
    if (reason === 'net::ERR_ABORTED' && new URL(request.url()).pathname === '/events') return;
    problems.push(`failed: ${request.method()} ${request.url()} (${reason})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
