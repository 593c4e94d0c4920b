import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { LANGUAGE } from '../../support/reader.ts';
import { clearScreens } from './clear-screens.ts';
import { type Client, createClient } from './client.ts';
import { DESKTOP } from './sizes.ts';
import { type RunningWorkspace, startWorkspace, type WorkspaceSetup } from './start-workspace.ts';
import { watchPage } from './watch-page.ts';

/** Longer than the longest that the sandbox takes on purpose, shorter than a test may. */
const PATIENCE_MS = 15_000;

export interface Workspace {
  readonly sandbox: Sandbox;
  /** The page in a new browser profile, at desktop size and light unless said otherwise. */
  open(options?: BrowserContextOptions): Promise<Client>;
}

/**
 * One sandbox and one chromium for the tests of a file, `setup` as in `startWorkspace`. What goes wrong behind a page fails
 * the test that opened it.
 */
export function serveWorkspace(setup: WorkspaceSetup = {}): Workspace {
  let running: RunningWorkspace | undefined;
  let watched: (readonly string[])[] = [];
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
    for (const context of running?.browser.contexts() ?? []) await context.close();
    if (running) await clearScreens(running.sandbox);
    expect(problems, 'behind the page').toEqual([]);
  });
  afterAll(() => running?.stop());

  return {
    get sandbox() {
      return started().sandbox;
    },
    async open(options = {}) {
      const context = await started().browser.newContext({ viewport: DESKTOP, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      watched.push(watchPage(page));
      await page.goto(started().url);
      const client = createClient(page);
      await client.composer.waitFor();
      return client;
    },
  };
}
