import { startPage } from '../../../sandbox/page/start-page.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Language } from '../../../src/words/words.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { launchChromium } from './launch-chromium.ts';

export type RunningWorkspace = Awaited<ReturnType<typeof startWorkspace>>;

export interface WorkspaceSetup {
  /** Whether accounts have names for everybody. Default: no. */
  readonly hasNames?: boolean;
}

/** The whole sandbox in one language, its page and a chromium. If one fails to start, stops the others. */
export async function startWorkspace(language: Language, { hasNames = false }: WorkspaceSetup = {}) {
  await using stops = new AsyncDisposableStack();
  const environment = hasNames ? {} : { ACCOUNT_RULES_FILE: WITHOUT_NAMES };
  const setup = { isHttp: false, language, environment, onLogLine: () => {} };
  const sandbox = stops.adopt(await startSandbox(setup), ({ stop }) => stop());
  const page = stops.adopt(await startPage(sandbox), ({ close }) => close());
  const browser = stops.adopt(await launchChromium(), (opened) => opened.close());
  const started = stops.move();
  /** `url`: that of the page. */
  return { sandbox, browser, url: page.url, stop: () => started.disposeAsync() };
}
