import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { LANGUAGE } from '../../support/reader.ts';
import { clearScreens } from './clear-screens.ts';
import { type Client, createClient } from './client.ts';
import { DESKTOP } from './sizes.ts';
import { type RunningWorkspace, startWorkspace, type WorkspaceSetup } from './start-workspace.ts';
import { watchPage } from './watch-page.ts';

/** Longer than any delay that the sandbox has on purpose, and shorter than the limit of a test. */
const PATIENCE_MS = 15_000;

export interface Workspace {
  readonly sandbox: Sandbox;
  /** A new page, at desktop size and light by default. */
  open(options?: BrowserContextOptions): Promise<Client>;
}

/**
 * One sandbox and one chromium for the tests of a file; `setup` as in `startWorkspace`. A problem in a page fails the test
 * that opened it.
 */
export function serveWorkspace(setup: WorkspaceSetup = {}): Workspace {
  let running: RunningWorkspace | undefined;
  let watched: (readonly string[])[] = [];
  /** By their options. The page stores nothing in the browser, and a new profile takes longer than a test. */
  const profiles = new Map<string, BrowserContext>();
  const started = () => {
    if (running === undefined) throw new Error('the workspace starts with the first test');
    return running;
  };

  beforeAll(async () => {
    running = await startWorkspace(LANGUAGE, setup);
  });
  afterEach(async () => {
    const problems = watched.flat();
    watched = [];
    for (const page of [...profiles.values()].flatMap((profile) => profile.pages())) await page.close();
    if (running) await clearScreens(running.sandbox);
    expect(problems, 'behind the page').toEqual([]);
  });
  afterAll(() => running?.stop());

  return {
    get sandbox() {
      return started().sandbox;
    },
    async open(options = {}) {
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
