import type { Browser } from 'playwright-core';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Language } from '../../../src/words/words.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { launchChromium } from './launch-chromium.ts';

export interface RunningWorkspace {
  readonly sandbox: Sandbox;
  readonly browser: Browser;
  /** The URL of the page. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface WorkspaceSetup {
  /** Whether accounts have names for everybody. Default: no. */
  readonly hasNames?: boolean;
}

/** The whole sandbox in one language, its page and a chromium. If one fails to start, stops the others. */
export async function startWorkspace(
  language: Language,
  { hasNames = false }: WorkspaceSetup = {},
): Promise<RunningWorkspace> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.reverse().splice(0)) await stopPart();
  };
  try {
    const sandbox = await startSandbox({
      isHttp: false,
      language,
      environment: hasNames ? {} : { ACCOUNT_RULES_FILE: WITHOUT_NAMES },
      onLogLine: () => {},
    });
    stops.push(() => sandbox.stop());
    const page = await startPage(sandbox);
    stops.push(() => page.close());
    const browser = await launchChromium();
    stops.push(() => browser.close());
    return { sandbox, browser, url: page.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
