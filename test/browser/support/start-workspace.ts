import { startPage } from '../../../sandbox/page/start-page.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import { WITHOUT_NAMES } from '../../support/known-accounts.ts';
import { LANGUAGE } from '../../support/reader.ts';
import { launchChromium } from './launch-chromium.ts';

export type RunningWorkspace = Awaited<ReturnType<typeof startWorkspace>>;

/** The whole sandbox, its page and a chromium. If one fails to start, stops the others. `hasNames`: of all accounts. */
export async function startWorkspace({ hasNames }: { readonly hasNames: boolean }) {
  await using parts = new AsyncDisposableStack();
  const environment = hasNames ? {} : { ACCOUNT_RULES_FILE: WITHOUT_NAMES };
  const started = startSandbox({ isHttp: false, language: LANGUAGE, environment, onLogLine: () => {} });
  const sandbox = parts.adopt(await started, ({ stop }) => stop());
  const { url } = parts.adopt(await startPage(sandbox), ({ close }) => close());
  const browser = parts.adopt(await launchChromium(), (one) => one.close());
  const running = parts.move();
  return {
    sandbox,
    browser,
    /** The URL of the page. */
    url,
    /** Closes everybody's modals and forgets their ephemeral messages. Both outlive a browser, as in Slack. */
    async clearScreens() {
      for (const name of ['ada', 'bora', 'guest', 'outsider'] as const) {
        const person = sandbox.slack.person(name);
        while (person.modal()) await person.closeModal();
        person.reload();
      }
    },
    stop: () => running.disposeAsync(),
  };
}
