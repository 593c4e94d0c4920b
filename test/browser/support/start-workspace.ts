import type { Browser } from 'playwright-core';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Language } from '../../../src/words/words.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { launchChromium } from './launch-chromium.ts';

export interface RunningWorkspace {
  readonly sandbox: Sandbox;
  readonly browser: Browser;
  /** Address of the page. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface WorkspaceSetup {
  /** What accounts are called for everybody; by default they have no names. */
  readonly hasNames?: boolean;
}

/** The whole sandbox, where everybody reads `language`, its page and a chromium. Stops what had started when one of them fails. */
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
      port: 0,
      language,
      environment: hasNames ? {} : { ACCOUNT_RULES_FILE: WITHOUT_NAMES },
      onLogLine: () => {},
    });
    stops.push(() => sandbox.stop());
    const page = await startPage({ sandbox, port: 0 });
    stops.push(() => page.close());
    const browser = await launchChromium();
    stops.push(() => browser.close());
    return { sandbox, browser, url: page.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
