import { afterAll, beforeAll } from 'vitest';
import { type RunningPage, startPage } from '../../../../sandbox/page/start-page.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/start-sandbox.ts';
import { WITHOUT_NAMES } from '../../../support/known-accounts.ts';
import { LANGUAGE } from '../../../support/reader.ts';
import { type Answer, post } from './ask.ts';
import { type Follower, followEvents } from './follow-events.ts';

export interface ServedPage {
  readonly sandbox: Sandbox;
  readonly url: string;
  follow(person: string): Promise<Follower>;
  act(person: string, act: unknown): Promise<unknown>;
  control(control: unknown): Promise<unknown>;
}

/** The whole sandbox with the real bot, and its page, for the tests of a file. */
export function servePage(environment: Readonly<Record<string, string>> = {}): ServedPage {
  let sandbox: Sandbox | undefined;
  let page: RunningPage | undefined;
  const isThere = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('it starts with the first test');
    return part;
  };
  beforeAll(async () => {
    sandbox = await startSandbox({
      isHttp: false,
      port: 0,
      language: LANGUAGE,
      environment: { ACCOUNT_RULES_FILE: WITHOUT_NAMES, ...environment },
      onLogLine: () => {},
    });
    page = await startPage({ sandbox, port: 0 });
  });
  afterAll(async () => {
    await page?.close();
    await sandbox?.stop();
  });
  const resultOf = ({ body }: Answer): unknown => JSON.parse(body);
  const at = (path: string) => new URL(path, isThere(page).url);
  return {
    get sandbox() {
      return isThere(sandbox);
    },
    get url() {
      return isThere(page).url;
    },
    follow: (person) => followEvents(isThere(page).url, person),
    act: async (person, act) => resultOf(await post(at('/act'), { person, act })),
    control: async (control) => resultOf(await post(at('/control'), control)),
  };
}
